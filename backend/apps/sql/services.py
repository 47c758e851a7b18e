"""Starting, watching and cancelling queries; keeping saved ones."""

from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from apps.audit.services import Outcome, audit_record
from apps.common.actor import Actor
from apps.common.problems import Conflict
from apps.common.values import utc_from_ms
from apps.sql.models import SavedQuery, SqlQuery
from apps.sql.replica import problem_of, replica_client, replica_problems
from apps.sql.selectors import query_of_user, saved_of_user
from apps.sql.values import QueryState
from warren_analytics.errors import AnalyticsError, QueryNotFound, StatementRefused
from warren_analytics.query import Query
from warren_analytics.wire import query_body

HISTORY_MAX = 500
SAVED_MAX = 200
_KEPT = ("columns", "truncated", "as_of", "lag_ms", "swept", "cost")


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


@transaction.atomic
def saved_create(*, actor: Actor, user_id: int, values: dict[str, Any]) -> SavedQuery:
    """Keep a statement under a name that the user does not use yet."""
    if SavedQuery.objects.filter(user_id=user_id).count() >= SAVED_MAX:
        raise Conflict(
            "You keep as many saved queries as allowed",
            detail="Delete one first.",
            facts={"saved_max": SAVED_MAX},
        )
    now = timezone.now()
    saved = SavedQuery(user_id=user_id, owner=actor.name, created_at=now, updated_at=now, **values)
    _save(saved)
    audit_record(actor=actor, action="sql.save", outcome=Outcome.SUCCEEDED, after=_audited(saved))
    return saved


@transaction.atomic
def saved_update(
    *, actor: Actor, user_id: int, saved_id: int, values: dict[str, Any]
) -> SavedQuery:
    """Change one of the user's own saved queries."""
    saved = saved_of_user(user_id=user_id, saved_id=saved_id)
    before = _audited(saved)
    for name, value in values.items():
        setattr(saved, name, value)
    saved.updated_at = timezone.now()
    _save(saved)
    audit_record(
        actor=actor,
        action="sql.save",
        outcome=Outcome.SUCCEEDED,
        before=before,
        after=_audited(saved),
    )
    return saved


@transaction.atomic
def saved_delete(*, actor: Actor, user_id: int, saved_id: int) -> None:
    """Forget one of the user's own saved queries."""
    saved = saved_of_user(user_id=user_id, saved_id=saved_id)
    before = _audited(saved)
    saved.delete()
    audit_record(actor=actor, action="sql.unsave", outcome=Outcome.SUCCEEDED, before=before)


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


def _save(saved: SavedQuery) -> None:
    try:
        with transaction.atomic():
            saved.save()
    except IntegrityError as error:
        raise Conflict(
            "You have a saved query of that name already",
            detail="Choose another name, or change that one.",
            facts={"name": saved.name},
        ) from error


def _audited(saved: SavedQuery) -> dict[str, Any]:
    return {"name": saved.name, "statement": saved.statement, "shared": saved.shared}
