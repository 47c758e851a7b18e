"""Makes the views that live SQL reads of the metadata tables."""

from string import Template

import pymysql

from warren_cli import ndb_schema
from warren_cli.errors import OperatorError
from warren_cli.progress import Progress
from warren_cli.settings import REPOSITORY, Settings
from warren_cli.sql_node import connected

FILE = REPOSITORY / "infra" / "ndb" / "live-views.sql"


def statements(settings: Settings) -> list[str]:
    """One for each view."""
    text = Template(FILE.read_text(encoding="utf-8")).substitute(
        metadata=settings.ndb_database, live=settings.live_database
    )
    return list(ndb_schema.statements(text))


def make(settings: Settings, progress: Progress) -> None:
    """Makes or replaces the views. Harmless when repeated."""
    views = statements(settings)
    with connected(
        settings.sql_address.reachable, settings.sql_schema_user, settings.sql_schema_password_file
    ) as connection:
        for number, statement in enumerate(views, 1):
            try:
                with connection.cursor() as cursor:
                    cursor.execute(statement)
            except pymysql.err.MySQLError as error:
                raise OperatorError(
                    "A view of live SQL could not be made",
                    remedy="Give the schema's user ALL on the database of the views",
                    statement=number,
                    database=settings.live_database,
                    reason=error.args[-1],
                ) from error
    progress.say(f"live SQL reads {len(views)} views")
