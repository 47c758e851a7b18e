"""The OpenAPI description, served as it is committed."""

from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

OPENAPI_FILE = Path(__file__).resolve().parent.parent / "openapi.yaml"


@lru_cache(maxsize=1)
def openapi_document() -> dict[str, Any]:
    """The committed description, parsed once."""
    text = OPENAPI_FILE.read_text(encoding="utf-8")
    # The one that is written in Python takes seconds for half a megabyte.
    document: dict[str, Any] = yaml.load(text, Loader=yaml.CSafeLoader)
    return document


class SchemaView(APIView):
    authentication_classes = ()
    permission_classes = ()

    @extend_schema(
        operation_id="schema_get",
        summary="This description, as JSON.",
        responses={200: OpenApiTypes.OBJECT},
        auth=[],
    )
    def get(self, request: Request) -> Response:
        return Response(openapi_document())
