"""Sessions of browsers: since when, from where, and how they are ended.

A login has a row beside Django's own session, and whatever deletes that deletes the row, too.
"""

import threading
import time
from collections import OrderedDict
from typing import Any, Final

from django.contrib.auth import SESSION_KEY, get_user, login
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import QuerySet
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone

from apps.accounts.client_address import client_address
from apps.accounts.models import CLIENT_LENGTH_MAX, LoginSession, User
from apps.accounts.selectors import user_by_id
from apps.audit.services import Outcome, audit_record
from apps.common.actor import Actor
from apps.common.paging import NEWEST_FIRST, Order, Page, narrowed, ordered
from apps.common.problems import NotFound

SESSIONS_PER_USER_MAX: Final = 100
_SEEN_RESOLUTION_S: Final = 60.0
_REMEMBERED_MAX: Final = 10_000


class _Seen:
    """When this process noted a session last: a busy one shall not write on every read."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._noted_s: OrderedDict[str, float] = OrderedDict()

    def is_due(self, session_key: str) -> bool:
        """Whether to note it now; then it is not due for a minute."""
        now_s = time.monotonic()
        with self._lock:
            noted_s = self._noted_s.get(session_key)
            if noted_s is not None and now_s - noted_s < _SEEN_RESOLUTION_S:
                return False
            self._noted_s[session_key] = now_s
            self._noted_s.move_to_end(session_key)
            while len(self._noted_s) > _REMEMBERED_MAX:
                self._noted_s.popitem(last=False)
            return True

    def forget(self) -> None:
        """All sessions are due again."""
        with self._lock:
            self._noted_s.clear()


seen = _Seen()


def session_begin(*, request: HttpRequest, user: User) -> None:
    """Logs the browser in, under a key that nobody knew before: a session that it had ends."""
    if SESSION_KEY in request.session:
        request.session.flush()
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")


@receiver(user_logged_in, dispatch_uid="apps.accounts.sessions")
def session_began(*, request: HttpRequest, user: User, **_: Any) -> None:
    """Notes a login; the user's sessions that are over, or too many, go."""
    # Before it is saved a session may have no key.
    request.session.save()
    session_key = str(request.session.session_key)
    now = timezone.now()
    with transaction.atomic():
        LoginSession.objects.create(
            session_id=session_key,
            user=user,
            created_at=now,
            last_seen_at=now,
            address=client_address(request),
            client=_client(request),
        )
        of_user = LoginSession.objects.filter(user=user)
        _delete(of_user.filter(session__expire_date__lte=now))
        kept = of_user.order_by("-pk").values_list("pk", flat=True)[:SESSIONS_PER_USER_MAX]
        _delete(of_user.exclude(pk__in=list(kept)))
    seen.is_due(session_key)


def session_mark_seen(*, request: HttpRequest) -> None:
    """Notes the time and the address of a session's request, at most once a minute."""
    session_key = request.session.session_key
    if session_key is not None and seen.is_due(session_key):
        LoginSession.objects.filter(session_id=session_key).update(
            last_seen_at=timezone.now(), address=client_address(request)
        )


def user_of_session(session_key: str) -> User | None:
    """Who is logged in by a session, as each of its requests asks; None once it is over."""
    request = HttpRequest()
    request.session = SessionStore(session_key)
    user = get_user(request)
    return user if isinstance(user, User) else None


def sessions_of(
    *,
    user_id: int,
    address: str | None = None,
    cursor: str | None,
    limit: int,
    order: Order = NEWEST_FIRST,
) -> Page[LoginSession]:
    """A user's sessions that are not over, in an order; NotFound without such a user."""
    rows = _current(user_by_id(user_id).pk).select_related("session")
    return ordered(narrowed(rows, address=address), order=order, cursor=cursor, limit=limit)


@transaction.atomic
def session_end(*, actor: Actor, user_id: int, session_id: int) -> None:
    """Ends a user's session at once; NotFound when the user has no such session."""
    found = _current(user_id).select_related("user").filter(pk=session_id).first()
    if found is None:
        raise NotFound("No such session", facts={"session_id": session_id})
    audit_record(
        actor=actor,
        action="session.end",
        outcome=Outcome.SUCCEEDED,
        before={
            "id": found.pk,
            "username": found.user.username,
            "address": found.address,
            "client": found.client,
        },
    )
    _delete(LoginSession.objects.filter(pk=found.pk))


@transaction.atomic
def sessions_end(*, actor: Actor, user_id: int, kept_key: str | None = None) -> int:
    """Ends all of a user's sessions but the one with this key; how many."""
    user = user_by_id(user_id)
    ended = sessions_delete(user_id=user_id, kept_key=kept_key)
    audit_record(
        actor=actor,
        action="session.end_all",
        outcome=Outcome.SUCCEEDED,
        after={"username": user.username, "sessions_ended": ended},
    )
    return ended


def sessions_delete(*, user_id: int, kept_key: str | None = None) -> int:
    """The same as part of another action, which has an audit entry of its own."""
    rows = _current(user_id)
    return _delete(rows if kept_key is None else rows.exclude(session_id=kept_key))


def _current(user_id: int) -> QuerySet[LoginSession]:
    return LoginSession.objects.filter(user_id=user_id, session__expire_date__gt=timezone.now())


def _delete(rows: QuerySet[LoginSession]) -> int:
    keys = list(rows.values_list("session_id", flat=True))
    Session.objects.filter(pk__in=keys).delete()
    return len(keys)


def _client(request: HttpRequest) -> str:
    told = str(request.META.get("HTTP_USER_AGENT", ""))
    return "".join(each for each in told if each.isprintable())[:CLIENT_LENGTH_MAX]
