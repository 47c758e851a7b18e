"""Settings of the migration from an HDFS."""

from pydantic import Field

from warren_cli.modes import Mode
from warren_cli.pipeline_settings import PipelineSettings


class MigrationSettings(PipelineSettings):
    """What a take-over asks for, and of whom it takes over."""

    take_over_approval: bool = Field(
        default=False,
        description="Whether `bin/warren migrate take-over` takes over only what somebody asked "
        "for on the console's page Migration and somebody else approved.",
        json_schema_extra={"unit": "true or false", "shown": "false", "only": Mode.EMBEDDED},
    )
    take_over_from: str = Field(
        default="",
        pattern=r"^(/[^,]+(,/[^,]+)*)?$",
        description="Every name directory of the old NameNodes, separated by commas, where `bin/"
        "warren migrate take-over` is not told by --from. With them an approved take-over can be "
        "begun from the console.",
        json_schema_extra={"unit": "paths", "only": Mode.EMBEDDED},
    )
    take_over_namenodes: str = Field(
        default="",
        pattern=r"^([^,:\s]+:[0-9]+(,[^,:\s]+:[0-9]+)*)?$",
        description="Addresses of the old NameNodes, separated by commas, none of which may answer "
        "at a take-over, where --namenode does not tell.",
        json_schema_extra={"unit": "host:port", "only": Mode.EMBEDDED},
    )

    @property
    def take_over_name_dirs(self) -> tuple[str, ...]:
        return tuple(filter(None, self.take_over_from.split(",")))

    @property
    def take_over_addresses(self) -> tuple[str, ...]:
        return tuple(filter(None, self.take_over_namenodes.split(",")))
