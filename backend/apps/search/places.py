"""How far an export is: what its job keeps as its cursor."""

import json
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Place:
    """cursor: of the search's next page. rows, written_bytes: how far the file of `file_epoch`
    (None: none yet) is good. complete: it holds all there is to write. truncated: which is not
    all that was found. as_of: sequence and time (ms) of the feed that it includes at least.
    size_bytes: of the finished file; None before.
    """

    cursor: str = ""
    rows: int = 0
    written_bytes: int = 0
    file_epoch: int | None = None
    complete: bool = False
    truncated: bool = False
    as_of: dict[str, Any] | None = None
    size_bytes: int | None = None

    @staticmethod
    def parse(text: str | None) -> "Place":
        """What `text` was made of; the beginning for None."""
        return Place() if text is None else Place(**json.loads(text))

    def text(self) -> str:
        return json.dumps(asdict(self))
