"""The indexer's HTTP interface."""

from integrations.indexer.client import IndexerClient, IndexerRefused, IndexerUnreachable

__all__ = ["IndexerClient", "IndexerRefused", "IndexerUnreachable"]
