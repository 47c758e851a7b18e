"""Making, changing, lifting and deleting freeze windows."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from apps.common.actor import Actor
from apps.common.problems import Conflict
from apps.common.rights import Permission, require
from apps.common.tags import WHICHEVER, Seen
from apps.guard.keeping import keep, record
from apps.guard.models import FreezeWindow
from apps.guard.selectors import window_by_id
from apps.guard.times import holds_until

WINDOWS_MAX = 100


@transaction.atomic
def window_create(*, actor: Actor, values: dict[str, Any]) -> FreezeWindow:
    """A new window."""
    require(actor, Permission.MANAGE_GUARD)
    if FreezeWindow.objects.count() >= WINDOWS_MAX:
        raise Conflict(
            "There are as many windows as allowed",
            detail="Delete one first.",
            facts={"windows_max": WINDOWS_MAX},
        )
    window = FreezeWindow()
    keep(window, actor, values)
    record(actor, "guard.window_create", after=window.described())
    return window


@transaction.atomic
def window_update(
    *, actor: Actor, window_id: int, values: dict[str, Any], seen: Seen = WHICHEVER
) -> FreezeWindow:
    """Change a window. One that was lifted holds again."""
    require(actor, Permission.MANAGE_GUARD)
    window = window_by_id(window_id, lock=True)
    seen.require(window)
    before = window.described()
    keep(window, actor, {**values, "lifted_until": None})
    record(actor, "guard.window_update", before=before, after=window.described())
    return window


@transaction.atomic
def window_lift(*, actor: Actor, window_id: int) -> FreezeWindow:
    """Let jobs act until the end of the window that holds now; the next one holds again."""
    require(actor, Permission.MANAGE_GUARD)
    window = window_by_id(window_id, lock=True)
    end = holds_until(window, timezone.now())
    if end is None:
        raise Conflict(
            "The window does not hold now",
            code="not_frozen",
            detail="There is nothing to lift. To have it hold no more at all, delete it.",
            facts={"window_id": window.pk},
        )
    before = window.described()
    keep(window, actor, {"lifted_until": end})
    record(actor, "guard.window_lift", before=before, after=window.described())
    return window


@transaction.atomic
def window_delete(*, actor: Actor, window_id: int, seen: Seen = WHICHEVER) -> None:
    """Delete a window; what it holds goes on."""
    require(actor, Permission.MANAGE_GUARD)
    window = window_by_id(window_id, lock=True)
    seen.require(window)
    before = window.described()
    window.delete()
    record(actor, "guard.window_delete", before=before)
