"""Making, changing and deleting channels, and new secrets for them."""

from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from apps.alerts.models import AlertChannel
from apps.alerts.quiet import clock_of, minutes_of
from apps.alerts.sealing import Unreadable, seal, unseal
from apps.alerts.values import ChannelKind
from apps.audit.services import Outcome, audit_record
from apps.common.actor import Actor
from apps.common.problems import Conflict, InvalidInput, NotFound
from apps.common.rights import Permission, require
from apps.common.tags import WHICHEVER, Seen
from apps.health import change_selectors as health
from config.env import env
from integrations.webhook.signing import new_secret
from integrations.webhook.targets import BadTarget, checked_url, host_of

CHANNELS_MAX = 50


def channel_create(*, actor: Actor, values: dict[str, Any]) -> tuple[AlertChannel, str | None]:
    """A new channel, which tells what changes from now on; and a webhook's secret, told once."""
    require(actor, Permission.MANAGE_ALERTS)
    now = timezone.now()
    channel = AlertChannel(kind=values["kind"], told_up_to=health.last_change_id(), created_at=now)
    secret = new_secret() if channel.kind == ChannelKind.WEBHOOK else None
    channel.secret_sealed = "" if secret is None else seal(secret)
    with transaction.atomic():
        if AlertChannel.objects.count() >= CHANNELS_MAX:
            raise Conflict(
                "There are as many channels as allowed",
                detail="Delete one first.",
                facts={"channels_max": CHANNELS_MAX},
            )
        _set(channel, values)
        _write(channel)
        _record(actor, "alert.channel_create", after=described(channel))
    return channel, secret


def channel_update(
    *, actor: Actor, channel_id: int, values: dict[str, Any], seen: Seen = WHICHEVER
) -> AlertChannel:
    """Change all but the kind and the secret. What changed while it was off is not told later."""
    require(actor, Permission.MANAGE_ALERTS)
    with transaction.atomic():
        channel = _locked(channel_id)
        seen.require(channel)
        if values["kind"] != channel.kind:
            raise Conflict(
                "A channel's kind stays",
                detail="Make another channel.",
                facts={"kind": channel.kind},
            )
        before = described(channel)
        if values["enabled"] and not channel.enabled:
            channel.told_up_to = health.last_change_id()
            channel.open = {}
        _set(channel, values)
        _write(channel)
        _record(actor, "alert.channel_update", before=before, after=described(channel))
    return channel


def channel_delete(*, actor: Actor, channel_id: int, seen: Seen = WHICHEVER) -> None:
    """Delete a channel with its log."""
    require(actor, Permission.MANAGE_ALERTS)
    with transaction.atomic():
        channel = _locked(channel_id)
        seen.require(channel)
        before = described(channel)
        channel.delete()
        _record(actor, "alert.channel_delete", before=before)


def channel_new_secret(*, actor: Actor, channel_id: int) -> str:
    """Sign with another secret from now on; it is told this once."""
    require(actor, Permission.MANAGE_ALERTS)
    with transaction.atomic():
        channel = _locked(channel_id)
        if channel.kind != ChannelKind.WEBHOOK:
            raise Conflict("Only webhooks are signed", facts={"kind": channel.kind})
        secret = new_secret()
        channel.secret_sealed = seal(secret)
        channel.save(update_fields=["secret_sealed"])
        _record(actor, "alert.channel_secret", after=described(channel))
    return secret


def target_of(channel: AlertChannel) -> str:
    """Where it goes, without what may be a secret: paths of webhooks often are."""
    if channel.kind == ChannelKind.EMAIL:
        return ", ".join(channel.recipients)
    try:
        return host_of(unseal(channel.url_sealed))
    except Unreadable:
        return ""


def described(channel: AlertChannel) -> dict[str, Any]:
    """A channel as the audit log shows it."""
    quiet = channel.quiet_from_min, channel.quiet_until_min
    return {
        "id": channel.pk,
        "name": channel.name,
        "kind": channel.kind,
        "enabled": channel.enabled,
        "target": target_of(channel),
        "verdicts": channel.verdicts,
        "checks": channel.checks,
        "quiet": [None if each is None else clock_of(each) for each in quiet],
        "messages_per_hour_max": channel.messages_per_hour_max,
    }


def _locked(channel_id: int) -> AlertChannel:
    channel = AlertChannel.objects.select_for_update().filter(pk=channel_id).first()
    if channel is None:
        raise NotFound("No such channel", facts={"channel_id": channel_id})
    return channel


def _set(channel: AlertChannel, values: dict[str, Any]) -> None:
    """Take over what was given. InvalidInput for what does not fit the kind."""
    if channel.kind == ChannelKind.WEBHOOK:
        channel.url_sealed = seal(_url(values))
        channel.recipients = []
    else:
        channel.recipients = _recipients(values)
    for name in ("name", "enabled", "messages_per_hour_max"):
        setattr(channel, name, values[name])
    channel.verdicts = sorted(set(values["verdicts"]))
    channel.checks = sorted(set(values["checks"]))
    start, end = values["quiet_from"], values["quiet_until"]
    if (start is None) != (end is None) or (start is not None and start == end):
        raise InvalidInput(fields={"quiet_until": ["Give two different times, or none."]})
    channel.quiet_from_min = None if start is None else minutes_of(start)
    channel.quiet_until_min = None if end is None else minutes_of(end)
    channel.updated_at = timezone.now()


def _url(values: dict[str, Any]) -> str:
    if values["recipients"]:
        raise InvalidInput(fields={"recipients": ["A webhook has no recipients."]})
    try:
        return checked_url(values["url"] or "")
    except BadTarget as error:
        raise InvalidInput(fields={"url": [str(error)]}) from error


def _recipients(values: dict[str, Any]) -> list[str]:
    if values["url"]:
        raise InvalidInput(fields={"url": ["An e-mail channel has no address of a webhook."]})
    if not values["recipients"]:
        raise InvalidInput(fields={"recipients": ["Name at least one."]})
    if env().smtp_address is None:
        raise InvalidInput(
            fields={"kind": ["No mail server is set up here (WARREN_SMTP_ADDRESS)."]}
        )
    return list(dict.fromkeys(values["recipients"]))


def _write(channel: AlertChannel) -> None:
    try:
        with transaction.atomic():
            channel.save()
    except IntegrityError as error:
        raise Conflict(
            "There is a channel of that name already",
            code="already_exists",
            facts={"name": channel.name},
        ) from error


def _record(
    actor: Actor,
    action: str,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
) -> None:
    audit_record(actor=actor, action=action, outcome=Outcome.SUCCEEDED, before=before, after=after)
