"""How far a migration from an HDFS is, and what speaks against its take-over."""

from django.db import models


class MigrationStage(models.TextChoices):
    """NOT_MIGRATED: nothing of an HDFS is known here. IMPORTED: it follows none, or no namenode
    tells whether it does. TAKING_OVER and GOING_BACK: under way, or left in the middle."""

    NOT_MIGRATED = "not_migrated"
    IMPORTED = "imported"
    FOLLOWING = "following"
    TAKING_OVER = "taking_over"
    TAKEN_OVER = "taken_over"
    GOING_BACK = "going_back"


class TakeOverPhase(models.TextChoices):
    """The last step of a take-over that is done, as `bin/warren migrate take-over` notes it."""

    BEGUN = "begun"
    FENCED = "fenced"
    ENDED = "ended"
    SERVING = "serving"
    GOING_BACK = "going_back"


# From the first of these on a take-over can only be ended, and then undone.
OLD_ONE_IS_FENCED = frozenset({TakeOverPhase.FENCED, TakeOverPhase.ENDED, TakeOverPhase.SERVING})


class RehearsalVerdict(models.TextChoices):
    CLEAN = "clean"
    READABLE_WITH_FAULTS = "readable_with_faults"
    BLOCKS_MISSING = "blocks_missing"


class WayBack(models.TextChoices):
    """NOT_YET: Warren does not serve yet. OPEN: nothing was changed since. UNKNOWN: no namenode
    tells."""

    NOT_YET = "not_yet"
    OPEN = "open"
    CLOSED = "closed"
    UNKNOWN = "unknown"


class Objection(models.TextChoices):
    """What speaks against a take-over now. None of it forbids one: who asks for it names them."""

    NO_BLOCK_POOL = "no_block_pool"
    NOT_FOLLOWING = "not_following"
    FOLLOWING_UNKNOWN = "following_unknown"
    FOLLOWING_PAUSED = "following_paused"
    EDITS_UNREADABLE = "edits_unreadable"
    LAGGING = "lagging"
    NOT_REHEARSED = "not_rehearsed"
    REHEARSAL_OLD = "rehearsal_old"
    REHEARSAL_FAULTS = "rehearsal_faults"
    BLOCKS_MISSING = "blocks_missing"


class AttemptState(models.TextChoices):
    """What came of an order to take over. NOT_TAKEN: nobody of the host looked at it."""

    ORDERED = "ordered"
    NOT_TAKEN = "not_taken"
    RUNNING = "running"
    REFUSED = "refused"
    DONE = "done"
