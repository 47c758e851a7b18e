"""Settings of what goes over WebHDFS: direct changes, snapshots, downloads and uploads."""

import getpass

from pydantic import Field

from config.login_settings import LoginSettings


class TransferSettings(LoginSettings):
    hdfs_superuser: str | None = Field(
        default=None,
        description="User of HDFS as whom the platform acts over WebHDFS where a role of Warren's "
        "decides. Default: as whom this process runs.",
    )
    transfers_max: int = Field(
        default=2,
        ge=1,
        le=1_000,
        description="Downloads and uploads that a web process has at once. Each takes one of its "
        "threads: keep it below WARREN_WEB_THREADS.",
    )
    upload_mb_max: int = Field(
        default=10_240, ge=1, le=1_048_576, description="Size of one upload at most (MiB)."
    )

    @property
    def hdfs_superuser_name(self) -> str:
        return self.hdfs_superuser or getpass.getuser()
