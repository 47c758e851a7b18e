"""Tables as files of comma-separated values, sent while they are read."""

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

from django.http import HttpResponseBase, StreamingHttpResponse

from apps.common.paging import Page, Row


def csv_line(values: Sequence[Any]) -> str:
    """One line, with its end; None is an empty value."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(values)
    return text.getvalue()


def csv_pages(
    heading: Sequence[Any],
    read: Callable[..., Page[Row]],
    lines_of: Callable[[Row], Iterable[Sequence[Any]]],
    *,
    items_max: int,
    advice: str,
) -> Iterator[str]:
    """A heading and the lines of all items of a list, which is read page by page, by `cursor`.

    At most so many items; the last line says when there are more, with what to do about it. The
    first page is read at once: what is wrong is raised before anything is sent.
    """
    first = read(cursor=None)
    return chain([csv_line(heading)], _lines(first, read, lines_of, items_max, advice))


def _lines(
    page: Page[Row],
    read: Callable[..., Page[Row]],
    lines_of: Callable[[Row], Iterable[Sequence[Any]]],
    items_max: int,
    advice: str,
) -> Iterator[str]:
    written = 0
    while True:
        for item in page.items[: items_max - written]:
            yield from map(csv_line, lines_of(item))
        written += len(page.items)
        if page.next_cursor is None and written <= items_max:
            return
        if written >= items_max:
            yield csv_line((f"cut after {items_max} {advice}",))
            return
        page = read(cursor=page.next_cursor)


def csv_response(lines: Iterable[str], *, filename: str) -> HttpResponseBase:
    """An answer that browsers keep as a file of this name."""
    response = StreamingHttpResponse(lines, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{filename}"'
    return response
