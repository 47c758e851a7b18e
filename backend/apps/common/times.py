"""Times as this API writes them."""

from datetime import UTC, datetime


def utc_text(time: datetime) -> str:
    """A time in UTC with milliseconds: `2026-11-21T08:00:00.123Z`."""
    return time.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
