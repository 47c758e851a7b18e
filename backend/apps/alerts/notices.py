"""What a channel is told of changed verdicts: one entry for each check, however often it changed.

Nothing here reads or writes rows: so many changes make a message of bounded size.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Protocol

from apps.common.times import utc_text
from apps.health.change_selectors import CheckText
from apps.health.verdicts import WORST_FIRST, Verdict

SUMMARY_CHARACTERS_MAX = 200


class Change(Protocol):
    """A row of the history of verdicts, as far as it matters here."""

    key: str
    at: datetime
    before: str
    verdict: str
    reason: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A check that changed. `worst`: of the verdicts it had; `changes`: how often it changed."""

    check: str
    title: str
    verdict: str
    before: str
    worst: str
    reason: str
    remedy: str
    page: str
    since: str
    changes: int

    def plain(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Told:
    """What is to be told, and which checks are then known not to be well."""

    entries: list[Entry]
    open: dict[str, str]


def told(
    changes: Iterable[Change],
    *,
    verdicts: Collection[str],
    checks: Collection[str],
    muted: Collection[str],
    already: Mapping[str, str],
    texts: Mapping[str, CheckText],
) -> Told:
    """What to tell a channel of `changes`, which come oldest first.

    A check is told when it had one of `verdicts`, or when the channel was told before that it is
    not well. checks: all when empty. muted: silent. already: as `Told.open` of the time before.
    """
    by_check: dict[str, list[Change]] = {}
    for change in changes:
        by_check.setdefault(change.key, []).append(change)
    entries: list[Entry] = []
    still = dict(already)
    for key, its in by_check.items():
        if key in muted or (checks and key not in checks):
            continue
        if key not in already and not any(each.verdict in verdicts for each in its):
            continue
        last = its[-1]
        entries.append(_entry(its, texts.get(key) or CheckText(key, key, "", "/health")))
        if last.verdict == Verdict.OK:
            still.pop(key, None)
        else:
            still[key] = last.verdict
    rank = {str(verdict): place for place, verdict in enumerate(WORST_FIRST)}
    entries.sort(key=lambda each: (rank[each.verdict], rank[each.worst]))
    return Told(entries=entries, open=still)


def _entry(its: list[Change], text: CheckText) -> Entry:
    last = its[-1]
    had = {each.verdict for each in its}
    return Entry(
        check=text.key,
        title=text.title,
        verdict=last.verdict,
        before=its[0].before,
        worst=next(str(each) for each in WORST_FIRST if each in had),
        reason=last.reason,
        remedy="" if last.verdict == Verdict.OK else text.remedy,
        page=text.page,
        since=utc_text(last.at),
        changes=len(its),
    )


def summary_of(entries: list[Entry]) -> str:
    """One line: `1 error, 2 resolved: Datanodes live, …`."""
    count: dict[str, int] = {}
    for each in entries:
        word = "resolved" if each.verdict == Verdict.OK else each.verdict
        count[word] = count.get(word, 0) + 1
    counts = ", ".join(f"{number} {word}" for word, number in count.items())
    line = f"{counts}: {', '.join(each.title for each in entries)}"
    return line if len(line) <= SUMMARY_CHARACTERS_MAX else line[: SUMMARY_CHARACTERS_MAX - 1] + "…"


def text_of(entries: Iterable[Entry]) -> str:
    """The message for people, a paragraph for each check."""
    return "\n\n".join(_paragraph(each) for each in entries)


def _paragraph(entry: Entry) -> str:
    head = "RESOLVED" if entry.verdict == Verdict.OK else entry.verdict.upper()
    lines = [f"{head}: {entry.title} (since {entry.since})", entry.reason]
    if entry.changes > 1:
        lines.append(f"It changed {entry.changes} times; the worst was: {entry.worst}.")
    if entry.remedy:
        lines.append(f"What to do: {entry.remedy}")
    return "\n".join(lines)
