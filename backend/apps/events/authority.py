"""Whether who opened a stream may still have it."""

from dataclasses import dataclass

from apps.accounts.selectors import token_by_id
from apps.accounts.sessions import user_of_session
from apps.common.rights import Access
from apps.events.topics import Topic, topics_of


@dataclass(frozen=True, slots=True)
class Credential:
    """What a stream was opened with: a session of a browser, or an API token."""

    session_key: str | None
    token_id: int | None


def topics_now(credential: Credential) -> frozenset[Topic] | None:
    """What may be heard with it now; None when it is revoked or over, or its user locked."""
    if credential.token_id is not None:
        token = token_by_id(credential.token_id)
        return (
            None if token is None else topics_of(token.user.rights().limited_to(token.scope_access))
        )
    if credential.session_key is None:
        return None
    user = user_of_session(credential.session_key)
    return None if user is None else topics_of(user.rights().limited_to(Access.ADMIN))
