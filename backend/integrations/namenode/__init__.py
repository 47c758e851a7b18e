"""The namenodes' admin API, typed."""

from integrations.namenode.client import NamenodeClient
from integrations.namenode.errors import SAFE_MODE, NamenodeProblem, NamenodeUnreachable

__all__ = ["SAFE_MODE", "NamenodeClient", "NamenodeProblem", "NamenodeUnreachable"]
