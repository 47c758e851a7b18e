"""Shapes of the pipeline."""

from typing import Any

from rest_framework import serializers

from apps.common.fields import UtcField
from apps.jobs.kinds import JobKind
from apps.jobs.states import JobState
from apps.pipeline.values import PipelineCommand


class StageSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(
        help_text="store, capture, kafka, indexer or replica, in this order."
    )
    state = serializers.CharField()
    position = serializers.IntegerField(
        allow_null=True, help_text="Feed sequence that it has reached; of Kafka the end offset."
    )
    lag = serializers.IntegerField(
        allow_null=True, help_text="What it has yet to do: sequences, of Kafka messages."
    )
    rate_per_s = serializers.FloatField(allow_null=True)
    errors = serializers.IntegerField(  # type: ignore[assignment]
        help_text="Since the indexer started."
    )
    restarts = serializers.IntegerField(help_text="Of its task; of the indexer rebuilds asked for.")
    last_error = serializers.CharField(allow_null=True, help_text="Null for viewers.")
    build_percent = serializers.IntegerField(
        allow_null=True, help_text="How far a build is; null without one, or while not known."
    )
    build_left_ms = serializers.IntegerField(
        allow_null=True, help_text="How long it will take, estimated; null while not known."
    )


class ProofSerializer(serializers.Serializer[Any]):
    started_at = UtcField()
    finished_at = UtcField()
    sequence = serializers.IntegerField(help_text="Feed sequence of the index at the end.")
    inodes = serializers.IntegerField()
    ranges = serializers.IntegerField(help_text="Ranges of ids whose checksums were compared.")
    checksum = serializers.CharField()
    drift = serializers.IntegerField(help_text="Inodes whose document was proved wrong.")
    repaired = serializers.IntegerField()


class ProofStateSerializer(serializers.Serializer[Any]):
    checked_inodes = serializers.IntegerField(help_text="By the pass that is under way.")
    suspects = serializers.IntegerField(help_text="Differences that may only be under way.")
    drift_found = serializers.IntegerField()
    repaired = serializers.IntegerField()
    passes = serializers.IntegerField()
    last = ProofSerializer(allow_null=True)


class ReplicaProofSerializer(serializers.Serializer[Any]):
    finished_at = UtcField()
    sequence = serializers.IntegerField(help_text="Feed sequence of the replica at the end.")
    inodes = serializers.IntegerField()
    checksum = serializers.CharField()
    passes = serializers.IntegerField(help_text="Since its process started.")
    drift_found = serializers.IntegerField(
        help_text="Inodes whose row was proved wrong since then; the replica was built again."
    )


class PipelineJobSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=JobKind.choices)
    state = serializers.ChoiceField(choices=JobState.choices)


class PipelineSerializer(serializers.Serializer[Any]):
    as_of = UtcField()
    source = serializers.CharField(  # type: ignore[assignment]
        allow_blank=True, help_text="outbox or kafka; empty until the indexer has begun."
    )
    paused = serializers.BooleanField()
    lag_ms = serializers.IntegerField(allow_null=True, help_text="How old the index's state is.")
    stages = StageSerializer(many=True)
    events_applied = serializers.IntegerField()
    filled_from_store = serializers.IntegerField(
        help_text="Changes that Kafka did not deliver in time and the store gave."
    )
    repeated = serializers.IntegerField(help_text="Changes that came more than once.")
    waiting = serializers.IntegerField(help_text="Changes that came before an earlier one.")
    pending_moves = serializers.IntegerField(
        help_text="Moved directories below which documents are still being rewritten."
    )
    dead_letters = serializers.IntegerField(allow_null=True)
    jobs = PipelineJobSerializer(
        many=True, help_text="Those that rebuild or repair the index and have not ended."
    )
    proof = ProofStateSerializer()
    replica_proof = ReplicaProofSerializer(
        allow_null=True, help_text="The SQL replica's last complete comparison with the store."
    )


class PipelineCommandSerializer(serializers.Serializer[Any]):
    command = serializers.ChoiceField(choices=PipelineCommand.choices)


class DeadLetterSerializer(serializers.Serializer[Any]):
    offset = serializers.IntegerField()
    at = UtcField()
    source = serializers.CharField(  # type: ignore[assignment]
        help_text="Topic, partition and offset it came from."
    )
    reason = serializers.CharField()
    value = serializers.CharField(help_text="Its beginning.", allow_blank=True)
