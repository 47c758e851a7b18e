"""A take-over that needs a second person's word, and one that the console orders."""

import json
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from warren_cli import (
    build,
    fenced_names,
    lifecycle,
    take_over,
    take_over_approval,
    take_over_orders,
    take_over_state,
    toolchain,
)
from warren_cli.errors import OperatorError
from warren_cli.home import Home
from warren_cli.programs import programs
from warren_cli.progress import Progress
from warren_cli.settings import Settings, load
from warren_cli.take_over import Plan
from warren_cli.take_over_state import Phase

VERSION = "storageType=NAME_NODE\nlayoutVersion=-67\n"
APPROVED = {"job_id": 7, "asked_by": "ana", "approved_by": "bob"}


@pytest.fixture
def names(tmp_path: Path) -> Path:
    folder = tmp_path / "name"
    (folder / "current").mkdir(parents=True)
    (folder / "current" / "VERSION").write_text(VERSION, encoding="utf-8")
    return folder


@pytest.fixture
def settings(tmp_path: Path, names: Path) -> Settings:
    settings = load(
        {
            "WARREN_HOME": str(tmp_path / "home"),
            "WARREN_TAKE_OVER_APPROVAL": "true",
            "WARREN_TAKE_OVER_FROM": str(names),
        }
    )
    Home(settings.home).store.mkdir(parents=True)
    return settings


class Platform:
    """Stands for the platform's command: what it says of the approval, call after call."""

    def __init__(self, *answers: dict[str, Any] | str) -> None:
        self.answers = list(answers)

    def __call__(self, command: list[str], **more: Any) -> subprocess.CompletedProcess[str]:
        assert command[-1] == "take_over_approval"
        environment: Mapping[str, str] = more["env"]
        assert environment["DJANGO_SETTINGS_MODULE"] == "config.settings"
        answer = self.answers.pop(0)
        if isinstance(answer, str):
            return subprocess.CompletedProcess(command, 1, "", f"CommandError: {answer}\n")
        return subprocess.CompletedProcess(command, 0, json.dumps(answer), "")


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    called: list[str] = []
    monkeypatch.setattr(take_over, "_tool", lambda home, command, *more: called.append(command))
    monkeypatch.setattr(lifecycle, "run", lambda settings, progress: called.append("run"))
    monkeypatch.setattr(toolchain, "require", lambda: None)
    monkeypatch.setattr(build, "ensure_java", lambda progress: None)
    return called


def told(monkeypatch: pytest.MonkeyPatch, *answers: dict[str, Any] | str) -> None:
    monkeypatch.setattr(subprocess, "run", Platform(*answers))


def fenced(folder: Path) -> bool:
    return fenced_names.is_fenced((folder / "current" / "VERSION").read_text(encoding="utf-8"))


def test_nothing_is_taken_over_without_a_second_persons_word(
    settings: Settings, names: Path, steps: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told(monkeypatch, "Job 7 waits for somebody else than ana.")
    with pytest.raises(OperatorError, match=r"Nobody approved.*somebody else than ana"):
        take_over.run(settings, Progress(), Plan())
    assert steps == []
    assert take_over_state.read(Home(settings.home)) is None
    assert not fenced(names)


def test_the_word_is_asked_for_again_before_the_point_of_no_return(
    settings: Settings, names: Path, steps: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told(monkeypatch, APPROVED, "It was cancelled.", APPROVED, APPROVED | {"job_id": 8})
    with pytest.raises(OperatorError, match="It was cancelled"):
        take_over.run(settings, Progress(), Plan())
    with pytest.raises(OperatorError, match="with which this take-over began is gone"):
        take_over.run(settings, Progress(), Plan())
    assert steps == ["catch-up", "catch-up"]
    assert not fenced(names)


def test_a_platform_that_does_not_say_in_time_is_a_refusal(
    settings: Settings, names: Path, steps: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def sleeps(command: list[str], **_more: Any) -> None:
        raise subprocess.TimeoutExpired(command, take_over_approval.TIMEOUT_S)

    monkeypatch.setattr(subprocess, "run", sleeps)
    with pytest.raises(OperatorError, match="did not say in time"):
        take_over.run(settings, Progress(), Plan())
    assert steps == []
    assert not fenced(names)


def test_who_asked_and_who_approved_is_written_down(
    settings: Settings, names: Path, steps: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told(monkeypatch, APPROVED, APPROVED)
    take_over.run(settings, Progress(), Plan())
    state = take_over_state.read(Home(settings.home))
    assert state is not None
    assert (state.phase, state.name_dirs) == (Phase.SERVING, (str(names),))
    assert (state.job_id, state.asked_by, state.approved_by) == (7, "ana", "bob")
    assert 0 < state.begun_at_s <= state.fenced_at_s <= state.ended_at_s <= state.served_at_s
    # What is done is not asked about again.
    take_over.run(settings, Progress(), Plan())
    assert steps == ["catch-up", "end", "run"]


def test_what_is_fenced_is_ended_whoever_withdraws_his_word(
    settings: Settings, names: Path, steps: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told(monkeypatch, APPROVED, APPROVED)
    tool = take_over._tool
    monkeypatch.setattr(take_over, "_tool", dies_at_end)
    with pytest.raises(OperatorError, match="power cut"):
        take_over.run(settings, Progress(), Plan())
    monkeypatch.setattr(take_over, "_tool", tool)
    take_over.run(settings, Progress(), Plan())
    assert steps == ["end", "run"]


def dies_at_end(home: Home, command: str, *arguments: str) -> None:
    if command == "end":
        raise OperatorError("A power cut")


def test_two_at_once_are_refused(
    settings: Settings, steps: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with (
        take_over.alone(Home(settings.home)),
        pytest.raises(OperatorError, match="Another take-over"),
    ):
        take_over.run(settings, Progress(), Plan())
    assert steps == []


def order(home: Home, number: int, *, age_s: float = 0) -> None:
    text = json.dumps(
        {
            "number": number,
            "job_id": 7,
            "ordered_by": "ana",
            "ordered_at_s": time.time() - age_s,
        }
    )
    (home.root / take_over_orders.ORDER_NAME).write_text(text, encoding="utf-8")


def attempt(home: Home) -> dict[str, Any]:
    text = (home.root / take_over_orders.ATTEMPT_NAME).read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def test_an_order_is_carried_out_once(settings: Settings) -> None:
    home = Home(settings.home)
    assert not take_over_orders.carry_out(home, lambda: (0, []))
    order(home, 1)
    assert take_over_orders.carry_out(home, lambda: (1, ["The old NameNode runs."]))
    told_of = attempt(home)
    assert (told_of["number"], told_of["code"]) == (1, 1)
    assert told_of["said"] == ["The old NameNode runs."]
    assert told_of["started_at_s"] <= told_of["ended_at_s"]
    assert not take_over_orders.carry_out(home, lambda: (0, []))
    order(home, 2)
    with take_over.alone(home):
        assert not take_over_orders.carry_out(home, lambda: (0, []))
    assert take_over_orders.carry_out(home, lambda: (0, []))
    assert attempt(home)["code"] == 0


def test_a_call_that_died_is_made_again(settings: Settings) -> None:
    home = Home(settings.home)
    order(home, 1)

    def dies() -> tuple[int, list[str]]:
        assert attempt(home)["ended_at_s"] is None
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        take_over_orders.carry_out(home, dies)
    assert take_over_orders.carry_out(home, lambda: (0, []))


def test_what_nobody_took_in_time_is_void(settings: Settings) -> None:
    home = Home(settings.home)
    order(home, 1, age_s=take_over_orders.TAKEN_WITHIN_S + 1)
    assert not take_over_orders.carry_out(home, lambda: (0, []))
    assert not (home.root / take_over_orders.ATTEMPT_NAME).exists()


@pytest.mark.parametrize(("phase", "again"), [(Phase.BEGUN, False), (Phase.FENCED, True)])
def test_a_call_that_died_long_ago_is_made_again_where_it_has_to_be_ended(
    settings: Settings, phase: Phase, again: bool
) -> None:
    home = Home(settings.home)
    take_over_state.keep(home, take_over_state.State(phase, ("/name",)))
    order(home, 1, age_s=10_000)
    begun = {"number": 1, "started_at_s": time.time() - take_over_orders.REPEATED_WITHIN_S - 1}
    (home.root / take_over_orders.ATTEMPT_NAME).write_text(json.dumps(begun), encoding="utf-8")
    assert take_over_orders.carry_out(home, lambda: (0, [])) is again
    assert attempt(home)["code"] == (0 if again else 1)
    assert not take_over_orders.carry_out(home, lambda: (0, []))


def test_without_the_setting_the_word_is_asked_for_on_demand(
    settings: Settings, names: Path, steps: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    freely = settings.model_copy(update={"take_over_approval": False})
    told(monkeypatch, "Nobody asked for a take-over.")
    with pytest.raises(OperatorError, match="Nobody approved"):
        take_over.run(freely, Progress(), Plan(approved=True))
    assert steps == []
    take_over.run(freely, Progress(), Plan())
    state = take_over_state.read(Home(settings.home))
    assert state is not None
    assert (state.phase, state.job_id) == (Phase.SERVING, None)


@pytest.mark.parametrize("text", ["", "[1]", '{"number": 1}', '{"number": 1, "job'])
def test_what_is_no_order_is_none(settings: Settings, text: str) -> None:
    home = Home(settings.home)
    (home.root / take_over_orders.ORDER_NAME).write_text(text, encoding="utf-8")
    assert not take_over_orders.carry_out(home, lambda: (0, []))


def test_the_program_is_there_only_where_the_folders_are_known(settings: Settings) -> None:
    home = Home(settings.home)
    assert "take-over" in [each.name for each in programs(settings, home)]
    without = load({"WARREN_HOME": str(settings.home)})
    assert "take-over" not in [each.name for each in programs(without, home)]


def test_a_way_back_is_noted(
    settings: Settings, steps: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told(monkeypatch, APPROVED, APPROVED)
    monkeypatch.setattr(lifecycle, "stop", lambda settings, progress: steps.append("stop"))
    take_over.run(settings, Progress(), Plan())
    take_over.back(settings, Progress())
    home = Home(settings.home)
    assert take_over_state.read(home) is None
    noted = json.loads((home.root / take_over_state.BACK_NAME).read_text(encoding="utf-8"))
    assert noted["job_id"] == 7
    assert noted["given_back_at_s"] >= noted["served_at_s"]
