"""Starting, watching and cancelling queries; keeping saved ones."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from apps.audit.services import Outcome, audit_record
from apps.common.actor import Actor
from apps.common.values import utc_from_ms
from apps.saved.services import Saved
from apps.sql.models import SavedQuery, SqlQuery
from apps.sql.replica import problem_of, replica_client, replica_problems
from apps.sql.selectors import query_of_user
from apps.sql.values import QueryState
from warren_analytics.errors import AnalyticsError, QueryNotFound, StatementRefused
from warren_analytics.query import Query
from warren_analytics.wire import query_body

HISTORY_MAX = 500
_KEPT = ("columns", "truncated", "as_of", "lag_ms", "swept", "cost")


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
) -> SqlQuery:
    """Run a statement; the row says how far it came within `wait_ms`.

    A statement that is more than a read is refused, and the attempt is audited.
    """
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
                after={"engine": engine, "statement": statement[:1000], "reason": str(error)[:500]},
            )
        raise problem_of(error) from error
    except AnalyticsError as error:
        raise problem_of(error) from error
    row = SqlQuery(
        user_id=user_id,
        replica_query=query.query_id,
        statement=statement,
        explain=explain,
        created_at=utc_from_ms(query.submitted_at_ms),
    )
    _take(row, query)
    row.save()
    _forget_old(user_id)
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


def saved_create(*, actor: Actor, user_id: int, values: dict[str, Any]) -> SavedQuery:
    """Keep a statement under a name that the user does not use yet."""
    return _saved.create(actor=actor, user_id=user_id, values=values)


def saved_update(
    *, actor: Actor, user_id: int, saved_id: int, values: dict[str, Any]
) -> SavedQuery:
    """Change one of the user's own saved queries."""
    return _saved.update(actor=actor, user_id=user_id, saved_id=saved_id, values=values)


def saved_delete(*, actor: Actor, user_id: int, saved_id: int) -> None:
    """Forget one of the user's own saved queries."""
    _saved.delete(actor=actor, user_id=user_id, saved_id=saved_id)


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


def _forget_old(user_id: int) -> None:
    kept = SqlQuery.objects.filter(user_id=user_id).order_by("-pk").values_list("pk", flat=True)
    oldest = list(kept[HISTORY_MAX - 1 : HISTORY_MAX])
    if oldest:
        SqlQuery.objects.filter(user_id=user_id, pk__lt=oldest[0]).delete()
