"""Columns and first rows of Parquet, ORC and Avro files, read apart from the platform."""

from integrations.tabular.errors import TableTooLarge, TableUnreadable
from integrations.tabular.reading import Source, read_head
from integrations.tabular.shapes import Column, TableHead, TableKind

__all__ = [
    "Column",
    "Source",
    "TableHead",
    "TableKind",
    "TableTooLarge",
    "TableUnreadable",
    "read_head",
]
