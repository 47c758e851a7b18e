"""Where a permission holds: by whole names of canonical paths, and nowhere by accident."""

import pytest

from apps.common.actor import SYSTEM, Actor
from apps.common.problems import AccessDenied
from apps.common.rights import (
    ABOUT_PATHS,
    EVERYTHING,
    MEANINGS,
    NOTHING,
    Access,
    Grant,
    Permission,
    Rights,
    is_below,
    require,
)

SCOPED = Rights((Grant(frozenset(Permission), ("/a", "/b/c")),))


def actor(rights: Rights) -> Actor:
    return Actor(name="ann", user_id=1, hdfs_user="ann", rights=rights)


@pytest.mark.parametrize("path", ["/a", "/a/b", "/a/b/c", "/b/c", "/b/c/d", "/a/%", "/a/é"])
def test_what_is_below(path: str) -> None:
    assert is_below(path, ("/a", "/b/c"))


@pytest.mark.parametrize(
    "path",
    [
        *("/", "/ab", "/b", "/b/cd", "/A", "/a.", "/a ", "/á", "a", "a/b", ""),
        *("/a/../b", "/a/..", "/a/./b", "/a/", "/a//b", "//a", "/./a", "/b/c/", "/a/\0"),
        *("/.reserved/raw/a/b", "/.reserved/.inodes/16386", "/b/../a/x"),
    ],
)
def test_what_is_not(path: str) -> None:
    assert not is_below(path, ("/a", "/b/c"))
    assert not SCOPED.allows(Permission.DELETE, path)


def test_no_directory_opens_anything() -> None:
    assert not is_below("/a", ())
    assert not is_below("/a", ("",))
    assert is_below("/a", ("/",))


@pytest.mark.parametrize("permission", Permission)
def test_what_is_about_no_path_holds_everywhere_or_not_at_all(permission: Permission) -> None:
    assert EVERYTHING.allows(permission)
    assert not NOTHING.allows(permission, "/a")
    assert not SCOPED.allows(permission)
    assert SCOPED.allows(permission, "/a") is (permission in ABOUT_PATHS)
    assert SCOPED.holds(permission) is (permission in ABOUT_PATHS)
    assert permission in MEANINGS


def test_grants_add_up() -> None:
    both = Rights(
        (
            Grant(frozenset({Permission.DELETE}), ("/a",)),
            Grant(frozenset({Permission.DELETE, Permission.RESTORE}), ("/b",)),
            Grant(frozenset({Permission.SQL})),
        )
    )
    assert both.reach(Permission.DELETE) == ("/a", "/b")
    assert both.reach(Permission.RESTORE) == ("/b",)
    assert both.reach(Permission.SQL) is None
    assert both.reach(Permission.LIMITS) == ()
    assert (both.level, NOTHING.level, EVERYTHING.level) == (
        Access.OPERATE,
        Access.READ,
        Access.ADMIN,
    )


def test_a_tokens_scope_takes_what_it_does_not_have() -> None:
    reading = EVERYTHING.limited_to(Access.READ)
    assert reading.allows(Permission.SEE_ALL)
    assert not reading.allows(Permission.DELETE, "/a")
    operating = EVERYTHING.limited_to(Access.OPERATE)
    assert operating.allows(Permission.DELETE, "/a")
    assert not operating.allows(Permission.MANAGE_USERS)
    assert SCOPED.limited_to(Access.OPERATE).reach(Permission.DELETE) == ("/a", "/b/c")


def test_a_refusal_says_where_it_would_be_allowed() -> None:
    require(SYSTEM, Permission.MANAGE_USERS)
    require(actor(SCOPED), Permission.DELETE, "/a/b")
    with pytest.raises(AccessDenied) as elsewhere:
        require(actor(SCOPED), Permission.DELETE, "/ab")
    assert elsewhere.value.facts == {
        "permission": "delete",
        "path": "/ab",
        "allowed_below": ["/a", "/b/c"],
    }
    with pytest.raises(AccessDenied) as nowhere:
        require(actor(SCOPED), Permission.LIMITS)
    assert nowhere.value.facts == {"permission": "limits"}
