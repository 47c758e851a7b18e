"""Requests that named a key, and what was answered to them."""

from django.db import models


class KeptAnswer(models.Model):
    """One request under a user's key: under way while `status` is null, answered since.

    key_sha256: of the key, so that no collation takes one for another. request_hmac: of method,
    address and body, under the platform's key: bodies may hold passwords. claim: which attempt does
    it now, until claimed_until at the latest. body_sealed: encrypted (apps.common.sealing), without
    secrets; tells_secret says that there was one. headers: those of the answer that tell of the
    thing.
    """

    user_id = models.BigIntegerField()
    key_sha256 = models.CharField(max_length=64)
    request_hmac = models.CharField(max_length=64)
    claim = models.CharField(max_length=32)
    claimed_until = models.DateTimeField()
    status = models.PositiveSmallIntegerField(null=True)
    headers = models.JSONField(default=dict)
    body_sealed = models.TextField(blank=True, default="")
    tells_secret = models.BooleanField(default=False)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user_id", "key_sha256"], name="kept_answer_key")
        ]
        indexes = [models.Index(fields=["created_at"], name="kept_answer_age")]
