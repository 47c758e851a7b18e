"""The check of the data folder's backups."""

import json
from datetime import datetime, timedelta
from typing import ClassVar

from apps.health.readings import Readings
from apps.health.verdicts import CheckKey, Finding, ok, unknown, warning
from config.env import env


class Backups:
    """How old the last backup is; nothing where none was ever made."""

    key: ClassVar = CheckKey.BACKUPS
    title: ClassVar = "The last backup is not old"
    remedy: ClassVar = (
        "Run `bin/warren backup DIR`, by a timer, best onto another machine's disk, and see why "
        "the last one failed. WARREN_BACKUP_MAX_AGE_H says when it counts as old."
    )
    page: ClassVar = "/"

    def look(self, read: Readings) -> Finding | None:
        try:
            text = env().last_backup_path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return None
        except OSError as error:
            return unknown(f"The note of the last backup can't be read: {error.strerror}.")
        try:
            as_of = datetime.fromisoformat(json.loads(text)["as_of"])
            age = read.now - as_of
        except (ValueError, KeyError, TypeError):
            return unknown("The note of the last backup can't be understood.")
        max_age_h = env().backup_max_age_h
        if age > timedelta(hours=max_age_h):
            hours = age // timedelta(hours=1)
            return warning(f"It is {hours:,} h old, more than {max_age_h:,} h.")
        # No exact age: the reason would change, and be written, at every look.
        return ok(f"It is not older than {max_age_h:,} h.")
