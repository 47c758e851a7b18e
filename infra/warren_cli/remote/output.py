"""What commands print: tables for people, JSON and CSV for programs."""

import csv
import json
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from warren_cli.progress import binary_size
from warren_cli.tables import aligned


class Format(StrEnum):
    """CSV has the table's columns with exact values, JSON everything that the API told."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"


def plain(value: Any) -> str:
    """A value on one line that does nothing to a terminal, whatever a file name holds."""
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(plain, value)) or "-"
    text = str(value)
    return text if text.isprintable() else repr(text)


def size(value: Any) -> str:
    return plain(value) if value is None else binary_size(value)


def count(value: Any) -> str:
    return plain(value) if value is None else f"{value:,}"


def time(value: Any) -> str:
    """A time of the API, which is UTC, to the second."""
    return plain(value) if value is None else f"{str(value)[:19].replace('T', ' ')}Z"


@dataclass(frozen=True)
class Column:
    """A column: its title, where its value is in an item (dots go deeper), how a table shows it."""

    title: str
    key: str
    shown: Callable[[Any], str] = plain

    def value(self, item: Any) -> Any:
        for part in self.key.split("."):
            item = None if item is None else item.get(part)
        return item


def show(items: Iterable[Any], columns: Sequence[Column], how: Format) -> None:
    """A list, one item a line or a row."""
    if how is Format.JSON:
        _json(items)
    elif how is Format.CSV:
        out = csv.writer(sys.stdout)
        out.writerow([column.title for column in columns])
        for item in items:
            values = (column.value(item) for column in columns)
            out.writerow(["" if value is None else _exact(value) for value in values])
    else:
        head = tuple(column.title for column in columns)
        rows = [tuple(column.shown(column.value(item)) for column in columns) for item in items]
        print(aligned([head, *rows]))


def show_one(item: Any, columns: Sequence[Column], how: Format) -> None:
    """One thing: in a table, a line for each of its values."""
    if how is Format.JSON:
        print(json.dumps(item, indent=2, ensure_ascii=False))
    elif how is Format.CSV:
        show([item], columns, how)
    else:
        print(aligned([(column.title, column.shown(column.value(item))) for column in columns]))


def _json(items: Iterable[Any]) -> None:
    """An array, written as the pages come."""
    before = "["
    for item in items:
        print(f"{before}\n {json.dumps(item, ensure_ascii=False)}", end="")
        before = ","
    print("[]" if before == "[" else "\n]")


def _exact(value: Any) -> str:
    if isinstance(value, dict | list | bool):
        return json.dumps(value, ensure_ascii=False)
    return str(value)
