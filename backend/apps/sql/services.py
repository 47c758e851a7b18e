"""Starting, watching and cancelling queries; keeping saved ones."""

from functools import partial
from typing import Any

import structlog
from django.db import transaction
from django.utils import timezone

from apps.audit.services import Outcome, audit_record
from apps.common.actor import Actor
from apps.common.problems import InvalidInput
from apps.common.rights import Permission, require
from apps.common.tags import WHICHEVER, Seen
from apps.common.values import utc_from_ms
from apps.saved.services import Saved
from apps.sql.models import SavedQuery, SqlQuery
from apps.sql.replica import problem_of, replica_client, replica_problems
from apps.sql.selectors import query_of_user
from apps.sql.values import FileKind, QueryState
from warren_analytics.errors import AnalyticsError, QueryNotFound, StatementRefused
from warren_analytics.query import Query
from warren_analytics.reports import REPORTS
from warren_analytics.wire import query_body

log = structlog.get_logger(__name__)
HISTORY_MAX = 500
REPORT_RUNS_MAX = 50
_STATEMENT_AUDITED_MAX = 1_000
_KEPT = ("columns", "truncated", "as_of", "lag_ms", "swept", "cost")


# Of queries that were over when they were answered.
_OUTCOMES = {
    QueryState.SUCCEEDED: Outcome.SUCCEEDED,
    QueryState.FAILED: Outcome.FAILED,
    QueryState.CANCELLED: Outcome.CANCELLED,
}


def _audited(saved: SavedQuery) -> dict[str, Any]:
    return {"name": saved.name, "statement": saved.statement, "shared": saved.shared}


_saved = Saved(SavedQuery, "saved query", "saved queries", "sql", _audited)


def query_start(
    *,
    actor: Actor,
    user_id: int,
    statement: str,
    explain: bool,
    engine: str,
    time_limit_ms: int | None,
    wait_ms: int,
    report: str = "",
) -> SqlQuery:
    """Run a statement; the row says how far it came within `wait_ms`.

    Every statement is audited when it is begun; one that is more than a read is refused. `report`
    names the report of the library whose very statement this is.
    """
    require(actor, Permission.SQL)
    _require_its_statement(report, statement)
    try:
        query = replica_client().submit(
            statement,
            explain=explain,
            engine=engine,
            time_limit_ms=time_limit_ms,
            wait_ms=wait_ms,
        )
    except StatementRefused as error:
        with transaction.atomic():
            audit_record(
                actor=actor,
                action="sql.query",
                outcome=Outcome.DENIED,
                after={
                    "engine": engine,
                    "statement": statement[:_STATEMENT_AUDITED_MAX],
                    "reason": str(error)[:500],
                },
            )
        raise problem_of(error) from error
    except AnalyticsError as error:
        raise problem_of(error) from error
    row = SqlQuery(
        user_id=user_id,
        replica_query=query.query_id,
        statement=statement,
        explain=explain,
        report=report,
        created_at=utc_from_ms(query.submitted_at_ms),
    )
    _take(row, query)
    with transaction.atomic():
        row.save()
        audit_record(
            actor=actor,
            action="sql.query",
            outcome=_OUTCOMES.get(QueryState(row.state), Outcome.ACCEPTED),
            after={
                "query_id": row.pk,
                "engine": row.engine,
                "statement": statement[:_STATEMENT_AUDITED_MAX],
                "explain": explain,
            },
        )
    _forget_old(user_id, report)
    return row


def query_refresh(*, user_id: int, query_id: int, wait_ms: int = 0) -> SqlQuery:
    """The query as it is now, waiting that long for its end."""
    row = query_of_user(user_id=user_id, query_id=query_id)
    if row.is_final:
        return row
    try:
        query = replica_client().query(row.replica_query, wait_ms=wait_ms)
    except QueryNotFound as error:
        row.state = QueryState.LOST
        row.finished_at = timezone.now()
        row.answer = {"error": _error(error)}
        row.save()
        return row
    except AnalyticsError as error:
        raise problem_of(error) from error
    _take(row, query)
    row.save()
    return row


def query_cancel(*, user_id: int, query_id: int) -> SqlQuery:
    """Stop the query; harmless when it is over."""
    row = query_of_user(user_id=user_id, query_id=query_id)
    if not row.is_final:
        with replica_problems() as replica:
            _take(row, replica.cancel(row.replica_query))
        row.save()
    return row


def end_queries(*, user_id: int, **_signal: object) -> None:
    """Stops a user's running queries and forgets his results.

    Called in the transaction that changes his rights. A replica that does not answer keeps the
    results for its usual while; nobody can ask for them any more.
    """
    rows = SqlQuery.objects.filter(user_id=user_id)
    running = [row.replica_query for row in rows if not row.is_final]
    rows.delete()
    transaction.on_commit(partial(_cancel_all, running))


def _cancel_all(replica_queries: list[str]) -> None:
    for each in replica_queries:
        try:
            replica_client().cancel(each)
        except AnalyticsError as error:
            log.warning("sql_query_not_cancelled", code=error.code)


@transaction.atomic
def downloaded(*, actor: Actor, query_id: int, kind: FileKind) -> None:
    """Record that the result was fetched as a file."""
    audit_record(
        actor=actor,
        action="sql.download",
        outcome=Outcome.SUCCEEDED,
        after={"query_id": query_id, "kind": kind.value},
    )


def saved_create(*, actor: Actor, user_id: int, values: dict[str, Any]) -> SavedQuery:
    """Keep a statement under a name that the user does not use yet."""
    return _saved.create(actor=actor, user_id=user_id, values=values)


def saved_update(
    *,
    actor: Actor,
    user_id: int,
    saved_id: int,
    values: dict[str, Any],
    seen: Seen = WHICHEVER,
) -> SavedQuery:
    """Change one of the user's own saved queries."""
    return _saved.update(actor=actor, user_id=user_id, saved_id=saved_id, values=values, seen=seen)


def saved_delete(*, actor: Actor, user_id: int, saved_id: int, seen: Seen = WHICHEVER) -> None:
    """Forget one of the user's own saved queries."""
    _saved.delete(actor=actor, user_id=user_id, saved_id=saved_id, seen=seen)


def _take(row: SqlQuery, query: Query) -> None:
    body = query_body(query)
    row.engine = query.engine
    row.state = query.state.value
    row.time_limit_ms = query.time_limit_ms
    row.rows = query.rows
    row.finished_at = utc_from_ms(query.finished_at_ms) if query.finished_at_ms else None
    row.answer = {name: body[name] for name in _KEPT}
    row.answer["error"] = _error(query.error) if query.error else None


def _error(error: AnalyticsError) -> dict[str, Any]:
    problem = problem_of(error)
    reason = str(error.facts.get("reason") or "")
    return {"code": error.code, "title": problem.title, "detail": reason, "facts": problem.facts}


def _require_its_statement(report: str, statement: str) -> None:
    if report and statement not in {each.statement for each in REPORTS if each.name == report}:
        raise InvalidInput(
            "The statement is not that of the report",
            detail="Leave `report` out to run a statement of your own.",
            fields={"report": ["The library has no such report with this statement."]},
        )


def _forget_old(user_id: int, report: str) -> None:
    """What reports asked never pushes out what the user wrote."""
    mine = SqlQuery.objects.filter(user_id=user_id)
    alike, kept_max = (
        (mine.exclude(report=""), REPORT_RUNS_MAX)
        if report
        else (mine.filter(report=""), HISTORY_MAX)
    )
    oldest = list(alike.order_by("-pk").values_list("pk", flat=True)[kept_max - 1 : kept_max])
    if oldest:
        alike.filter(pk__lt=oldest[0]).delete()
