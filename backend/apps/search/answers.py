"""What search answers, in the platform's terms."""

from dataclasses import dataclass
from datetime import datetime

from warren_search import FacetValue


@dataclass(frozen=True, slots=True)
class Hit:
    """An inode that matched; `highlights` are [start, end) in UTF-16 code units of `name`."""

    inode_id: int
    path: str
    name: str
    kind: str
    size_bytes: int
    owner: str
    group: str
    mode: str
    mtime: datetime
    replication: int
    highlights: list[list[int]]
    fuzzy: bool
    in_database: bool


@dataclass(frozen=True, slots=True)
class AsOf:
    sequence: int
    time: datetime


@dataclass(frozen=True, slots=True)
class Answer:
    items: list[Hit]
    next_cursor: str | None
    total: int
    total_is_exact: bool
    as_of: AsOf
    lag_ms: int
    source: str


@dataclass(frozen=True, slots=True)
class FacetDimension:
    """Values of one dimension; `dimension:value` narrows the query string to one of them."""

    dimension: str
    values: list[FacetValue]


@dataclass(frozen=True, slots=True)
class FacetAnswer:
    """`complete`: no dimension was left out for want of time.

    `source`: which engine counted; `index_because`: why that was the index.
    """

    total: int
    length_bytes: int
    dimensions: list[FacetDimension]
    complete: bool
    as_of: AsOf
    lag_ms: int
    source: str
    index_because: str | None
