"""Keeping, changing and forgetting what a user keeps under a name: one way for every kind."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db import IntegrityError, transaction
from django.utils import timezone

from apps.audit.services import Outcome, audit_record
from apps.common.actor import Actor
from apps.common.problems import Conflict, NotFound
from apps.common.tags import WHICHEVER, Seen, Tagged

SAVED_MAX = 200

Row = TypeVar("Row", bound=Tagged)


@dataclass(frozen=True, slots=True)
class Saved(Generic[Row]):
    """One kind of saved thing.

    model: has user_id, owner, name, created_at and updated_at; a name is unique for a user.
    noun, nouns: what users call one and several.
    area: the audited actions are AREA.save and AREA.unsave.
    audited: what the audit shows of one.
    """

    model: type[Row]
    noun: str
    nouns: str
    area: str
    audited: Callable[[Row], dict[str, Any]]

    def of_user(self, *, user_id: int, saved_id: int) -> Row:
        """One of the user's own, locked until the commit; NotFound for those of others."""
        rows = self.model._default_manager.select_for_update()
        saved = rows.filter(user_id=user_id, pk=saved_id).first()
        if saved is None:
            raise NotFound(f"No such {self.noun} of yours", facts={"saved_id": saved_id})
        return saved

    def create(self, *, actor: Actor, user_id: int, values: dict[str, Any]) -> Row:
        """Keep one under a name that the user does not use yet."""
        with transaction.atomic():
            if self.model._default_manager.filter(user_id=user_id).count() >= SAVED_MAX:
                raise Conflict(
                    f"You keep as many {self.nouns} as allowed",
                    detail="Delete one first.",
                    facts={"saved_max": SAVED_MAX},
                )
            now = timezone.now()
            saved = self.model(
                user_id=user_id, owner=actor.name, created_at=now, updated_at=now, **values
            )
            self._write(saved, name=values["name"])
            self._record(actor, "save", after=self.audited(saved))
        return saved

    def update(
        self,
        *,
        actor: Actor,
        user_id: int,
        saved_id: int,
        values: dict[str, Any],
        seen: Seen = WHICHEVER,
    ) -> Row:
        """Change one of the user's own."""
        with transaction.atomic():
            saved = self.of_user(user_id=user_id, saved_id=saved_id)
            seen.require(saved)
            before = self.audited(saved)
            for name, value in {**values, "updated_at": timezone.now()}.items():
                setattr(saved, name, value)
            self._write(saved, name=values["name"])
            self._record(actor, "save", before=before, after=self.audited(saved))
        return saved

    def delete(self, *, actor: Actor, user_id: int, saved_id: int, seen: Seen = WHICHEVER) -> None:
        """Forget one of the user's own."""
        with transaction.atomic():
            saved = self.of_user(user_id=user_id, saved_id=saved_id)
            seen.require(saved)
            before = self.audited(saved)
            saved.delete()
            self._record(actor, "unsave", before=before)

    def _write(self, saved: Row, *, name: str) -> None:
        try:
            with transaction.atomic():
                saved.save()
        except IntegrityError as error:
            raise Conflict(
                f"You have a {self.noun} of that name already",
                detail="Choose another name, or change that one.",
                facts={"name": name},
            ) from error

    def _record(
        self,
        actor: Actor,
        action: str,
        before: dict[str, Any] | None = None,
        after: dict[str, Any] | None = None,
    ) -> None:
        audit_record(
            actor=actor,
            action=f"{self.area}.{action}",
            outcome=Outcome.SUCCEEDED,
            before=before,
            after=after,
        )
