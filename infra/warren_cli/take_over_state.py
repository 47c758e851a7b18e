"""What is written down of a take-over: `take-over.json`, and `taken-back.json` of one undone.

Both are read by the platform, too, which shows them.
"""

import json
import os
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from warren_cli.backups.files import sync_folder
from warren_cli.errors import OperatorError
from warren_cli.home import Home
from warren_cli.rights import owner_only

STATE_NAME = "take-over.json"
BACK_NAME = "taken-back.json"


class Phase(StrEnum):
    """How far a take-over is: the last step that is done."""

    BEGUN = "begun"
    FENCED = "fenced"
    ENDED = "ended"
    SERVING = "serving"
    GOING_BACK = "going_back"


MEANINGS = {
    Phase.BEGUN: "begun; the old NameNode may still be started, and nothing is lost by that",
    Phase.FENCED: "the old NameNode is fenced, and all of its edits are here",
    Phase.ENDED: "this file system is the one that is used; it has still to be started",
    Phase.SERVING: "done: Warren serves in the place of the old NameNode",
    Phase.GOING_BACK: "on the way back to the old NameNode; call it with --back again",
}


@dataclass(frozen=True)
class State:
    """What is written down. Times are seconds of the Unix epoch, 0 where there is none yet.

    last_edit_at_s: when the old NameNode wrote its last edit. served_at_s: when Warren served. The
    other times are those of the phases. job_id: the platform's job by which a second person
    approved it, None where nobody asked for that; with who asked and who approved.
    """

    phase: Phase
    name_dirs: tuple[str, ...]
    last_edit_at_s: float = 0
    served_at_s: float = 0
    begun_at_s: float = 0
    fenced_at_s: float = 0
    ended_at_s: float = 0
    job_id: int | None = None
    asked_by: str = ""
    approved_by: str = ""

    @property
    def read_only_s(self) -> float:
        """How long nobody could write: from the old one's last edit until Warren served."""
        return max(0.0, self.served_at_s - self.last_edit_at_s)


def path(home: Home) -> Path:
    return home.root / STATE_NAME


def read(home: Home) -> State | None:
    """What was written down; None when no take-over was begun."""
    try:
        found: dict[str, Any] = json.loads(path(home).read_text(encoding="utf-8"))
        return State(
            **{
                **found,
                "phase": Phase(found["phase"]),
                "name_dirs": tuple(found["name_dirs"]),
            }
        )
    except FileNotFoundError:
        return None
    except (ValueError, TypeError, KeyError) as error:
        raise OperatorError(
            "The note of the take-over can't be read", file=path(home), reason=error
        ) from error


def keep(home: Home, state: State) -> None:
    """Writes it down, so that no crash leaves half of it."""
    write_whole(path(home), asdict(state))


def keep_given_back(home: Home, state: State, *, at_s: float) -> None:
    """Notes that the take-over was undone, in the place of an earlier note."""
    write_whole(home.root / BACK_NAME, asdict(state) | {"given_back_at_s": at_s})


def write_whole(file: Path, content: dict[str, Any]) -> None:
    """Replaces a JSON file as a whole, on the disk when this returns."""
    draft = file.with_suffix(".new")
    with owner_only(), draft.open("w", encoding="utf-8") as out:
        json.dump(content, out, indent=2)
        out.flush()
        os.fsync(out.fileno())
    draft.replace(file)
    sync_folder(file.parent)
