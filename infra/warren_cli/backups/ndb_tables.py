"""Which metadata tables an NDB has."""

from warren_cli import ndb_schema
from warren_cli.errors import OperatorError
from warren_cli.settings import Settings
from warren_cli.sql_node import connected


def schema_version(settings: Settings) -> int:
    """That of the metadata tables. Raises OperatorError when there are none."""
    with connected(
        settings.sql_address.reachable,
        settings.sql_schema_user,
        settings.sql_schema_password_file,
    ) as connection:
        applied = ndb_schema.applied(connection, settings.ndb_database)
    if not applied:
        raise OperatorError("There is no metadata store yet", remedy="Start it: make run-cluster")
    return applied[-1].number
