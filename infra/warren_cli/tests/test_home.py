"""The data folder: what is refused is not touched, what is made survives a repetition."""

import json
import os
from pathlib import Path

import pytest

from warren_cli import hadoop_conf
from warren_cli.errors import OperatorError
from warren_cli.home import FORMAT_VERSION, Home, is_initialised, prepare
from warren_cli.rights import OTHERS
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


def open_to_others(root: Path) -> list[str]:
    """What group or others may do anything with, links left out."""
    everything = [root, *root.rglob("*")]
    return [str(f) for f in everything if not f.is_symlink() and f.lstat().st_mode & OTHERS]


def test_nobody_else_reaches_anything_in_a_new_folder(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    prepare(home, settings_for(home.root), None)
    assert open_to_others(home.root) == []


def test_a_folder_of_an_older_version_is_closed(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    prepare(home, settings_for(home.root), None)
    mark = json.loads(home.marker.read_text())
    del mark["rights"]
    home.marker.write_text(json.dumps(mark))
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir(mode=0o755)
    deep = home.blocks / "current" / "finalized"
    deep.mkdir(parents=True)
    (deep / "block").write_text("of somebody")
    (home.root / "old").symlink_to(elsewhere)
    for path in (home.root, *home.root.rglob("*")):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() else 0o644)

    prepare(home, settings_for(home.root), None)

    assert open_to_others(home.root) == []
    assert elsewhere.stat().st_mode & 0o777 == 0o755
    assert json.loads(home.marker.read_text()) == mark | {"rights": "owner"}


def test_what_an_operator_opens_is_closed_at_the_next_start(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    prepare(home, settings_for(home.root), None)
    home.root.chmod(0o755)
    home.logs.chmod(0o777)
    prepare(home, settings_for(home.root), None)
    assert open_to_others(home.root) == []


def test_what_is_made_elsewhere_keeps_ordinary_rights(tmp_path: Path) -> None:
    former = os.umask(0o022)
    try:
        home = Home(tmp_path / "home")
        settings = settings_for(home.root)
        prepare(home, settings, None)
        files = hadoop_conf.write_client(tmp_path / "client", settings, force=False)
        assert {file.stat().st_mode & 0o777 for file in files} == {0o644}
        assert (tmp_path / "client").stat().st_mode & 0o777 == 0o755
    finally:
        os.umask(former)


@pytest.mark.parametrize(("user", "mode"), [(0, 0o711), (1000, 0o700)])
def test_elasticsearchs_own_user_passes_to_its_folder_and_lists_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, user: int, mode: int
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: user)
    settings = load({"WARREN_HOME": str(tmp_path / "home"), "WARREN_MODE": "cluster"})
    prepare(Home(settings.home), settings, None)
    assert settings.home.stat().st_mode & 0o777 == mode
    assert open_to_others(settings.home) == [str(settings.home)] * (user == 0)
