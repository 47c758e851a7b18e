"""Limits on failed logins, kept in the database so that all web processes share them."""

from datetime import timedelta

from django.db.models import F, Q
from django.utils import timezone

from apps.accounts.client_address import throttle_subject
from apps.accounts.models import LoginFailures
from apps.common.problems import TooManyRequests
from config.env import env


def _limits(username: str, address: str) -> dict[str, int]:
    # By user AND address: a few failures lock nobody out elsewhere. By address alone: nobody can
    # try one password on many users. By user alone: nobody can try many passwords from many
    # addresses; this limit is high, since who reaches it locks the user out.
    subject = throttle_subject(address)
    return {
        f"user:{username}@{subject}": env().login_failures_max,
        f"address:{subject}": env().login_address_failures_max,
        f"everywhere:{username}": env().login_user_failures_max,
    }


def login_throttle(*, username: str, address: str) -> None:
    """TooManyRequests when this user or this address has failed too often in the window."""
    window = timedelta(seconds=env().login_window_s)
    now = timezone.now()
    limits = _limits(username, address)
    for row in LoginFailures.objects.filter(subject__in=limits, window_start__gt=now - window):
        if row.failures >= limits[row.subject]:
            wait_s = max(1, int((row.window_start + window - now).total_seconds()) + 1)
            raise TooManyRequests(
                "Too many failed logins",
                detail=f"Try again in {wait_s} seconds.",
                facts={"retry_after_s": wait_s},
                retry_after_s=wait_s,
            )


def login_failed(*, username: str, address: str) -> None:
    """Count a failure; a window that is over starts anew. Call it inside a transaction."""
    now = timezone.now()
    expired = now - timedelta(seconds=env().login_window_s)
    LoginFailures.objects.filter(window_start__lte=expired).delete()
    for subject in _limits(username, address):
        LoginFailures.objects.get_or_create(subject=subject, defaults={"window_start": now})
        LoginFailures.objects.filter(subject=subject).update(failures=F("failures") + 1)


def login_succeeded(*, username: str, address: str) -> None:
    """Forget the user's own failures from this address."""
    subject = f"user:{username}@{throttle_subject(address)}"
    LoginFailures.objects.filter(subject=subject).delete()


def login_failures_forget(*, username: str) -> None:
    """Forget all failures of a user, from wherever they came; those of addresses stay."""
    of_user = Q(subject=f"everywhere:{username}") | Q(subject__startswith=f"user:{username}@")
    LoginFailures.objects.filter(of_user).delete()
