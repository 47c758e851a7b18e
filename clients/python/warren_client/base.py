"""What all generated types have in common."""

from typing import Any

from pydantic import (
    BaseModel,
    ConfigDict,
    ValidationError,
    ValidatorFunctionWrapHandler,
    field_validator,
)


class Answer(BaseModel):
    """A part of an answer. A newer Warren may tell more than this client knows: further members
    are left out, and a further value of a closed set stays the text that it is."""

    # Most programs need few of some hundred types: each is built when it is used first.
    model_config = ConfigDict(defer_build=True, use_attribute_docstrings=True)

    @field_validator("*", mode="wrap")
    @classmethod
    def _take_newer_values(cls, value: Any, handler: ValidatorFunctionWrapHandler) -> Any:
        try:
            return handler(value)
        except ValidationError as error:
            if _are_texts(value) and all(
                each["type"] == "literal_error" for each in error.errors(include_url=False)
            ):
                return value
            raise


class Body(BaseModel):
    """A part of what is sent. Members that were not given are not sent; None is sent as null."""

    model_config = ConfigDict(defer_build=True, use_attribute_docstrings=True, extra="forbid")


def _are_texts(value: Any) -> bool:
    return isinstance(value, str) or (
        isinstance(value, list) and all(isinstance(each, str) for each in value)
    )
