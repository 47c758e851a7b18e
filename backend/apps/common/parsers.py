"""JSON bodies, bounded: size, nesting, and text that can be stored."""

import json
from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from rest_framework.parsers import JSONParser

from apps.common.problems import InvalidInput, TooLarge


class BoundedJSONParser(JSONParser):
    """Refuses what would fill the memory or the stack, and half surrogate pairs."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        size_max_bytes: int = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        body = stream.read(size_max_bytes + 1)
        if len(body) > size_max_bytes:
            raise TooLarge(facts={"size_max_bytes": size_max_bytes})
        try:
            value = json.loads(body.decode("utf-8"), parse_constant=_refuse_constant)
            json.dumps(value, ensure_ascii=False).encode("utf-8")
        except (ValueError, RecursionError) as error:
            raise InvalidInput(
                "The body is not valid JSON in UTF-8", fields={"body": [str(error)[:200]]}
            ) from error
        return value


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a JSON value")
