"""Settings of the migration from an HDFS."""

from pydantic import Field

from config.transfer_settings import TransferSettings


class MigrationSettings(TransferSettings):
    take_over_from: str = Field(
        default="",
        description="Name directories of the old NameNodes, comma separated, as the launcher has "
        "them: with them an approved take-over can be begun from the console.",
    )
    take_over_hours: int = Field(
        default=24,
        ge=1,
        le=24 * 30,
        description="A take-over can be carried out this long after somebody approved it (hours).",
    )
    rehearsal_hours: int = Field(
        default=24,
        ge=1,
        le=24 * 365,
        description="A rehearsal of a take-over counts as old after this time (hours).",
    )
    take_over_lag_ms: int = Field(
        default=60_000,
        ge=1_000,
        description="From this age on the state of a copy speaks against its take-over (ms).",
    )
