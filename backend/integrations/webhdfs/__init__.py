"""The namenodes' WebHDFS: what changes the tree, snapshots, and the bytes of files."""

from integrations.webhdfs.client import Pieces, WebHdfs
from integrations.webhdfs.errors import OutcomeUnknown, WebHdfsRefusal, WebHdfsUnreachable

__all__ = ["OutcomeUnknown", "Pieces", "WebHdfs", "WebHdfsRefusal", "WebHdfsUnreachable"]
