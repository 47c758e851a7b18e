"""What is told of a table."""

from enum import StrEnum

from pydantic import BaseModel, ConfigDict


class TableKind(StrEnum):
    PARQUET = "parquet"
    ORC = "orc"
    AVRO = "avro"


class Column(BaseModel):
    """type: as the library for the file's form writes it."""

    model_config = ConfigDict(frozen=True)

    name: str
    type: str


class TableHead(BaseModel):
    """The columns of a table, and its first rows with each value as text, None for null.

    rows: None when they could not be read within the bounds of a look. row_count: None where the
    form does not say it. columns_left_out: so many more columns there are.
    """

    model_config = ConfigDict(frozen=True)

    kind: TableKind
    columns: list[Column]
    columns_left_out: int
    rows: list[list[str | None]] | None
    row_count: int | None
