"""The data folder: what is refused is not touched, what is made survives a repetition."""

import json
from pathlib import Path

import pytest

from warren_cli.errors import OperatorError
from warren_cli.home import FORMAT_VERSION, Home, is_initialised, prepare
from warren_cli.settings import Settings, load


def settings_for(root: Path) -> Settings:
    return load({"WARREN_HOME": str(root)})


def contents(root: Path) -> dict[str, bytes]:
    return {str(f.relative_to(root)): f.read_bytes() for f in root.rglob("*") if f.is_file()}


def test_an_absent_an_empty_and_a_configured_folder_will_do(tmp_path: Path) -> None:
    assert not is_initialised(Home(tmp_path / "absent"))
    assert not is_initialised(Home(tmp_path))
    (tmp_path / "warren.toml").write_text("")
    assert not is_initialised(Home(tmp_path))


def test_preparing_twice_keeps_every_secret(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    prepare(home, settings_for(home.root), None)
    before = contents(home.root)
    assert is_initialised(home)
    prepare(home, settings_for(home.root), "another password")
    assert contents(home.root) == before
    assert (home.secrets.stat().st_mode & 0o777) == 0o700
    assert all((f.stat().st_mode & 0o777) == 0o600 for f in home.secrets.iterdir())


def test_a_given_console_password_is_used(tmp_path: Path) -> None:
    prepare(Home(tmp_path), settings_for(tmp_path), "correct horse")
    assert Home(tmp_path).console_password_file.read_text() == "correct horse"


def test_another_programs_folder_is_refused_untouched(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("years of work")
    with pytest.raises(OperatorError, match=r"other content.*found=thesis\.tex.*Nothing was"):
        prepare(Home(tmp_path), settings_for(tmp_path), None)
    assert contents(tmp_path) == {"thesis.tex": b"years of work"}


@pytest.mark.parametrize(
    ("mark", "message"),
    [
        ("", "cannot be understood"),
        ("{", "cannot be understood"),
        ("[]", "cannot be understood"),
        ('{"format": "other", "version": 1}', "not Warren's"),
        ('{"format": "warren-home", "version": true}', "not Warren's"),
        (json.dumps({"format": "warren-home", "version": FORMAT_VERSION + 1}), "newer Warren"),
    ],
)
def test_a_mark_of_another_kind_is_refused_untouched(
    tmp_path: Path, mark: str, message: str
) -> None:
    (tmp_path / "warren-home.json").write_text(mark)
    with pytest.raises(OperatorError, match=message):
        prepare(Home(tmp_path), settings_for(tmp_path), None)
    assert contents(tmp_path) == {"warren-home.json": mark.encode()}


def test_a_file_in_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("")
    with pytest.raises(OperatorError, match="not a folder"):
        is_initialised(Home(tmp_path / "home"))


def test_paths_that_the_supervisor_cannot_take_are_refused(tmp_path: Path) -> None:
    with pytest.raises(OperatorError, match="cannot quote"):
        is_initialised(Home(tmp_path / "a;b"))
    with pytest.raises(OperatorError, match="too long"):
        is_initialised(Home(tmp_path / ("x" * 100)))


def test_a_start_that_was_cut_short_before_the_mark_can_be_repeated(tmp_path: Path) -> None:
    (tmp_path / ".warren-home.json.new").write_text('{"form')
    prepare(Home(tmp_path), settings_for(tmp_path), None)
    assert is_initialised(Home(tmp_path))
