"""The file system as a broker, for running without a message server.

kombu's transport creates a message's file before it writes it, so a reader may find it empty.
Here a message appears under its name only when it is complete.
"""

import time
import uuid
from pathlib import Path
from typing import Any

from kombu.transport import filesystem
from kombu.utils.encoding import str_to_bytes
from kombu.utils.json import dumps


class Channel(filesystem.Channel):
    def _put(  # type: ignore[override]
        self, queue: str, payload: dict[str, Any], **_kwargs: Any
    ) -> None:
        folder = Path(self.data_folder_out)
        # Wall clock, not the monotonic one: the order of messages survives a reboot.
        name = f"{time.time_ns() // 1_000_000}_{uuid.uuid4()}.{queue}.msg"
        draft = folder / f".{name}.draft"
        draft.write_bytes(str_to_bytes(dumps(payload)))
        draft.rename(folder / name)


class Transport(filesystem.Transport):
    Channel = Channel
