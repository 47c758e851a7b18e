"""When the emptier takes something: as the namenodes' leader does it."""

import pytest

from apps.trash.emptier import Emptier, emptier
from doubles.world import SetEnv

MIN_MS = 60_000
# Six hours of keeping, checkpoints every hour.
HOURLY = Emptier(360 * MIN_MS, 60 * MIN_MS)
HOUR_MS = 60 * MIN_MS


def test_current_becomes_a_checkpoint_first() -> None:
    """Made a moment after the hour, so it is not old enough six hours later."""
    takes = HOURLY.takes_at_ms(checkpoint="Current", checkpointed_ms=None, now_ms=HOUR_MS // 2)
    assert takes == 8 * HOUR_MS


@pytest.mark.parametrize("name", ["7001010000", "700101000000", "700101000000-1"])
def test_a_checkpoint_that_is_old_enough(name: str) -> None:
    made_ms = HOUR_MS + 900
    takes = HOURLY.takes_at_ms(checkpoint=name, checkpointed_ms=made_ms, now_ms=2 * HOUR_MS)
    assert takes == 8 * HOUR_MS


def test_one_that_should_be_gone_is_tried_again() -> None:
    takes = HOURLY.takes_at_ms(
        checkpoint="700101000000", checkpointed_ms=0, now_ms=50 * HOUR_MS + 1
    )
    assert takes == 51 * HOUR_MS


@pytest.mark.parametrize(("name", "made_ms"), [("mine", 5), ("700101000000", None), ("70", 5)])
def test_what_nobody_can_tell(name: str, made_ms: int | None) -> None:
    assert HOURLY.takes_at_ms(checkpoint=name, checkpointed_ms=made_ms, now_ms=9) is None


@pytest.mark.parametrize(
    ("keep_min", "every_min", "expected"),
    [
        (0, 60, None),
        (360, 60, HOURLY),
        (360, 0, Emptier(360 * MIN_MS, 360 * MIN_MS)),
        # Longer than what is kept, as Hadoop has it.
        (60, 90, Emptier(60 * MIN_MS, 60 * MIN_MS)),
    ],
)
def test_settings(set_env: SetEnv, keep_min: int, every_min: int, expected: Emptier | None) -> None:
    set_env(trash_interval_min=keep_min, trash_checkpoint_interval_min=every_min)
    assert emptier() == expected
