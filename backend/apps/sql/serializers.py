"""Shapes of SQL queries, results, saved queries, tables and reports."""

from datetime import datetime
from typing import Any

from rest_framework import serializers

from apps.common.fields import TagField, UtcField
from apps.common.openapi import PageParameters
from apps.common.price_serializers import UsagePriceSerializer
from apps.common.sorting import SortedParameters, SortField
from apps.common.values import utc_from_ms
from apps.sql.models import SavedQuery, SqlQuery
from apps.sql.values import FileKind, QueryState, SqlEngine
from warren_analytics.wire import TableInfo

STATEMENT_LENGTH_MAX = 20_000
WAIT_MS_MAX = 10_000
ROWS_LIMIT_MAX = 1_000


def _optional_utc(time_ms: int | None) -> datetime | None:
    return None if time_ms is None else utc_from_ms(time_ms)


class StatementField(serializers.CharField):
    """A statement; whether it may run is the replica's to say."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=STATEMENT_LENGTH_MAX, trim_whitespace=False, **kwargs)


class SqlRunSerializer(serializers.Serializer[Any]):
    statement = StatementField(help_text="One SELECT, WITH, DESCRIBE or EXPLAIN.")
    engine = serializers.ChoiceField(
        choices=SqlEngine.choices,
        required=False,
        default=SqlEngine.DUCKDB.value,
        help_text="`duckdb`: the replica; `ndb`: the live metadata, in cluster mode.",
    )
    explain = serializers.BooleanField(
        required=False, default=False, help_text="Answer the plan instead of the rows."
    )
    report = serializers.CharField(
        required=False,
        default="",
        max_length=64,
        allow_blank=True,
        help_text="The report of the library whose statement this is; the history leaves it out.",
    )
    time_limit_ms = serializers.IntegerField(
        required=False,
        min_value=100,
        max_value=3_600_000,
        help_text="Ends the query earlier than the server's limit would.",
    )
    wait_ms = serializers.IntegerField(
        required=False,
        default=2_000,
        min_value=0,
        max_value=WAIT_MS_MAX,
        help_text="Answer after this time at the latest, finished or not.",
    )


class SqlColumnSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(allow_blank=True)
    type = serializers.CharField(help_text="The engine's name of the type.")


class SqlAsOfSerializer(serializers.Serializer[Any]):
    sequence = serializers.IntegerField(help_text="Feed sequence that the answer includes.")
    time = UtcField(help_text="Every change up to this moment is included.")


class SqlSweptSerializer(serializers.Serializer[Any]):
    table = serializers.CharField()
    complete_as_of = UtcField(
        allow_null=True,
        help_text="Every change up to this moment is included; null: not read completely yet.",
    )


class SqlCostSerializer(serializers.Serializer[Any]):
    elapsed_ms = serializers.IntegerField()
    rows_scanned = serializers.IntegerField(help_text="Rows read from tables.")
    memory_peak_bytes = serializers.IntegerField()


class SqlErrorSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    title = serializers.CharField()
    detail = serializers.CharField(allow_blank=True)


class SqlQuerySerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    statement = serializers.CharField()
    explain = serializers.BooleanField()
    engine = serializers.CharField(help_text="`duckdb`: the replica; `ndb`: live.")
    state = serializers.ChoiceField(choices=QueryState.choices)
    time_limit_ms = serializers.IntegerField()
    created_at = UtcField()
    finished_at = UtcField(allow_null=True)
    columns = SqlColumnSerializer(many=True)
    rows = serializers.IntegerField(allow_null=True)
    truncated = serializers.BooleanField(help_text="The result was cut at the server's limit.")
    as_of = SqlAsOfSerializer(allow_null=True)
    lag_ms = serializers.IntegerField(allow_null=True, help_text="How old the answer was.")
    swept = SqlSweptSerializer(
        many=True, help_text="Tables of the statement that the feed does not keep up to date."
    )
    cost = SqlCostSerializer(allow_null=True)
    error = SqlErrorSerializer(allow_null=True)

    def to_representation(self, instance: SqlQuery) -> dict[str, Any]:
        answer = instance.answer
        as_of = answer.get("as_of")
        shown: dict[str, Any] = super().to_representation(
            {
                "id": instance.pk,
                **{
                    name: getattr(instance, name)
                    for name in (
                        *("statement", "explain", "engine", "state", "time_limit_ms"),
                        *("created_at", "finished_at", "rows"),
                    )
                },
                "columns": answer.get("columns") or [],
                "truncated": answer.get("truncated") or False,
                "as_of": as_of
                and {"sequence": as_of["sequence"], "time": utc_from_ms(as_of["time_ms"])},
                "lag_ms": answer.get("lag_ms"),
                "swept": [
                    {
                        "table": each["table"],
                        "complete_as_of": _optional_utc(each["complete_as_of_ms"]),
                    }
                    for each in answer.get("swept") or []
                ],
                "cost": answer.get("cost"),
                "error": answer.get("error"),
            }
        )
        return shown


class SqlWaitParameters(serializers.Serializer[Any]):
    wait_ms = serializers.IntegerField(
        required=False,
        default=0,
        min_value=0,
        max_value=WAIT_MS_MAX,
        help_text="Answer after this time at the latest, or when the query ends.",
    )


class SqlQueriesParameters(SortedParameters):
    sort = SortField({"created_at": "pk", "state": "state", "engine": "engine"})
    state = serializers.ChoiceField(choices=QueryState.choices, required=False)
    engine = serializers.ChoiceField(choices=SqlEngine.choices, required=False)


class SqlRowsParameters(PageParameters):
    limit = serializers.IntegerField(
        required=False, default=200, min_value=1, max_value=ROWS_LIMIT_MAX
    )


class SqlRowPageSerializer(serializers.Serializer[Any]):
    items = serializers.ListField(
        child=serializers.ListField(child=serializers.JSONField(allow_null=True)),
        help_text="Values in the order of the query's columns; integers beyond 2^53 as text.",
    )
    next_cursor = serializers.CharField(allow_null=True)
    total = serializers.IntegerField()


class SqlFileParameters(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=FileKind.choices)


class SqlTableColumnSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    type = serializers.CharField()
    description = serializers.CharField(allow_blank=True)


class SqlTableSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    description = serializers.CharField()
    columns = SqlTableColumnSerializer(many=True)
    kept_by = serializers.ChoiceField(
        choices=["feed", "sweep", "live"],
        help_text="`feed`: with every change; `sweep`: read again and again; `live`: not kept.",
    )
    complete_as_of = UtcField(
        allow_null=True,
        help_text="Every change up to this moment is included; null: not read completely yet.",
    )

    def to_representation(self, instance: TableInfo) -> dict[str, Any]:
        shown: dict[str, Any] = super().to_representation(
            {
                **{
                    name: getattr(instance, name)
                    for name in ("name", "description", "columns", "kept_by")
                },
                "complete_as_of": _optional_utc(instance.complete_as_of_ms),
            }
        )
        return shown


class SqlTablesParameters(serializers.Serializer[Any]):
    engine = serializers.ChoiceField(
        choices=SqlEngine.choices, required=False, default=SqlEngine.DUCKDB.value
    )


class SqlTablesSerializer(serializers.Serializer[Any]):
    items = SqlTableSerializer(many=True)


class SqlReplicaSerializer(serializers.Serializer[Any]):
    state = serializers.ChoiceField(
        choices=["building", "catching_up", "following", "stalled"],
    )
    as_of = SqlAsOfSerializer(allow_null=True)
    lag_ms = serializers.IntegerField(allow_null=True)
    inodes_built = serializers.IntegerField(allow_null=True)
    build_percent = serializers.IntegerField(
        allow_null=True, help_text="How far a build is; null without one, or while not known."
    )
    build_left_ms = serializers.IntegerField(
        allow_null=True, help_text="How long it will take, estimated; null while not known."
    )
    last_error = serializers.CharField(allow_null=True)
    engines = serializers.ListField(
        child=serializers.ChoiceField(choices=SqlEngine.choices),
        help_text="What statements can be run by.",
    )


class SavedQueryWriteSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=100)
    statement = StatementField()
    shared = serializers.BooleanField(required=False, default=False)


class SavedQuerySerializer(serializers.ModelSerializer[SavedQuery]):
    created_at = UtcField()
    updated_at = UtcField()
    etag = TagField()

    class Meta:
        model = SavedQuery
        fields = ("id", "owner", "name", "statement", "shared", "created_at", "updated_at", "etag")


class ReportChartSerializer(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=["bar", "line"])
    label = serializers.CharField(  # type: ignore[assignment]
        help_text="Column of the labels."
    )
    values = serializers.ListField(child=serializers.CharField(), help_text="Columns to draw.")


class SqlReportSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    title = serializers.CharField()
    description = serializers.CharField()
    statement = serializers.CharField()
    chart = ReportChartSerializer()
    drill_down = serializers.DictField(
        child=serializers.CharField(),
        help_text="What a row counts: parameters of the search by the columns whose values they "
        "take. `parent_id` is no parameter of the search: what is directly in this directory, "
        "which SQL finds, as it does files without an `ext`.",
    )
    cost_of = serializers.CharField(
        allow_null=True, help_text="Column of bytes whose cost is worth knowing."
    )


class SqlReportsSerializer(serializers.Serializer[Any]):
    items = SqlReportSerializer(many=True)
    price = UsagePriceSerializer(
        allow_null=True, help_text="What space costs, where a setting tells it."
    )
