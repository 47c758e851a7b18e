"""Where a move puts what it moves: a pattern, filled in for each inode when it is chosen.

`/archive/{year}/{owner}/{name}` has a part in braces for what differs; a pattern that ends in a
slash names a directory, in which each keeps its name.
"""

import re
from typing import Final

from warren_namenode.generated.admin_api import Entry

from apps.common.rights import is_below
from apps.common.values import is_reserved, normal_path, path_error, utc_from_ms
from apps.jobs.trash import in_trash

PARTS: Final = ("name", "path", "parent", "owner", "group", "year", "month", "day")
_PART: Final = re.compile(r"\{([^{}]*)\}")
_SAME: Final = ("already_there", "It is at its place already")
_INSIDE: Final = ("into_itself", "Its place would be within itself")


def pattern_error(pattern: str) -> str | None:
    """What is wrong with a pattern; None where nothing is."""
    unknown = [part for part in _PART.findall(pattern) if part not in PARTS]
    known = ", ".join(f"{{{part}}}" for part in PARTS)
    if unknown or re.search(r"[{}]", _PART.sub("", pattern)):
        return f"Braces hold one of {known}."
    like = _PART.sub("x", pattern)
    if (message := path_error(like)) is not None:
        return message
    if normal_path(like) == "/" and not pattern.endswith("/"):
        return "Choose a path below the root."
    if is_reserved(like) or in_trash(like):
        return "Nothing is moved to there: choose a path outside /.reserved and of trashes."
    return None


def place_of_move(pattern: str, entry: Entry) -> str:
    """Where an inode goes; a path that may be none (`place_error`)."""
    whole = f"{pattern}{{name}}" if pattern.endswith("/") else pattern
    parent, _, name = entry.path.rpartition("/")
    changed = utc_from_ms(entry.mtime_ms)
    values = {
        "name": name,
        "path": entry.path.strip("/"),
        "parent": parent.strip("/"),
        "owner": entry.owner,
        "group": entry.group,
        "year": f"{changed:%Y}",
        "month": f"{changed:%m}",
        "day": f"{changed:%d}",
    }
    place = _PART.sub(lambda part: values[part.group(1)], whole)
    return normal_path(place) if path_error(place) is None else place


def place_error(path: str, place: str) -> tuple[str, str] | None:
    """Why what lies at a path can't go to a place, as code and message; None where it can."""
    if path == place:
        return _SAME
    if path == "/" or is_below(place, (path,)):
        return _INSIDE
    message = path_error(place)
    if message is None and (place == "/" or is_reserved(place) or in_trash(place)):
        message = "Nothing is moved to there"
    return None if message is None else ("no_place", f"{message} It would be {place[:200]}")
