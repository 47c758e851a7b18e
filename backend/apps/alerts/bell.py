"""The console's bell: what changed lately, and what of it a user has not read."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from apps.alerts.models import AlertsSeen
from apps.common.actor import Actor
from apps.common.problems import InvalidInput
from apps.health import change_selectors as health
from apps.health.verdicts import Verdict

# The bell looks back this far, and shows a check that changed often once.
CHANGES_READ_MAX = 500
NOTICES_MAX = 30


@dataclass(slots=True)
class BellNotice:
    """A check's newest change, read or unread; `changes`: how many there were of that kind."""

    key: str
    title: str
    page: str
    verdict: str
    reason: str
    at: datetime
    changes: int
    unread: bool


@dataclass(frozen=True, slots=True)
class Bell:
    """`up_to`: what to mark as read once this was seen; 0 when nothing ever changed."""

    unread: int
    up_to: int
    items: list[BellNotice]


def bell(*, user_id: int, since: datetime) -> Bell:
    """A user's bell. Changes before `since` are none of his news; muted checks are silent."""
    seen = AlertsSeen.objects.filter(pk=user_id).values_list("change_id", flat=True).first() or 0
    muted = health.muted_checks()
    texts = health.check_texts()
    changes = health.newest_changes(CHANGES_READ_MAX)
    known = {change.key: change.pk for change in changes}
    notices: dict[tuple[str, bool], BellNotice] = {}
    for change in changes:
        # A check that is well when it is looked at first is no news.
        first = known[change.key] == change.pk
        if first and change.before == Verdict.UNKNOWN and change.verdict == Verdict.OK:
            continue
        if change.key in muted:
            continue
        unread = change.pk > seen and change.at > since
        notice = notices.get((change.key, unread))
        if notice is not None:
            notice.changes += 1
            continue
        text = texts.get(change.key)
        notices[change.key, unread] = BellNotice(
            key=change.key,
            title=text.title if text else change.key,
            page=text.page if text else "/health",
            verdict=change.verdict,
            reason=change.reason,
            at=change.at,
            changes=1,
            unread=unread,
        )
    items = list(notices.values())[:NOTICES_MAX]
    return Bell(
        unread=sum(each.unread for each in notices.values()),
        up_to=changes[0].pk if changes else 0,
        items=items,
    )


@transaction.atomic
def mark_read(*, actor: Actor, up_to: int) -> None:
    """The actor has read all up to a change. It never becomes unread again."""
    if up_to > health.last_change_id():
        raise InvalidInput(fields={"up_to": ["Pass the bell's `up_to`, unchanged."]})
    row, _ = AlertsSeen.objects.select_for_update().get_or_create(
        pk=actor.user_id, defaults={"change_id": up_to}
    )
    if row.change_id < up_to:
        row.change_id = up_to
        row.save(update_fields=["change_id"])
