"""Shapes of search."""

from typing import Any

from rest_framework import serializers

from apps.common.fields import PathField, TagField, UtcField
from apps.common.openapi import PageParameters
from apps.common.sorting import SortedParameters, SortField
from apps.common.values import EntryKind
from apps.search.counting import CountedBy
from apps.search.models import SavedSearch, SearchExport
from apps.search.values import ExportKind, ExportState, SearchSort
from warren_search import AnswerSource, Dimension

_INT64_MAX = 2**63 - 1


class QueryStringField(serializers.CharField):
    """What to look for; whether it can be read is the search's to say."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            allow_blank=True,
            max_length=2000,
            help_text="Query string: words that occur in the name, patterns of the whole name as "
            "`*.csv` or `part-?`, and conditions as "
            "`size:>1g mtime:<now-1y owner:ana group: kind:file ext:csv replication: atime: "
            "path:/x policy:COLD in:database xattr:team=blue typos:yes`. All must hold, but for "
            "those that `OR` joins: `(ext:csv OR *.parquet)`; `owner:ana,bob` is either; what a "
            "minus stands before must not hold, as in `-tmp -owner:ana -(a OR b)`. Quotes make a "
            "text literal. `path:`, `policy:`, `xattr:` and `typos:` hold for the whole search.",
            **kwargs,
        )


class SearchParameters(PageParameters):
    q = QueryStringField(required=False, default="")
    owner = serializers.CharField(required=False, max_length=255)
    group = serializers.CharField(required=False, max_length=255)
    kind = serializers.ChoiceField(choices=EntryKind.choices, required=False)
    size_min = serializers.IntegerField(
        required=False, min_value=0, max_value=_INT64_MAX, help_text="Bytes, inclusive."
    )
    size_max = serializers.IntegerField(
        required=False, min_value=0, max_value=_INT64_MAX, help_text="Bytes, inclusive."
    )
    mtime_after = UtcField(required=False, help_text="Inclusive.")
    mtime_before = UtcField(required=False, help_text="Inclusive.")
    path = PathField(required=False, help_text="Only below this directory.")
    sort = serializers.ChoiceField(
        choices=SearchSort.choices, required=False, default=SearchSort.RELEVANCE.value
    )
    min_commit = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=_INT64_MAX,
        help_text="Wait, for a bounded time, until the index has seen this feed sequence; then a "
        "search is answered with the changes that it lacks, or refused (503, "
        "`commit_not_reached`: ask again) when that cannot be exact. With `xattr:` or `policy:` it "
        "waits for the index alone: changes tell neither attributes nor what is inherited.",
    )


class SearchHitSerializer(serializers.Serializer[Any]):
    inode_id = serializers.IntegerField()
    path = serializers.CharField()
    name = serializers.CharField(allow_blank=True)
    kind = serializers.ChoiceField(choices=EntryKind.choices)
    size_bytes = serializers.IntegerField()
    owner = serializers.CharField()
    group = serializers.CharField()
    mode = serializers.CharField(help_text="Octal, `0755`.")
    mtime = UtcField()
    replication = serializers.IntegerField()
    highlights = serializers.ListField(
        child=serializers.ListField(
            child=serializers.IntegerField(min_value=0), min_length=2, max_length=2
        ),
        help_text="[start, end) of each match in `name`, in UTF-16 code units as in browsers.",
    )
    fuzzy = serializers.BooleanField(
        help_text="The name has only something like a word of the text; with `typos:yes` alone."
    )
    in_database = serializers.BooleanField(
        help_text="A file whose bytes are in the database, not in blocks."
    )


class AsOfSerializer(serializers.Serializer[Any]):
    sequence = serializers.IntegerField(help_text="Feed sequence that the index has seen.")
    time = UtcField(help_text="Every change up to this moment is included.")


class FacetValueSerializer(serializers.Serializer[Any]):
    value = serializers.CharField(
        allow_blank=True, help_text="`dimension:value` in the query string narrows to it."
    )
    count = serializers.IntegerField()
    length_bytes = serializers.IntegerField()


class FacetDimensionSerializer(serializers.Serializer[Any]):
    dimension = serializers.ChoiceField(
        choices=[each.value for each in Dimension],
        help_text="policy: the storage policy that holds for an inode, its own or inherited; "
        "in: where the bytes of a file are, `database` or `blocks`.",
    )
    values = FacetValueSerializer(many=True)


class SearchFacetsSerializer(serializers.Serializer[Any]):
    total = serializers.IntegerField(help_text="Exact, also when `complete` is false.")
    length_bytes = serializers.IntegerField(help_text="Of all hits; exact as `total`.")
    dimensions = FacetDimensionSerializer(many=True)
    complete = serializers.BooleanField(
        help_text="False: there are so many hits that not every dimension could be counted in "
        "time. Those that are missing are left out; those that are there are exact."
    )
    as_of = AsOfSerializer()
    lag_ms = serializers.IntegerField(help_text="How old the answer is.")
    source = serializers.ChoiceField(  # type: ignore[assignment]
        choices=[each.value for each in CountedBy],
        help_text="Which engine counted: the SQL replica, which adds up columns, or the search "
        "index. `as_of` is that engine's.",
    )
    index_because = serializers.CharField(
        allow_null=True,
        help_text="Why the index counted. attributes: only the index keeps them; typos: it could "
        "not name all words that may be meant; acls: ACLs decide what the viewer sees; path: the "
        "replica has no such directory for him; behind, not_built, unavailable: the replica can't "
        "be asked now; no_time: it took too long.",
    )


class SearchAnswerSerializer(serializers.Serializer[Any]):
    items = SearchHitSerializer(many=True)
    next_cursor = serializers.CharField(allow_null=True)
    total = serializers.IntegerField()
    total_is_exact = serializers.BooleanField(help_text="False: there are at least this many.")
    as_of = AsOfSerializer()
    lag_ms = serializers.IntegerField(help_text="How old the answer is.")
    source = serializers.ChoiceField(  # type: ignore[assignment]
        choices=[each.value for each in AnswerSource],
        help_text="index_and_store: the index had not reached `min_commit`, and the namenodes gave "
        "the changes that it lacks.",
    )


class SavedSearchWriteSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=100)
    q = QueryStringField()
    sort = serializers.ChoiceField(
        choices=SearchSort.choices, required=False, default=SearchSort.RELEVANCE.value
    )
    shared = serializers.BooleanField(required=False, default=False)


class SavedSearchSerializer(serializers.ModelSerializer[SavedSearch]):
    created_at = UtcField()
    updated_at = UtcField()
    etag = TagField()

    class Meta:
        model = SavedSearch
        fields = ("id", "owner", "name", "q", "sort", "shared", "created_at", "updated_at", "etag")


class SearchExportWriteSerializer(serializers.Serializer[Any]):
    q = QueryStringField()
    sort = serializers.ChoiceField(
        choices=SearchSort.choices, required=False, default=SearchSort.NAME.value
    )
    kind = serializers.ChoiceField(choices=ExportKind.choices)


class SearchExportErrorSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    title = serializers.CharField()
    detail = serializers.CharField(allow_blank=True)


class SearchExportSerializer(serializers.ModelSerializer[SearchExport]):
    state = serializers.ChoiceField(choices=ExportState.choices)
    job_id = serializers.IntegerField(help_text="The job that writes it: progress, cancel.")
    rows = serializers.IntegerField(source="place.rows", help_text="Written so far.")
    truncated = serializers.BooleanField(
        source="place.truncated", help_text="The file was cut at the server's limit."
    )
    as_of = AsOfSerializer(
        source="included", allow_null=True, help_text="The file includes at least this."
    )
    size_bytes = serializers.IntegerField(
        source="place.size_bytes", allow_null=True, help_text="Of the finished file."
    )
    error = SearchExportErrorSerializer(allow_null=True)
    created_at = UtcField(source="job.created_at")
    finished_at = UtcField(source="job.finished_at", allow_null=True)

    class Meta:
        model = SearchExport
        fields = (
            *(
                "id",
                "job_id",
                "q",
                "sort",
                "kind",
                "state",
                "rows",
                "truncated",
                "as_of",
                "size_bytes",
            ),
            *("error", "created_at", "finished_at"),
        )


class SearchExportsParameters(SortedParameters):
    sort = SortField(
        {"created_at": "pk", "state": "job__state", "kind": "kind", "rows": "job__files"}
    )
    state = serializers.ChoiceField(choices=ExportState.choices, required=False)
