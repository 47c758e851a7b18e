"""Contract: what a viewer sees by HDFS permissions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from warren_search.errors import ScopeNotFound
from warren_search.query import SearchQuery, Viewer
from warren_search.testkit.history import directory, file, root
from warren_search.testkit.under_test import IndexUnderTest, version


class ViewersContract:
    """A part of SearchContract."""

    @pytest.mark.parametrize(
        ("mode", "user", "groups", "visible"),
        [
            (0o755, "eve", [], True),
            (0o750, "eve", [], False),
            (0o750, "eve", ["staff"], True),
            (0o750, "alice", [], True),
            (0o711, "eve", [], False),
            (0o744, "eve", [], False),
            (0o070, "alice", ["staff"], False),
            (0o700, "eve", ["staff"], False),
            (0o705, "eve", ["staff"], False),
            (0o1777, "eve", [], True),
        ],
    )
    def test_a_viewer_sees_what_hdfs_would_list(
        self, index: IndexUnderTest, mode: int, user: str, groups: Sequence[str], visible: bool
    ) -> None:
        guarded = replace(directory(2, 1, "guarded"), owner="alice", group="staff", mode=mode)
        index.put(root(), guarded, file(3, 2, "secret"))
        viewer = Viewer(user, frozenset(groups))
        page = index.page(text="secret", viewer=viewer)
        assert [hit.name for hit in page.items] == (["secret"] if visible else [])
        assert page.total == int(visible)
        assert index.names(text="guarded", viewer=viewer) == ["guarded"]

    @pytest.mark.parametrize(
        ("acl", "user", "groups", "visible"),
        [
            ("user:eve:r-x,group::---,mask::r-x,other::---", "eve", [], True),
            ("user:eve:r-x,group::---,mask::r-x,other::---", "mallory", [], False),
            # The owner is judged by the mode alone, which is 0770 here.
            ("user:alice:---,group::---,mask::r-x,other::---", "alice", [], True),
            # The mask limits named users and all groups, but not the others.
            ("user:eve:rwx,group::---,mask::--x,other::r-x", "eve", [], False),
            ("group::r-x,group:science:r-x,mask::---,other::r-x", "eve", ["science"], False),
            ("group::---,mask::---,other::r-x", "eve", [], True),
            # A user's own entry decides, whatever the groups may do.
            ("user:eve:---,group::r-x,mask::r-x,other::r-x", "eve", ["staff"], False),
            # Each right may come from another group; without any of them the others' count.
            ("group::r--,group:science:--x,mask::r-x,other::---", "eve", ["staff"], False),
            (
                "group::r--,group:science:--x,mask::r-x,other::---",
                "eve",
                ["staff", "science"],
                True,
            ),
            ("group::---,mask::r-x,other::r-x", "eve", ["staff"], False),
            # An ACL that is not known grants nothing.
            ("?", "eve", ["staff"], False),
            ("?", "alice", [], True),
        ],
    )
    def test_an_acl_decides_instead_of_the_mode(
        self, index: IndexUnderTest, acl: str, user: str, groups: Sequence[str], visible: bool
    ) -> None:
        guarded = replace(
            directory(2, 1, "guarded"), owner="alice", group="staff", mode=0o770, acl=acl
        )
        index.put(root(), guarded, directory(3, 2, "below"), file(4, 3, "secret"))
        viewer = Viewer(user, frozenset(groups))
        assert index.page(text="below", viewer=viewer).total == int(visible)
        assert index.reader.facets(SearchQuery(text="below", viewer=viewer)).total == int(visible)
        assert index.page(text="guarded", viewer=viewer).total == 1

    def test_a_changed_acl_shows_and_hides_what_is_below(self, index: IndexUnderTest) -> None:
        shut = replace(directory(2, 1, "guarded"), mode=0o700)
        index.put(root(), shut, directory(3, 2, "below"), file(4, 3, "secret"))
        viewer = Viewer("eve")
        assert index.page(text="secret", viewer=viewer).total == 0
        acl = "user:eve:r-x,group::---,mask::r-x,other::---"
        index.put(version(shut, 2, mode=0o750, acl=acl))
        assert index.paths(text="secret", viewer=viewer) == ["/guarded/below/secret"]
        assert index.names(path="/guarded/below", viewer=viewer) == ["secret"]
        index.put(version(shut, 3))
        assert index.page(text="secret", viewer=viewer).total == 0

    def test_attributes_are_found_by_whom_an_acl_lets_read(self, index: IndexUnderTest) -> None:
        acl = "user:eve:r--,group::---,group:science:r--,mask::r--,other::---"
        marked = replace(file(2, 1, "marked"), mode=0o640, xattrs=("team=blue",), acl=acl)
        index.put(root(), marked)

        def found(viewer: Viewer) -> int:
            return index.page(xattrs=("team=blue",), viewer=viewer).total

        assert found(Viewer("eve")) == 1
        assert found(Viewer("bob", frozenset({"science"}))) == 1
        assert found(Viewer("bob", frozenset({"supergroup"}))) == 0
        assert found(Viewer("hdfs")) == 1

    def test_a_viewer_needs_execute_on_every_ancestor(self, index: IndexUnderTest) -> None:
        closed = replace(directory(2, 1, "closed"), mode=0o700)
        through = replace(directory(5, 1, "through"), mode=0o711)
        index.put(root(), closed, directory(3, 2, "open"), file(4, 3, "hidden"))
        index.put(through, directory(6, 5, "open"), file(7, 6, "shown"))
        viewer = Viewer("eve")
        assert index.page(text="hidden", viewer=viewer).total == 0
        assert index.names(text="shown", viewer=viewer) == ["shown"]
        assert index.page(text="open", viewer=viewer).total == 0
        assert index.names(path="/through/open", viewer=viewer) == ["shown"]
        assert index.names(path="/through", viewer=viewer) == ["shown"]
        with pytest.raises(ScopeNotFound):
            index.page(path="/closed/open", viewer=viewer)
