"""The namenodes' admin API, typed."""

from integrations.namenode.client import NamenodeClient
from integrations.namenode.errors import NamenodeProblem, NamenodeUnreachable

__all__ = ["NamenodeClient", "NamenodeProblem", "NamenodeUnreachable"]
