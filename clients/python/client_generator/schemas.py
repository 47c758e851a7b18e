"""The description's schemas as pydantic's models."""

import json
from collections.abc import Iterator
from typing import Any, Final

from datamodel_code_generator import InputFileType
from datamodel_code_generator import generate as generate_models
from datamodel_code_generator.enums import DataModelType
from datamodel_code_generator.format import PythonVersion
from datamodel_code_generator.parser import LiteralType

REFERENCE: Final = "#/components/schemas/"
# The platform checks what it is sent, and says what is wrong in words of its own.
_BOUNDS: Final = frozenset(
    {
        *("minLength", "maxLength", "pattern", "minimum", "maximum"),
        *("minItems", "maxItems", "uniqueItems", "default"),
    }
)
_FORMATS: Final = frozenset({"date", "date-time"})


def models(description: dict[str, Any]) -> str:
    """The module of all types."""
    sent = _sent(description)
    schemas = {
        name: {
            **_plain(schema),
            "customBasePath": f"warren_client.base.{'Body' if name in sent else 'Answer'}",
        }
        for name, schema in description["components"]["schemas"].items()
    }
    text = generate_models(
        json.dumps(
            {
                "openapi": description["openapi"],
                "info": description["info"],
                "paths": {},
                "components": {"schemas": schemas},
            }
        ),
        input_file_type=InputFileType.OpenAPI,
        output_model_type=DataModelType.PydanticV2BaseModel,
        target_python_version=PythonVersion.PY_311,
        enum_field_as_literal=LiteralType.All,
        use_annotated=True,
        use_type_alias=True,
        use_schema_description=True,
        use_field_description=True,
        use_single_line_docstring=True,
        use_standard_collections=True,
        use_union_operator=True,
        keep_model_order=True,
        disable_timestamp=True,
        formatters=[],
        custom_file_header='"""Types of the API."""',
    )
    if not isinstance(text, str):
        raise TypeError("The types were not made as one module")
    return text


def references(value: Any) -> Iterator[str]:
    """Names of the schemas that are referred to."""
    if isinstance(value, dict):
        for key, each in value.items():
            if key == "$ref" and isinstance(each, str):
                yield each.removeprefix(REFERENCE)
            else:
                yield from references(each)
    elif isinstance(value, list):
        for each in value:
            yield from references(each)


def _sent(description: dict[str, Any]) -> set[str]:
    """Names of the schemas that bodies of requests are made of."""
    schemas = description["components"]["schemas"]
    found: set[str] = set()
    waiting = [
        name
        for methods in description["paths"].values()
        for operation in methods.values()
        for name in references(operation.get("requestBody"))
    ]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(references(schemas[name]))
    return found


def _plain(schema: Any) -> Any:
    """The same without what only the platform checks."""
    if isinstance(schema, list):
        return [_plain(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: {name: _plain(each) for name, each in value.items()}
        if key == "properties"
        else _plain(value)
        for key, value in schema.items()
        if key not in _BOUNDS and (key != "format" or value in _FORMATS)
    }
