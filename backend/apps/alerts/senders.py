"""Sending one message, by webhook or e-mail. What goes wrong is an outcome, not an exception."""

import json
import smtplib
from dataclasses import dataclass
from email.utils import formatdate
from typing import Any

import structlog
from django.core.mail import EmailMessage
from django.core.mail.backends.smtp import EmailBackend
from django.utils import timezone

from apps.alerts.models import AlertChannel, AlertDelivery
from apps.alerts.notices import Entry, text_of
from apps.alerts.sealing import Unreadable, unseal
from apps.alerts.values import ChannelKind, DeliveryKind
from apps.common.times import utc_text
from config.env import env
from integrations.webhook.client import NotReached, post
from integrations.webhook.signing import signed_headers

log = structlog.get_logger(__name__)

SEND_TIMEOUT_S = 10
_GONE = 410
_ERROR_CHARACTERS_MAX = 500


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of an attempt. `error` is empty for success; `final`: no other one helps."""

    status: int | None = None
    answer: str = ""
    error: str = ""
    final: bool = False


def send(delivery: AlertDelivery) -> Outcome:
    """Send the message of a delivery once."""
    try:
        if delivery.channel.kind == ChannelKind.EMAIL:
            return _mail(delivery.channel, delivery)
        return _webhook(delivery.channel, delivery)
    except Unreadable:
        return Outcome(
            error="The platform's key has changed: enter the address anew, and make a new secret.",
            final=True,
        )


def message_of(delivery: AlertDelivery) -> dict[str, Any]:
    """The body of a webhook. `text` is what chat programs show."""
    return {
        "type": "test" if delivery.kind == DeliveryKind.TEST else "health.changed",
        "id": delivery.message_id,
        "timestamp": utc_text(delivery.created_at),
        "channel": delivery.channel.name,
        "summary": delivery.summary,
        "text": text_for_people(delivery),
        "checks": delivery.content,
    }


def text_for_people(delivery: AlertDelivery) -> str:
    if not delivery.content:
        return delivery.summary
    body = text_of(Entry(**each) for each in delivery.content)
    return f"{delivery.summary}\n\n{body}"


def _webhook(channel: AlertChannel, delivery: AlertDelivery) -> Outcome:
    body = json.dumps(message_of(delivery), ensure_ascii=False).encode()
    headers = signed_headers(
        secret=unseal(channel.secret_sealed),
        message_id=delivery.message_id,
        at_s=int(timezone.now().timestamp()),
        body=body,
    )
    try:
        answer = post(
            unseal(channel.url_sealed),
            body=body,
            headers={"User-Agent": "Warren", **headers},
            timeout_s=SEND_TIMEOUT_S,
            allow_private=env().alert_private_addresses,
        )
    except NotReached as error:
        return Outcome(error=f"{error}."[:_ERROR_CHARACTERS_MAX])
    if 200 <= answer.status < 300:
        return Outcome(status=answer.status, answer=answer.text)
    return Outcome(
        status=answer.status,
        answer=answer.text,
        error=f"The receiver answered {answer.status}.",
        final=answer.status == _GONE,
    )


def _mail(channel: AlertChannel, delivery: AlertDelivery) -> Outcome:
    address = env().smtp_address
    if address is None:
        return Outcome(error="No mail server is set (WARREN_SMTP_ADDRESS).", final=True)
    host, _, port = address.rpartition(":")
    try:
        server = EmailBackend(
            host=host.strip("[]"),
            port=int(port),
            username=env().smtp_user or "",
            password=_smtp_password(),
            use_tls=env().smtp_security == "starttls",
            use_ssl=env().smtp_security == "tls",
            timeout=SEND_TIMEOUT_S,
            fail_silently=False,
        )
        EmailMessage(
            subject=f"Warren: {delivery.summary}",
            body=f"{text_for_people(delivery)}\n",
            from_email=env().mail_from,
            to=list(channel.recipients),
            headers={
                "Message-ID": f"<{delivery.message_id}@{_domain()}>",
                "Date": formatdate(delivery.created_at.timestamp()),
                "Auto-Submitted": "auto-generated",
            },
            connection=server,
        ).send()
    except smtplib.SMTPRecipientsRefused as error:
        refused = ", ".join(error.recipients)
        return Outcome(error=f"The mail server takes none of: {refused}."[:_ERROR_CHARACTERS_MAX])
    except smtplib.SMTPResponseException as error:
        text = error.smtp_error
        said = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
        return Outcome(
            status=error.smtp_code if 0 < error.smtp_code < 1_000 else None,
            answer=said[:_ERROR_CHARACTERS_MAX],
            error=f"The mail server answered {error.smtp_code}.",
        )
    except (smtplib.SMTPException, OSError) as error:
        said = str(error) or type(error).__name__
        return Outcome(error=f"The mail server was not reached: {said}"[:_ERROR_CHARACTERS_MAX])
    return Outcome(answer="The mail server took it.")


def _smtp_password() -> str:
    if env().smtp_user is None:
        return ""
    return env().smtp_password_path.read_text(encoding="utf-8").strip()


def _domain() -> str:
    return env().mail_from.rpartition("@")[2].strip(" >") or "localhost"
