"""The kinds of jobs and what each one asks of the namenode."""

from django.db import models


class JobKind(models.TextChoices):
    SET_QUOTA = "set_quota"
    SET_OWNER = "set_owner"
    SET_PERMISSION = "set_permission"
    SET_REPLICATION = "set_replication"
    SET_STORAGE_POLICY = "set_storage_policy"
    SET_ERASURE_CODING = "set_erasure_coding"
    SET_ACL = "set_acl"
    SET_XATTR = "set_xattr"
    DELETE = "delete"
    RESTORE = "restore"
    MOVE = "move"
    UNDO = "undo"
    TAKE_IN = "take_in"
    REPARTITION = "repartition"
    REBUILD_INDEX = "rebuild_index"
    REPAIR_INDEX = "repair_index"
    EXPORT = "export"
    FOLLOW_HDFS = "follow_hdfs"
    TAKE_OVER = "take_over"


# Kinds that set attributes of each inode (`apps.jobs.attributes`): their steps answer the values
# that they changed from; an undo does so for its own.
SET_ATTRIBUTES = frozenset(
    {
        JobKind.SET_OWNER,
        JobKind.SET_PERMISSION,
        JobKind.SET_REPLICATION,
        JobKind.SET_STORAGE_POLICY,
        JobKind.SET_ERASURE_CODING,
        JobKind.SET_ACL,
        JobKind.SET_XATTR,
    }
)

# Those whose former values are texts: a namenode keeps those of so few named inodes of a step.
SET_TEXTS = frozenset({JobKind.SET_ACL, JobKind.SET_XATTR})
TEXTS_PER_STEP = 8


# Kinds that move one inode into the trash or out of it, or destroy it, with all that is in it.
OF_TRASHES = frozenset({JobKind.DELETE, JobKind.RESTORE})


# The same, and those that move it elsewhere.
MOVES = OF_TRASHES | {JobKind.MOVE}


# Those of them that bring it to a place that has to be free.
GOING = frozenset({JobKind.RESTORE, JobKind.MOVE})


# Kinds that may be about a selection.
OF_SELECTIONS = SET_ATTRIBUTES | MOVES


# Kinds whose steps change no inode under a namenode's record of jobs (`apps.jobs.errands`).
ERRANDS = frozenset(
    {
        JobKind.TAKE_IN,
        JobKind.REPARTITION,
        JobKind.REBUILD_INDEX,
        JobKind.REPAIR_INDEX,
        JobKind.EXPORT,
        JobKind.FOLLOW_HDFS,
        JobKind.TAKE_OVER,
    }
)

# Those that are about no inode: their path is the root.
OF_NO_INODE = frozenset(
    {
        JobKind.REBUILD_INDEX,
        JobKind.REPAIR_INDEX,
        JobKind.EXPORT,
        JobKind.FOLLOW_HDFS,
        JobKind.TAKE_OVER,
    }
)

# Those that only read, as whoever asks for them may: he needs no permission, and others who manage
# the pipeline may stop them.
READING = frozenset({JobKind.EXPORT})

# Those that others do, at their own pace.
FOLLOWED = frozenset(
    {
        JobKind.REPARTITION,
        JobKind.REBUILD_INDEX,
        JobKind.REPAIR_INDEX,
        JobKind.FOLLOW_HDFS,
        JobKind.TAKE_OVER,
    }
)

# Those that can't be tried.
WITHOUT_PLAN = ERRANDS

# Those of which one at a time is enough.
ALONE = frozenset(
    {JobKind.REBUILD_INDEX, JobKind.REPAIR_INDEX, JobKind.FOLLOW_HDFS, JobKind.TAKE_OVER}
)

# Those that wait for a second person whatever the guard's rules say.
NEVER_BY_ONE = frozenset({JobKind.TAKE_OVER})


class Undo(models.TextChoices):
    """Whether a job can be undone, or why not."""

    POSSIBLE = "possible"
    DRY_RUN = "dry_run"
    UNFINISHED = "unfinished"
    NO_WAY_BACK = "no_way_back"
    NOTHING_CHANGED = "nothing_changed"
    NOT_KEPT = "not_kept"
    NOT_OF_KIND = "not_of_kind"


# Kinds whose plan asks for the totals of what is there, in the place of a walk.
COUNTED_AT_ONCE = frozenset({JobKind.SET_QUOTA, JobKind.RESTORE})


class Priority(models.TextChoices):
    """How urgent a job is: which of those that wait a worker goes on with."""

    LOW = "low"
    NORMAL = "normal"
    HIGH = "high"


class Phase(models.TextChoices):
    """What a running job does: find what it is about, learn how much there is to do, then do it."""

    SELECTING = "selecting"
    COUNTING = "counting"
    ACTING = "acting"
