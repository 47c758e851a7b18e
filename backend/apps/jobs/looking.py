"""Steps that look at what moves, restores and deletes of chosen inodes would take along.

A plan of one that brings its inodes to other places tells what it finds of these
(`apps.jobs.planned`).
"""

from dataclasses import dataclass, field

from warren_namenode.generated.admin_api import Entry, InodesLook

from apps.common.rights import within
from apps.jobs.authority import judged_at, out_of_scope, reach_of
from apps.jobs.choosing import NOT_IN_TRASH, gone, needs_trash
from apps.jobs.former_values import EXAMPLES_MAX, FormerValues
from apps.jobs.kinds import GOING, JobKind
from apps.jobs.models import Job
from apps.jobs.one_by_one import Place, batch_at, item_error, skips
from apps.jobs.outcomes import Gain, ItemError, Outcome
from apps.jobs.planned import LeftPaths, Places
from apps.jobs.quota_moves import QuotaMoves
from apps.jobs.selections import Chosen
from apps.jobs.totals import Shifts, Weight, with_totals
from apps.jobs.trash import PlaceSeen, place_of, place_seen, trash_place
from integrations.namenode import NamenodeClient, NamenodeProblem

# Each asks a namenode once, or a few times.
_ENTRIES_PER_STEP = 20
_CHANGED = "It was changed since it was chosen"
_TAKEN = "Something else is at its place now, so it stays where it is"


def step(client: NamenodeClient, job: Job) -> Outcome:
    """Count what the next inodes would take along."""
    place = Place.of(job)
    batch = batch_at(job, place)
    rest = batch.inodes[place.done :]
    seen = client.look_at_inodes(
        InodesLook.model_validate({"inode_ids": [each.inode_id for each in rest]})
    )
    entries = {entry.inode_id: entry for entry in seen.entries}
    number = int(place.within or 1)
    asked = [each.to for each in rest if each.to is not None]
    left = LeftPaths(job, step=number, asked=asked) if job.kind in GOING else None
    look = _Look(client, job, left)
    makes = left is not None or look.into_trash
    done = 0
    for chosen in rest:
        if not chosen.inside and not look.at(chosen, entries.get(chosen.inode_id)):
            break
        done += 1
    cursor = place.after(job, batch, place.done + done)
    made: list[str] = []
    if left is not None:
        left.keep()
    if makes:
        made = look.places.made(job, step=number)
    outcome = Outcome(
        done=cursor is None,
        # The number of a plan's step is where a deletion has its place within a tree.
        cursor=None if cursor is None else f"{cursor}:{number + 1}",
        result=look.places.added(job, made) if left is not None and job.dry_run else {},
        gains=(*look.gains, *look.of_made(made)),
        files=look.files,
        directories=look.directories,
        length_bytes=look.length_bytes,
        space_consumed_bytes=look.space_consumed_bytes,
        changed=look.files + look.directories,
        error_count=len(look.errors),
        errors=tuple(look.errors),
        at_path=rest[done - 1].path if done else None,
        visited=done,
        examples=look.examples,
    )
    return with_totals(job.result, outcome, look.shifts) if job.dry_run else outcome


@dataclass(slots=True)
class _Look:
    """What one step found. left: for kinds that bring inodes to places, None for others."""

    client: NamenodeClient
    job: Job
    left: LeftPaths | None
    places: Places = field(default_factory=Places)
    gains: list[Gain] = field(default_factory=list)
    errors: list[ItemError] = field(default_factory=list)
    quotas: QuotaMoves = field(init=False)
    shifts: Shifts = field(default_factory=Shifts)
    files: int = 0
    directories: int = 0
    length_bytes: int = 0
    space_consumed_bytes: int = 0
    looked_into: int = 0
    moved: list[tuple[int, str, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.quotas = QuotaMoves(self.client)

    @property
    def examples(self) -> FormerValues | None:
        """The first that a plan found to go somewhere."""
        if not self.moved:
            return None
        return FormerValues(
            [{"from": {"path": path}, "to": {"path": place}} for _, path, place in self.moved],
            [inode_id for inode_id, _, _ in self.moved],
            list(range(len(self.moved))),
        )

    def of_made(self, made: list[str]) -> list[Gain]:
        """What directories that are made count for, in a plan."""
        if not self.job.dry_run:
            return []
        return [gain for path in made for gain in self.quotas.of_made(path)]

    def at(self, chosen: Chosen, entry: Entry | None) -> bool:
        """Look at an inode, which is an entry now if it is anywhere; False when that has to wait
        for the next step."""
        error = gone(chosen.inode_id) if entry is None else _refusal(self.job, chosen, entry)
        if entry is not None and error is None:
            if self._is_costly(chosen, entry):
                if self.looked_into == _ENTRIES_PER_STEP:
                    return False
                self.looked_into += 1
            error = self._placed(chosen, entry) or self._counted(chosen, entry)
        self.errors += [] if error is None else [error]
        return True

    @property
    def into_trash(self) -> bool:
        """Whether a plan says what comes into a trash."""
        job = self.job
        return job.dry_run and job.kind == JobKind.DELETE and not job.destroys

    def _is_costly(self, chosen: Chosen, entry: Entry) -> bool:
        """Whether namenodes are asked about this inode by itself."""
        if chosen.directory or self.job.kind != JobKind.DELETE:
            return True
        place = trash_place(entry.path, self.job.hdfs_user)
        return self.into_trash and not self.quotas.knows_free(entry.path, place)

    def _placed(self, chosen: Chosen, entry: Entry) -> ItemError | None:
        """Why an inode would not go where it has to; None where it would, or has to go nowhere."""
        if self.left is None:
            self._trashed(entry)
            return None
        place = self._place(chosen, entry) or entry.path
        seen = PlaceSeen() if place in self.left else place_seen(self.client, place)
        if seen.taken:
            self.places.is_taken(entry.path, place)
            return ItemError(entry.path, "already_exists", f"{_TAKEN}: {place}")
        if seen.refused is not None:
            return ItemError(entry.path, *seen.refused)
        self.places.goes(place, seen.missing)
        self.left.add(entry.path)
        if self.job.dry_run:
            self.gains += self.quotas.of_move(entry, place)
            if len(self.moved) < EXAMPLES_MAX:
                self.moved.append((entry.inode_id, entry.path, place))
        return None

    def _trashed(self, entry: Entry) -> None:
        """Add what an inode counts for in the trash, and what is made for it there."""
        if not self.into_trash:
            return
        place = trash_place(entry.path, self.job.hdfs_user)
        gains = self.quotas.of_move(entry, place)
        if gains:
            self.gains += gains
            self.places.makes(place_seen(self.client, place).missing)

    def _counted(self, chosen: Chosen, entry: Entry) -> ItemError | None:
        """Count an inode with all that is in it."""
        if entry.kind != "directory":
            size, copies = entry.size_bytes, max(1, entry.replication)
            weight = Weight(1, 0, size, size * copies)
        else:
            try:
                weight = Weight.of(self.quotas.summary(entry.inode_id))
            except NamenodeProblem as problem:
                return item_error(problem, entry.inode_id, entry.path)
        self.files += weight.files
        self.directories += weight.directories
        self.length_bytes += weight.length_bytes
        self.space_consumed_bytes += weight.space_consumed_bytes
        if self.job.dry_run:
            self.shifts.move(weight, source=entry.path, to=self._place(chosen, entry))
        return None

    def _place(self, chosen: Chosen, entry: Entry) -> str | None:
        """Where an inode goes; None for what is deleted for good."""
        if self.left is not None:
            return chosen.to or place_of(entry.path) or entry.path
        return None if self.job.destroys else trash_place(entry.path, self.job.hdfs_user)


def _refusal(job: Job, chosen: Chosen, entry: Entry) -> ItemError | None:
    """Why the job would leave an inode as it is."""
    if not within(judged_at(job, entry.path), reach_of(job)):
        return out_of_scope(chosen.inode_id)
    if needs_trash(job) and place_of(entry.path) is None:
        return ItemError(entry.path, *NOT_IN_TRASH)
    moved = job.kind == JobKind.MOVE and entry.path != chosen.path
    if skips(job) and (moved or entry.logical_time != chosen.logical_time):
        return ItemError(entry.path, "changed_since", _CHANGED)
    return None
