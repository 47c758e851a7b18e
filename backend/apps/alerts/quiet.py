"""Quiet hours: a part of each day, in UTC, in which nothing is sent."""

from datetime import datetime


def minutes_of(clock: str) -> int:
    """`22:30` as minutes since midnight."""
    hours, _, minutes = clock.partition(":")
    return int(hours) * 60 + int(minutes)


def clock_of(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"


def is_quiet(now: datetime, *, from_min: int | None, until_min: int | None) -> bool:
    """Whether `now`, in UTC, lies in the quiet hours, which may go over midnight."""
    if from_min is None or until_min is None:
        return False
    minute = now.hour * 60 + now.minute
    if from_min < until_min:
        return from_min <= minute < until_min
    return minute >= from_min or minute < until_min
