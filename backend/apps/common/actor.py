"""Who does something: every service takes an actor, and every audit entry names one."""

from dataclasses import dataclass

from apps.common.rights import EVERYTHING, NOTHING, Rights


@dataclass(frozen=True, slots=True)
class Actor:
    """A user of the platform, its operator's command line, or the platform itself.

    `hdfs_user` is the name under which HDFS knows the user (whose trash, whose permissions).
    `rights` is what this request of his may do; one that is made only to be named has none.
    """

    name: str
    user_id: int | None
    hdfs_user: str
    request_id: str = ""
    rights: Rights = NOTHING


SYSTEM = Actor(name="SYSTEM", user_id=None, hdfs_user="hdfs", rights=EVERYTHING)
# Whoever has the machine's data folder; no user can have a name with a space.
COMMAND_LINE = Actor(name="COMMAND LINE", user_id=None, hdfs_user="", rights=EVERYTHING)
