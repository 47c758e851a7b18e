"""Who does a request that named a key, and what was answered: rows that are there once."""

import hashlib
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.db import IntegrityError, transaction
from django.utils import timezone

from apps.common.problems import Conflict
from apps.common.sealing import Seal
from apps.idempotency.models import KeptAnswer

KEPT_FOR = timedelta(days=1)
# Longer than any request takes. An attempt that died holds up the next one for so long.
CLAIMED_FOR = timedelta(seconds=120)
KEYS_OF_USER_MAX = 10_000
SWEPT_AT_ONCE = 500
SWEEPS_MAX = 200
_SEAL: Final = Seal(b"warren idempotency: answers")
_RETRY_AFTER_S = 1
_FULL_RETRY_AFTER_S = 3600


@dataclass(frozen=True, slots=True)
class Claim:
    """The right of one attempt to do what a key stands for."""

    row_id: int
    token: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What was answered. body: its text, without its secret where tells_secret says so."""

    status: int
    headers: Mapping[str, str]
    body: str
    tells_secret: bool


def claim(*, user_id: int, key: str, request_hmac: str) -> Claim | Answer:
    """The right to do it now, or the answer that it had.

    Conflict when the key stood for another request, the same one is under way now, or the user has
    as many keys of the last day as are kept.
    """
    now = timezone.now()
    mine = KeptAnswer.objects.filter(user_id=user_id)
    key_sha256 = hashlib.sha256(key.encode()).hexdigest()
    row = mine.filter(key_sha256=key_sha256).first()
    if row is None:
        if mine.count() >= KEYS_OF_USER_MAX:
            raise Conflict(
                "You used too many keys",
                code="too_many_keys",
                detail="Send requests without a key, or wait: each is kept for a day.",
                facts={"keys_max": KEYS_OF_USER_MAX},
                retry_after_s=_FULL_RETRY_AFTER_S,
            )
        token = uuid.uuid4().hex
        try:
            with transaction.atomic():
                made = KeptAnswer.objects.create(
                    user_id=user_id,
                    key_sha256=key_sha256,
                    request_hmac=request_hmac,
                    claim=token,
                    claimed_until=now + CLAIMED_FOR,
                    created_at=now,
                )
        except IntegrityError as error:
            # Another one came first, between the look-up and now.
            raise _under_way() from error
        return Claim(made.pk, token)
    if row.request_hmac != request_hmac:
        raise Conflict(
            "This Idempotency-Key was used for another request",
            code="idempotency_key_reused",
            detail="Use a new key for a new request.",
        )
    return _taken_over(row) if row.status is None else _answer(row, row.status)


def _taken_over(row: KeptAnswer) -> Claim:
    """The claim of an attempt that died; Conflict while it may still live."""
    now = timezone.now()
    token = uuid.uuid4().hex
    left = KeptAnswer.objects.filter(
        pk=row.pk, claim=row.claim, status__isnull=True, claimed_until__lte=now
    )
    if left.update(claim=token, claimed_until=now + CLAIMED_FOR) != 1:
        raise _under_way()
    return Claim(row.pk, token)


def _under_way() -> Conflict:
    return Conflict(
        "The same request is under way",
        code="request_under_way",
        detail="Send it again in a moment, with the same key: you get its answer then.",
        retry_after_s=_RETRY_AFTER_S,
    )


def _answer(row: KeptAnswer, status: int) -> Answer:
    body = _SEAL.unseal(row.body_sealed) if row.body_sealed else ""
    return Answer(status, row.headers, body, row.tells_secret)


def finish(mine: Claim, answer: Answer) -> None:
    """Keep the answer. Conflict when another attempt took the claim over meanwhile.

    In the transaction of what was done, this undoes it then.
    """
    kept = KeptAnswer.objects.filter(pk=mine.row_id, claim=mine.token, status__isnull=True).update(
        status=answer.status,
        headers=dict(answer.headers),
        body_sealed=_SEAL.seal(answer.body) if answer.body else "",
        tells_secret=answer.tells_secret,
    )
    if kept != 1:
        raise _under_way()


def release(mine: Claim) -> None:
    """Forget an attempt that failed: the key is as if it was never used."""
    KeptAnswer.objects.filter(pk=mine.row_id, claim=mine.token, status__isnull=True).delete()


def sweep() -> int:
    """Forget what is older than a day, in batches that are committed one by one; how many."""
    swept = 0
    for _ in range(SWEEPS_MAX):
        old = KeptAnswer.objects.filter(created_at__lt=timezone.now() - KEPT_FOR)
        ids = list(old.order_by("created_at").values_list("pk", flat=True)[:SWEPT_AT_ONCE])
        swept += KeptAnswer.objects.filter(pk__in=ids).delete()[0]
        if len(ids) < SWEPT_AT_ONCE:
            break
    return swept
