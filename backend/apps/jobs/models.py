"""A job, its per-item errors, and the workers' signs of life."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import models
from django.utils import timezone

from apps.guard.values import ApproverRole
from apps.jobs import pace, slowing
from apps.jobs.kinds import ERRANDS, MOVES, SET_ATTRIBUTES, JobKind, Phase, Priority, Undo
from apps.jobs.selection import told
from apps.jobs.states import PROMOTABLE, UNFINISHED, ApprovalState, CheckState, JobState
from config.env import env

REASON_CHARACTERS_MAX = 500
CHECK_TOLD = ("state", "asked_by", "began_at", "ended_at", "as_of", "problem")
COUNTS = ("files", "directories", "length_bytes", "space_consumed_bytes")


class Job(models.Model):
    """One bulk change, or the dry run of one; or an errand (`apps.jobs.errands`).

    `cursor` and the counts are written in one transaction after each step, so what they say is
    always the same moment. `counted` keeps what the counting pass, or the dry run that was
    promoted, found. `lease_token` names the worker that may write them, and `epoch` that worker to
    the namenodes: each that takes the job has a higher one. `steps_made` is the number of the last
    step that changed the namespace and whose answer is stored.

    `selection` tells how the inodes were chosen that the job is about, where that is more than one
    path: then `path` is above all of them and `inode_id` 0. Which ones they are is in files
    (`apps.jobs.selections`). `held` names the freeze window that the job waits for, if one does;
    `rule_id` the lifecycle rule that it is a run of.

    `scope` are the directories that it may not reach beyond; null when nothing limits it.

    `woken_at` is since when it waits for its turn, while it does; null while it waits for
    something else. `inodes_per_s_max` bounds it, where it has a bound of its own; how it stands to
    its bound, and how fast it went since `measured_from`, is reckoned by `apps.jobs.pace`.
    `slowed` is how it goes slower by itself (`apps.jobs.slowing`), if it does.
    """

    kind = models.CharField(max_length=32, choices=JobKind.choices)
    path = models.TextField()
    inode_id = models.BigIntegerField()
    parameters = models.JSONField()
    selection = models.JSONField(null=True)
    scope = models.JSONField(null=True)
    dry_run = models.BooleanField()
    dry_run_of = models.OneToOneField(
        "self", null=True, on_delete=models.PROTECT, related_name="promoted_to"
    )
    undo_of = models.ForeignKey("self", null=True, on_delete=models.PROTECT, related_name="undos")
    rule_id = models.BigIntegerField(null=True)
    keeps_former = models.BooleanField(default=False)
    former_bytes = models.BigIntegerField(default=0)
    state = models.CharField(max_length=32, choices=JobState.choices, default=JobState.QUEUED)
    phase = models.CharField(max_length=16, choices=Phase.choices)

    actor = models.CharField(max_length=64)
    user_id = models.BigIntegerField(null=True)
    hdfs_user = models.CharField(max_length=64)
    request_id = models.CharField(max_length=64, blank=True, default="")
    idempotency_key = models.CharField(max_length=200, null=True)
    request_sha256 = models.CharField(max_length=64)

    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    counted = models.JSONField(null=True)
    takeovers = models.PositiveIntegerField(default=0)
    cursor = models.TextField(null=True)
    epoch = models.BigIntegerField(default=0)
    steps_made = models.BigIntegerField(default=0)
    act_begun = models.BooleanField(default=False)
    files = models.BigIntegerField(default=0)
    directories = models.BigIntegerField(default=0)
    length_bytes = models.BigIntegerField(default=0)
    space_consumed_bytes = models.BigIntegerField(default=0)
    changed = models.BigIntegerField(default=0)
    error_count = models.BigIntegerField(default=0)
    total = models.BigIntegerField(null=True)
    at_path = models.TextField(null=True)
    commit_sequence = models.BigIntegerField(null=True)
    before = models.JSONField(null=True)
    result = models.JSONField(null=True)
    problem = models.JSONField(null=True)

    lease_token = models.CharField(max_length=32, null=True)
    lease_expires_at = models.DateTimeField(null=True)
    woken_at = models.DateTimeField(null=True)
    not_before = models.DateTimeField(null=True)
    held = models.JSONField(null=True)
    retries = models.PositiveIntegerField(default=0)

    priority = models.CharField(max_length=8, choices=Priority.choices, default=Priority.NORMAL)
    inodes_per_s_max = models.PositiveIntegerField(null=True)
    owed_inodes = models.FloatField(default=0.0)
    owed_at = models.DateTimeField(null=True)
    inodes_per_s = models.FloatField(null=True)
    measured_inodes = models.BigIntegerField(default=0)
    measured_visited = models.BigIntegerField(default=0)
    measured_from = models.DateTimeField(null=True)

    slowed = models.JSONField(null=True)

    class Meta:
        constraints = [
            # No condition: rows without a key differ anyway, and MySQL has no partial indexes.
            models.UniqueConstraint(fields=["actor", "idempotency_key"], name="job_idempotency_key")
        ]
        indexes = [
            models.Index(fields=["state", "-id"], name="job_state"),
            models.Index(fields=["kind", "-id"], name="job_kind"),
            models.Index(fields=["lease_expires_at"], name="job_lease"),
        ]

    @property
    def key(self) -> str:
        """The job's name at the namenodes. Not used again when this database is made anew."""
        return f"{self.created_at:%Y%m%d%H%M%S%f}-{self.pk}"

    @property
    def selection_key(self) -> str:
        """The key of the job that chose the inodes: the plan's, of a job that was promoted."""
        return self.key if self.dry_run_of is None else self.dry_run_of.key

    @property
    def told_selection(self) -> dict[str, Any] | None:
        """How the inodes were chosen, as it is shown."""
        return None if self.selection is None else told(self.selection)

    @property
    def target_inode_id(self) -> int | None:
        return self.inode_id or None

    @property
    def by_former_values(self) -> bool:
        """Whether its undo goes by the values that its steps changed from."""
        kept = self.changes in SET_ATTRIBUTES or self.origin.selection is not None
        return kept and not self.origin.destroys

    @property
    def destroys(self) -> bool:
        """Whether it deletes for good."""
        return self.kind == JobKind.DELETE and bool(self.parameters.get("skip_trash"))

    @property
    def origin(self) -> "Job":
        """The job that an undo, or an undo of that, is about in the end; any other job itself."""
        return self if self.undo_of is None else self.undo_of.origin

    @property
    def changes(self) -> JobKind:
        """What kind of change the job makes: an undo that of the job which it takes back."""
        return JobKind(self.origin.kind)

    @property
    def wait(self) -> "JobApproval | None":
        """Its wait for a second person, as it stands or ended; None where nobody asked for one."""
        try:
            return self.approval
        except JobApproval.DoesNotExist:
            return None

    @property
    def checked(self) -> "JobCheck | None":
        """The last check of this plan; None where nobody asked for one."""
        try:
            return self.last_check
        except JobCheck.DoesNotExist:
            return None

    @property
    def told_check(self) -> dict[str, Any] | None:
        """The last check, as it is shown."""
        return None if self.checked is None else self.checked.told(self.counts())

    @property
    def undo(self) -> Undo:
        """Whether the job can be undone, or why not."""
        kind = self.changes
        if self.dry_run:
            return Undo.DRY_RUN
        if self.state in UNFINISHED:
            return Undo.UNFINISHED
        if kind in ERRANDS or self.origin.destroys:
            return Undo.NOT_OF_KIND if kind in ERRANDS else Undo.NO_WAY_BACK
        # A failed job may have made a step whose answer nobody has.
        if not self.act_begun or (self.changed == 0 and self.state != JobState.FAILED):
            return Undo.NOTHING_CHANGED
        if kind in MOVES and not self.by_former_values:
            return Undo.POSSIBLE
        kept = self.keeps_former if self.by_former_values else self.before is not None
        return Undo.POSSIBLE if kept else Undo.NOT_KEPT

    @property
    def rate_limit(self) -> dict[str, Any] | None:
        """The most inodes a second that it visits, as it is shown."""
        return pace.rate_limit(self)

    @property
    def told_slowed(self) -> dict[str, Any] | None:
        """How it goes slower by itself, as it is shown."""
        return slowing.told(self.slowed)

    @property
    def told_inodes_per_s(self) -> float | None:
        """How fast it goes, as it is shown."""
        rate = pace.rate_now(self, timezone.now())
        return None if rate is None else round(rate, 1)

    @property
    def remaining_s(self) -> int | None:
        """How long it needs if it goes on as of late."""
        return pace.remaining_s(self, timezone.now())

    @property
    def promotable_until(self) -> datetime | None:
        """Until when a dry run can become a real job; None where it can't at all."""
        if not self.dry_run or self.state not in PROMOTABLE or self.finished_at is None:
            return None
        return self.finished_at + timedelta(hours=env().job_plan_hours)

    @property
    def became(self) -> int | None:
        """The real job that this dry run was promoted to."""
        try:
            return self.promoted_to.pk
        except Job.DoesNotExist:
            return None

    @property
    def undone_by(self) -> int | None:
        """The last job that undid, or undoes, this one."""
        return max((each.pk for each in self.undos.all() if not each.dry_run), default=None)

    def counts(self) -> dict[str, int]:
        """What the job visited so far, in the form that `counted` keeps."""
        return {name: getattr(self, name) for name in COUNTS}


class JobApproval(models.Model):
    """A job's wait for a second person. What is asked for is what the rules said when it began.

    approver: who approves. rules: those that ask for it, as they were. asked_by_id and
    planned_by_id: users who may not approve, who asked for the job and who made its plan; not_by:
    the names of all accounts that answered to these persons then.
    content_sha256: of what the job is going to do (`apps.jobs.approvals`).
    """

    job = models.OneToOneField(Job, on_delete=models.CASCADE, related_name="approval")
    state = models.CharField(
        max_length=16, choices=ApprovalState.choices, default=ApprovalState.WAITING
    )
    approver = models.CharField(max_length=16, choices=ApproverRole.choices)
    rules = models.JSONField()
    reason = models.CharField(max_length=REASON_CHARACTERS_MAX, blank=True, default="")
    asked_by_id = models.BigIntegerField(null=True)
    planned_by_id = models.BigIntegerField(null=True)
    not_by = models.JSONField()
    asked_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    content_sha256 = models.CharField(max_length=64)
    decided_at = models.DateTimeField(null=True)
    decided_by = models.CharField(max_length=64, null=True)
    comment = models.CharField(max_length=REASON_CHARACTERS_MAX, blank=True, default="")

    class Meta:
        indexes = [models.Index(fields=["state", "expires_at"], name="job_approval_state")]


class JobCheck(models.Model):
    """What of a plan is still as it was: the last look at that, or the one under way.

    found: all that was found so far (`apps.jobs.checking`), stored with the cursor. named: some of
    what is not as it was, `path` and `what` each. as_of: no later than the first look at a
    namenode. The lease names the worker that may write.
    """

    job = models.OneToOneField(Job, on_delete=models.CASCADE, related_name="last_check")
    state = models.CharField(max_length=16, choices=CheckState.choices, default=CheckState.RUNNING)
    asked_by = models.CharField(max_length=64)
    request_id = models.CharField(max_length=64, blank=True, default="")
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    cursor = models.TextField(null=True)
    as_of = models.DateTimeField(null=True)
    found = models.JSONField(null=True)
    named = models.JSONField(default=list)
    problem = models.JSONField(null=True)

    takeovers = models.PositiveIntegerField(default=0)
    lease_token = models.CharField(max_length=32, null=True)
    lease_expires_at = models.DateTimeField(null=True)
    woken_at = models.DateTimeField(null=True)
    not_before = models.DateTimeField(null=True)
    retries = models.PositiveIntegerField(default=0)

    class Meta:
        indexes = [models.Index(fields=["state"], name="job_check_state")]

    def told(self, planned: Mapping[str, int]) -> dict[str, Any]:
        """As it is shown, with the difference from what the plan counted."""
        found = dict(self.found or {})
        of_tree = "target" in found
        if of_tree:
            now = found["now"]
            found["difference"] = now and {name: now[name] - planned[name] for name in COUNTS}
        return {
            **{name: getattr(self, name) for name in CHECK_TOLD},
            "selection": None if of_tree else found or None,
            "tree": found if of_tree else None,
        }


class JobError(models.Model):
    """One item that a job could not change. Stored up to a limit; the job counts them all."""

    job = models.ForeignKey(Job, on_delete=models.CASCADE, related_name="item_errors")
    path = models.TextField()
    code = models.CharField(max_length=64)
    message = models.TextField()


class Worker(models.Model):
    """A worker process and when it last showed that it lives."""

    name = models.CharField(max_length=200, primary_key=True)
    started_at = models.DateTimeField()
    beat_at = models.DateTimeField()
