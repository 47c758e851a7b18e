"""Contract: what a viewer sees by HDFS permissions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from warren_search.errors import ScopeNotFound
from warren_search.query import Viewer
from warren_search.testkit.history import directory, file, root
from warren_search.testkit.under_test import IndexUnderTest


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
