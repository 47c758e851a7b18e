"""The manual page: as the commands tell of themselves."""

import pytest

from warren_cli.cli import app
from warren_cli.man_page import MAN_PAGE, _line, man_page


def test_the_page_is_up_to_date() -> None:
    assert MAN_PAGE.read_text(encoding="utf-8") == man_page(app), "Run `make contracts`"


def test_it_has_commands_of_both_kinds_with_their_options(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    page = man_page(app)
    assert page == MAN_PAGE.read_text(encoding="utf-8")
    for part in (
        ".SS warren run [OPTIONS]\n",
        ".SS warren jobs undo [OPTIONS]",
        ".B \\-\\-cluster\n",
        ".SH EXIT STATUS\n",
    ):
        assert part in page


def test_text_is_never_taken_for_a_request() -> None:
    assert _line(".so /etc/passwd") == "\\&.so /etc/passwd"
    assert _line("'quoted' \\n") == "\\&'quoted' \\en"


def test_every_request_is_one_that_is_meant() -> None:
    requests = {line.split()[0] for line in man_page(app).splitlines() if line[:1] in {".", "'"}}
    assert requests == {'.\\"', ".TH", ".SH", ".SS", ".B", ".I", ".TP", ".PP"}
