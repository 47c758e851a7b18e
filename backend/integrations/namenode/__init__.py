"""The namenodes' admin API, typed."""

from warren_namenode import SAFE_MODE, NamenodeProblem, NamenodeUnreachable

from integrations.namenode.client import NamenodeClient

__all__ = ["SAFE_MODE", "NamenodeClient", "NamenodeProblem", "NamenodeUnreachable"]
