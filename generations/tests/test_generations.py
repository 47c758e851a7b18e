"""The rules, over a shelf that is a dictionary: numbers, what is gone on with, what is removed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest
from warren_generations.rules import Generations, Naming

NAMING = Naming("log.g", ".txt")


@dataclass
class Stand:
    """A shelf; of each generation it has whether that is unfinished."""

    naming: Naming = NAMING
    unfinished: dict[str, bool] = field(default_factory=dict)
    led_to: str | None = None
    closed: bool = False

    def names(self) -> list[str]:
        return list(self.unfinished)

    def current(self) -> str | None:
        return self.led_to

    def switch(self, name: str) -> None:
        self.led_to = name

    def remove(self, names: Sequence[str]) -> None:
        for name in names:
            del self.unfinished[name]

    def close(self) -> None:
        self.closed = True


@dataclass
class Opened:
    name: str
    closed: bool = False

    def close(self) -> None:
        self.closed = True


class OnStand(Generations[Opened]):
    def __init__(self, stand: Stand) -> None:
        super().__init__(stand)
        self.stand = stand
        self.opened: list[Opened] = []

    def start_build(self) -> str:
        name = self._next()
        self.stand.unfinished[name] = True
        return name

    def remove_all_others(self) -> None:
        self._remove_all_others()

    def _reopen(self, name: str) -> Opened | None:
        if not self.stand.unfinished[name]:
            return None
        self.opened.append(Opened(name))
        return self.opened[-1]


def generations(*, led_to: str | None = None, **numbers: bool) -> OnStand:
    """g1=True is an unfinished generation 1."""
    unfinished = {f"log.{number}.txt": is_one for number, is_one in numbers.items()}
    return OnStand(Stand(unfinished=unfinished, led_to=led_to))


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("log.g1.txt", 1),
        ("log.g10.txt", 10),
        ("log.g007.txt", 7),
        ("log.g.txt", 0),
        ("log.g1.txt-wal", 0),
        ("log.g1", 0),
        ("log.g-1.txt", 0),
        ("log.g1²3.txt", 0),
        ("log.gold.g1.txt", 0),
        ("log+g1.txt", 0),
        ("my-log.g1.txt", 0),
        ("", 0),
    ],
)
def test_a_name_says_its_number_or_that_it_is_another_things(name: str, number: int) -> None:
    assert NAMING.number(name) == number
    assert NAMING.number(NAMING.name(12)) == 12


def test_numbers_rise_by_their_value() -> None:
    assert generations().start_build() == "log.g1.txt"
    assert generations(led_to="log.g10.txt", g9=False, g10=False).start_build() == "log.g11.txt"


def test_a_number_is_not_given_again_while_readers_are_led_to_it() -> None:
    assert generations(led_to="log.g4.txt", g2=False).start_build() == "log.g5.txt"
    assert generations(led_to="elsewhere", g2=False).start_build() == "log.g3.txt"


def test_the_newest_unfinished_one_is_gone_on_with() -> None:
    found = generations(led_to="log.g1.txt", g1=False, g9=True, g10=True, g11=False)
    build = found.resume_build()
    assert build is not None
    assert (build.name, build.closed) == ("log.g10.txt", False)


def test_the_current_one_is_no_build() -> None:
    assert generations(led_to="log.g1.txt", g1=True).resume_build() is None


def test_a_build_that_begins_anew_removes_the_unfinished_ones_alone() -> None:
    found = generations(led_to="log.g2.txt", g1=False, g2=False, g3=True, g4=True)
    assert found.start_build() == "log.g3.txt"
    assert found.stand.unfinished == {
        "log.g1.txt": False,
        "log.g2.txt": False,
        "log.g3.txt": True,
    }
    assert all(each.closed for each in found.opened)


def test_the_current_one_and_the_newest_unfinished_one_are_left() -> None:
    found = generations(led_to="log.g2.txt", g1=False, g2=False, g3=True, g4=True, g5=False)
    found.stand.unfinished["notes"] = False
    found.remove_others()
    assert set(found.stand.unfinished) == {"log.g2.txt", "log.g4.txt", "notes"}
    assert all(each.closed for each in found.opened)
    found.remove_all_others()
    assert set(found.stand.unfinished) == {"log.g2.txt", "notes"}


def test_what_readers_are_led_to_is_kept_whatever_its_name_is() -> None:
    found = generations(led_to="restored", g1=False)
    found.stand.unfinished["restored"] = False
    found.remove_others()
    assert set(found.stand.unfinished) == {"restored"}


def test_the_shelf_is_given_back() -> None:
    with generations() as found:
        assert not found.stand.closed
    assert found.stand.closed
