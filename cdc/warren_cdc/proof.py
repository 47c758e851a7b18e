"""Proves that a follower is the namespace: checksums over id ranges, drift found and told.

The store and the follower, index or replica, are read a range of inode ids at a time, and each
side's rows are summed up. Equal sums prove the range. Where they differ, single inodes are suspects
until the follower has passed the head that the feed had when the store was read. What still differs
then is drift, at once when both have the same version of the inode, else once that version had the
time to come through the feed.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from operator import attrgetter
from typing import Final, Protocol

import structlog
from warren_namenode.generated.admin_api import Inode, InodePage
from warren_search.operation import Delete, Document, Examined, IndexOperation, Put, document_of

from warren_cdc.admin import AdminClient
from warren_cdc.attributes import HAS_XATTRS

SUSPECTS_MAX: Final = 10_000
# More drift than this is not repaired one by one: the index is built anew.
REPAIRS_MAX: Final = 5_000
SHARE_MAX: Final = 0.1
ID_MAX: Final = 2**63 - 1
_MASK: Final = 2**64 - 1
_compared = attrgetter(*(each.name for each in fields(Document) if each.compare))

_log = structlog.get_logger("warren.cdc")


class DriftTooLarge(Exception):  # noqa: N818 - named for what is wrong
    """So much of the index differs from the store that building it anew is quicker."""


@dataclass(frozen=True, slots=True)
class Proof:
    """One pass over all inodes. checksum: of the ranges' sums, in hexadecimal."""

    started_at_ms: int
    finished_at_ms: int
    sequence: int
    inodes: int
    ranges: int
    checksum: str
    drift: int
    repaired: int


@dataclass(frozen=True, slots=True)
class ProofView:
    """How the running pass stands, and the last complete one. drift: open, not repaired yet."""

    after_id: int = 0
    inodes: int = 0
    suspects: int = 0
    drift_found: int = 0
    repaired: int = 0
    passes: int = 0
    last: Proof | None = None


@dataclass(slots=True)
class _Pass:
    started_at_ms: int
    after_id: int = 0
    inodes: int = 0
    ranges: int = 0
    drift: int = 0
    repaired: int = 0
    digest: hashlib.blake2b = field(default_factory=lambda: hashlib.blake2b(digest_size=8))


@dataclass(frozen=True, slots=True)
class _Suspect:
    """An inode that differed: the stored version then, and the head that the follower must pass."""

    head: int
    version: int | None
    since: float


class Provable(Protocol):
    """What can be compared with the store."""

    def examined(self, after_id: int, through_id: int, limit: int) -> Examined:
        """The documents with after_id < inode id <= through_id in id order, at most ``limit``.

        With those from which something was derived wrong, such as trigrams, classes and lists of
        ancestors.
        """
        ...

    def correct_totals(self) -> int:
        """Compares totals that are kept with what they count; how many were wrong until now."""
        ...


@dataclass(frozen=True, slots=True)
class _Range:
    """Inodes up to an id as the store and the follower have them.

    broken: from whose documents something was derived wrong. unsure: those that changed while they
    were read.
    """

    stored: Mapping[int, Document]
    followed: Mapping[int, Document]
    through_id: int
    broken: frozenset[int]
    unsure: frozenset[int]

    def differs(self, inode_id: int) -> bool:
        stored, followed = self.stored.get(inode_id), self.followed.get(inode_id)
        return inode_id in self.broken or _content(stored) != _content(followed)

    def different(self) -> list[int]:
        return sorted(filter(self.differs, self.stored.keys() | self.followed.keys()))


class ProofPace:
    """When the next step is due. Proofs take a tenth of their follower's time at most."""

    def __init__(self, interval_ms: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._interval_s = interval_ms / 1000
        self._clock = clock
        self._due_at = clock()

    def is_due(self) -> bool:
        return self._clock() >= self._due_at

    @contextmanager
    def step(self) -> Iterator[None]:
        """Around one step."""
        started = self._clock()
        try:
            yield
        finally:
            took_s = self._clock() - started
            self._due_at = started + max(self._interval_s, took_s / SHARE_MAX)


# The terms of the attributes of inodes that have any, as Document keeps them. Raises AdminError.
XattrsOf = Callable[[Iterable[int]], Mapping[int, tuple[str, ...]]]
# The access ACLs of those inodes that have one, as Document keeps them. Raises AdminError.
AclsOf = Callable[[Iterable[Inode]], Mapping[int, str]]


class Prover:
    """Works in small steps between a follower's batches. Not thread safe."""

    def __init__(
        self,
        client: AdminClient,
        *,
        acls: AclsOf | None,
        xattrs: XattrsOf | None = None,
        page_inodes: int,
        settle_ms: int,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """acls, xattrs: null when the follower keeps none.

        settle_ms: how long a change may take from its commit to its place in the feed.
        """
        self._client = client
        self._acls = acls
        self._xattrs = xattrs
        self._page_inodes = page_inodes
        self._settle_s = settle_ms / 1000
        self._clock = clock
        self._suspects: dict[int, _Suspect] = {}
        self._pass = _Pass(_now_ms())
        self._ended = False
        self._compared_last = False
        self.view = ProofView()

    def restart(self) -> None:
        """Begins a pass anew: the index was replaced, or an operator asks for it."""
        self._suspects.clear()
        self._pass = _Pass(_now_ms())
        self._ended = False
        self._show()

    def step(self, follower: Provable, sequence: int) -> list[IndexOperation]:
        """Compares a range, or looks at suspects again; what repairs the drift that it proved.

        sequence: how far the follower is. Raises AdminError, DriftTooLarge and what the follower
        raises.
        """
        due = sorted(each for each, suspect in self._suspects.items() if suspect.head <= sequence)
        repairs: list[IndexOperation] = []
        # In turns: neither may keep the other waiting while everything is being changed.
        if due and (self._ended or self._compared_last):
            repairs = self._recheck(follower, due)
            self._compared_last = False
        elif not self._ended:
            self._compare_range(follower)
            self._compared_last = True
        self._pass.drift += len(repairs)
        if self._pass.drift > REPAIRS_MAX:
            raise DriftTooLarge(f"{self._pass.drift} inodes differ")
        if self._ended and not self._suspects:
            self._finish(sequence, follower.correct_totals())
        self._show()
        return repairs

    def repaired(self, found: int, repaired: int) -> None:
        """So many repairs the last step asked for, and so many of them were done."""
        self._pass.repaired += repaired
        self.view = replace(
            self.view,
            drift_found=self.view.drift_found + found,
            repaired=self.view.repaired + repaired,
        )

    def _compare_range(self, follower: Provable) -> None:
        head = self._head()
        seen = self._range(follower, self._pass.after_id)
        stored, through_id = seen.stored, seen.through_id
        if seen.broken or checksum(stored.values()) != checksum(seen.followed.values()):
            for inode_id in seen.different():
                if len(self._suspects) >= SUSPECTS_MAX:
                    raise DriftTooLarge(f"more than {SUSPECTS_MAX} inodes differ")
                if inode_id not in self._suspects:
                    self._suspects[inode_id] = self._suspect(stored.get(inode_id), head)
        self._pass.digest.update(checksum(stored.values()).to_bytes(8, "big"))
        self._pass.inodes += len(stored)
        self._pass.ranges += 1
        self._pass.after_id = through_id
        self._ended = through_id == ID_MAX

    def _recheck(self, follower: Provable, due: list[int]) -> list[IndexOperation]:
        """Those suspects whose time has come and that are near each other: what repairs drift."""
        head = self._head()
        seen = self._range(follower, due[0] - 1)
        judged = [self._judge(each, seen, head) for each in due if each <= seen.through_id]
        return [repair for repair in judged if repair is not None]

    def _judge(self, inode_id: int, seen: _Range, head: int) -> IndexOperation | None:
        """What repairs a suspect that is proved to be wrong; null while it is not."""
        suspect = self._suspects.pop(inode_id)
        stored, followed = seen.stored.get(inode_id), seen.followed.get(inode_id)
        if not seen.differs(inode_id):
            return None
        if inode_id in seen.unsure:
            self._suspects[inode_id] = self._suspect(stored, head)
            return None
        same_version = (
            stored is not None
            and followed is not None
            and stored.logical_time == followed.logical_time
        )
        if not same_version:
            # A change has its place in the feed some time after its commit: it may be under way.
            again = self._suspect(stored, head)
            if again.version != suspect.version:
                self._suspects[inode_id] = again
                return None
            if self._clock() - suspect.since < self._settle_s:
                self._suspects[inode_id] = replace(suspect, head=head)
                return None
        _log.error("drift", inode_id=inode_id, stored=stored, followed=followed)
        return repair_of(inode_id, stored, followed)

    def _suspect(self, stored: Document | None, head: int) -> _Suspect:
        return _Suspect(head, None if stored is None else stored.logical_time, self._clock())

    def _head(self) -> int:
        return self._client.feed(after=None, limit=1, wait_ms=0).head_sequence

    def _range(self, follower: Provable, after_id: int) -> _Range:
        """Inodes after an id as the store has them and as the follower has."""
        page = self._client.inodes(after_id=after_id, limit=self._page_inodes)
        acls = {} if self._acls is None else self._acls(page.inodes)
        marked = [each.inode_id for each in page.inodes if (each.features or 0) & HAS_XATTRS]
        xattrs = {} if self._xattrs is None else self._xattrs(marked)
        stored = {
            inode.inode_id: document_of(
                inode, xattrs.get(inode.inode_id, ()), acls.get(inode.inode_id, "")
            )
            for inode in page.inodes
        }
        unsure = self._changed(page, after_id) if acls or marked else frozenset[int]()
        through_id = ID_MAX if page.next_after_id is None else page.next_after_id
        limit = 2 * self._page_inodes
        examined = follower.examined(after_id, through_id, limit)
        followed = {each.inode_id: each for each in examined.documents}
        if self._xattrs is None:
            followed = {key: replace(each, xattrs=()) for key, each in followed.items()}
        if len(followed) == limit:
            # The follower has far more than the store here: compare no further than it was read.
            through_id = max(followed)
            stored = {key: each for key, each in stored.items() if key <= through_id}
        return _Range(stored, followed, through_id, examined.broken, unsure)

    def _changed(self, page: InodePage, after_id: int) -> frozenset[int]:
        """Inodes that changed while their attributes and ACLs were read: those may be newer."""
        again = self._client.inodes(after_id=after_id, limit=self._page_inodes)
        versions = {each.inode_id: each.logical_time for each in again.inodes}
        changed = (
            each.inode_id
            for each in page.inodes
            if versions.get(each.inode_id) != each.logical_time
        )
        return frozenset(changed)

    def _finish(self, sequence: int, wrong_totals: int) -> None:
        if wrong_totals:
            _log.error("totals drifted", count=wrong_totals)
            self._pass.drift += wrong_totals
            self.repaired(wrong_totals, wrong_totals)
        done = self._pass
        last = Proof(
            started_at_ms=done.started_at_ms,
            finished_at_ms=_now_ms(),
            sequence=sequence,
            inodes=done.inodes,
            ranges=done.ranges,
            checksum=done.digest.hexdigest(),
            drift=done.drift,
            repaired=done.repaired,
        )
        self.view = replace(self.view, passes=self.view.passes + 1, last=last)
        self._pass = _Pass(_now_ms())
        self._ended = False

    def _show(self) -> None:
        self.view = replace(
            self.view,
            after_id=self._pass.after_id,
            inodes=self._pass.inodes,
            suspects=len(self._suspects),
        )


def checksum(documents: Iterable[Document]) -> int:
    """A sum over documents that does not depend on their order: 64 bits."""
    total = 0
    for document in documents:
        content = repr(_content(document)).encode("utf-8", "surrogatepass")
        total += int.from_bytes(hashlib.blake2b(content, digest_size=8).digest(), "big")
    return total & _MASK


def _content(document: Document | None) -> object:
    """All that two equal documents share; the order of attributes says nothing."""
    if document is None:
        return None
    return (*_compared(document), *sorted(set(document.xattrs)))


def repair_of(inode_id: int, stored: Document | None, indexed: Document | None) -> IndexOperation:
    """What makes the index's document the store's."""
    if stored is not None:
        return Put(stored)
    assert indexed is not None, "one side has it, or they do not differ"
    return Delete(inode_id, indexed.logical_time)


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
