package io.warren.store.schema;

import static io.warren.store.schema.Column.addedInt32;
import static io.warren.store.schema.Column.addedInt64;
import static io.warren.store.schema.Column.bool;
import static io.warren.store.schema.Column.bytes;
import static io.warren.store.schema.Column.int32;
import static io.warren.store.schema.Column.int64;
import static io.warren.store.schema.Column.int8;
import static io.warren.store.schema.Column.nullableBytes;
import static io.warren.store.schema.Column.nullableText;
import static io.warren.store.schema.Column.text;

import io.warren.model.CallLimit;
import io.warren.model.CallLimitKey;
import io.warren.model.CallLimitKind;
import io.warren.model.ClusterEvent;
import io.warren.model.ClusterEventCause;
import io.warren.model.ClusterEventKey;
import io.warren.model.ClusterEventKind;
import io.warren.model.ClusterVariable;
import io.warren.model.DelegationToken;
import io.warren.model.DirectoryRepartition;
import io.warren.model.IdRange;
import io.warren.model.JobStepRecord;
import io.warren.model.NamenodeMember;
import io.warren.model.Principal;
import io.warren.model.RetryEntry;
import io.warren.model.RetryKey;
import io.warren.model.SubtreeOperation;
import io.warren.model.TokenKey;
import io.warren.model.TokenKeyKind;
import java.util.List;

/**
 * Namenodes and what they share: ids, names of users, subtree operations, answers, events, tokens.
 */
final class ClusterTables {
  private ClusterTables() {}

  private static Table<Integer, Principal> principals(int number, String name) {
    return new Table<>(
        number,
        name,
        List.of(int32("id", Integer::intValue)),
        List.of(text("name", 255, Principal::name)),
        List.of("id"),
        List.of(new Index(Tables.BY_NAME, List.of("name"), true)),
        Principal::id,
        ValueSource::int32,
        (k, in) -> new Principal(k, in.text()));
  }

  static final Table<Integer, Principal> USERS = principals(12, "users");

  static final Table<Integer, Principal> GROUPS = principals(13, "groups");

  static final Table<Long, NamenodeMember> NAMENODES =
      new Table<>(
          14,
          "namenodes",
          List.of(int64("id", Long::longValue)),
          List.of(
              text("name", 255, NamenodeMember::name),
              text("rpc_address", 255, NamenodeMember::rpcAddress),
              text("http_address", 255, NamenodeMember::httpAddress),
              int64("heartbeat_counter", NamenodeMember::heartbeatCounter),
              int64("last_heartbeat_ms", NamenodeMember::lastHeartbeatMs),
              int64("started_at_ms", NamenodeMember::startedAtMs),
              int64("leader_epoch", NamenodeMember::leaderEpoch),
              text("version", 255, NamenodeMember::version)),
          List.of("id"),
          List.of(),
          NamenodeMember::id,
          ValueSource::int64,
          (k, in) ->
              new NamenodeMember(
                  k,
                  in.text(),
                  in.text(),
                  in.text(),
                  in.int64(),
                  in.int64(),
                  in.int64(),
                  in.int64(),
                  in.text()));

  static final Table<String, IdRange> ID_RANGES =
      new Table<>(
          15,
          "id_ranges",
          List.of(text("kind", 64, k -> k)),
          List.of(
              int64("next_id", IdRange::nextId),
              addedInt64("durable_id", IdRange::durableId),
              addedInt32("incarnation", IdRange::incarnation)),
          List.of("kind"),
          List.of(),
          IdRange::kind,
          ValueSource::text,
          (k, in) -> new IdRange(k, in.int64(), in.int64(), in.int32()));

  static final Table<Long, SubtreeOperation> SUBTREE_OPERATIONS =
      new Table<>(
          16,
          "subtree_operations",
          List.of(int64("inode_id", Long::longValue)),
          List.of(
              text("path", Tables.PATH_MAX_BYTES, SubtreeOperation::path),
              text("operation", 64, SubtreeOperation::operation),
              int64("owner_namenode_id", SubtreeOperation::ownerNamenodeId),
              text("user", 255, SubtreeOperation::user),
              int64("started_at_ms", SubtreeOperation::startedAtMs)),
          List.of("inode_id"),
          List.of(),
          SubtreeOperation::inodeId,
          ValueSource::int64,
          (k, in) ->
              new SubtreeOperation(k, in.text(), in.text(), in.int64(), in.text(), in.int64()));

  static final Table<RetryKey, RetryEntry> RETRY_CACHE =
      new Table<>(
          17,
          "retry_cache",
          List.of(text("client_id", 32, RetryKey::clientId), int32("call_id", RetryKey::callId)),
          List.of(
              int64("expires_at_ms", RetryEntry::expiresAtMs),
              nullableBytes("payload", 2000, RetryEntry::payload)),
          List.of("client_id"),
          List.of(new Index(Tables.BY_EXPIRY, List.of("expires_at_ms"), false)),
          RetryEntry::key,
          in -> new RetryKey(in.text(), in.int32()),
          (k, in) -> new RetryEntry(k.clientId(), k.callId(), in.int64(), in.nullableBytes()));

  static final Table<String, JobStepRecord> JOB_STEPS =
      new Table<>(
          68,
          "job_steps",
          List.of(text("job", 64, job -> job)),
          List.of(
              int64("epoch", JobStepRecord::epoch),
              int64("step", JobStepRecord::step),
              int64("part", JobStepRecord::part),
              bool("closed", JobStepRecord::closed),
              int64("updated_at_ms", JobStepRecord::updatedAtMs),
              nullableBytes("answer", 13_000, JobStepRecord::answer)),
          List.of("job"),
          List.of(new Index(Tables.BY_TIME, List.of("updated_at_ms"), false)),
          JobStepRecord::job,
          ValueSource::text,
          (k, in) ->
              new JobStepRecord(
                  k,
                  in.int64(),
                  in.int64(),
                  in.int64(),
                  in.bool(),
                  in.int64(),
                  in.nullableBytes()));

  static final Table<String, ClusterVariable> CLUSTER_VARIABLES =
      new Table<>(
          19,
          "cluster_variables",
          List.of(text("name", 64, n -> n)),
          List.of(text("value", 1000, ClusterVariable::value)),
          List.of("name"),
          List.of(),
          ClusterVariable::name,
          ValueSource::text,
          (k, in) -> new ClusterVariable(k, in.text()));

  static final Table<Long, DirectoryRepartition> DIRECTORY_REPARTITIONS =
      new Table<>(
          20,
          "directory_repartitions",
          List.of(int64("inode_id", Long::longValue)),
          List.of(
              text("path", Tables.PATH_MAX_BYTES, DirectoryRepartition::path),
              text("user", 255, DirectoryRepartition::user),
              int64("moved", DirectoryRepartition::moved),
              int64("started_at_ms", DirectoryRepartition::startedAtMs)),
          List.of("inode_id"),
          List.of(),
          DirectoryRepartition::inodeId,
          ValueSource::int64,
          (k, in) -> new DirectoryRepartition(k, in.text(), in.text(), in.int64(), in.int64()));

  /** Newest first; by kind, too. Its number of rows is bounded by the leader. */
  static final Table<ClusterEventKey, ClusterEvent> CLUSTER_EVENTS =
      new Table<>(
          21,
          "cluster_events",
          List.of(
              int64("partition_id", ClusterEventKey::partitionId),
              int64("newest_first", ClusterEventKey::newestFirst)),
          List.of(
              int8("kind", e -> e.kind().ordinal()),
              int8("cause", e -> e.cause().ordinal()),
              text("subject", Tables.PATH_MAX_BYTES, ClusterEvent::subject),
              int64("subject_id", ClusterEvent::subjectId),
              nullableText("related", 255, ClusterEvent::related),
              int64("related_id", ClusterEvent::relatedId),
              int64("epoch", ClusterEvent::epoch),
              int32("missed_heartbeats", ClusterEvent::missedHeartbeats),
              nullableText("operation", 64, ClusterEvent::operation),
              nullableText("rpc_address", 255, ClusterEvent::rpcAddress),
              nullableText("http_address", 255, ClusterEvent::httpAddress),
              text("observer", 255, ClusterEvent::observer),
              int64("observer_id", ClusterEvent::observerId),
              int64("started_at_ms", ClusterEvent::startedAtMs),
              int64("detected_at_ms", ClusterEvent::detectedAtMs),
              int64("effective_at_ms", ClusterEvent::effectiveAtMs)),
          List.of("partition_id"),
          List.of(
              new Index(Tables.BY_KIND, List.of("kind"), false),
              new Index(Tables.BY_TIME, List.of("effective_at_ms"), false)),
          ClusterEvent::key,
          in -> new ClusterEventKey(in.int64(), in.int64()),
          (k, in) ->
              new ClusterEvent(
                  k,
                  ClusterEventKind.fromStored(in.int8()),
                  ClusterEventCause.fromStored(in.int8()),
                  in.text(),
                  in.int64(),
                  in.nullableText(),
                  in.int64(),
                  in.int64(),
                  in.int32(),
                  in.nullableText(),
                  in.nullableText(),
                  in.nullableText(),
                  in.text(),
                  in.int64(),
                  in.int64(),
                  in.int64(),
                  in.int64()));

  /** Few rows: keys that are in use, that will be, or that tokens may still be signed with. */
  static final Table<Integer, TokenKey> TOKEN_KEYS =
      new Table<>(
          28,
          "token_keys",
          List.of(int32("key_id", Integer::intValue)),
          List.of(
              int8("kind", k -> k.kind().ordinal()),
              int64("active_at_ms", TokenKey::activeAtMs),
              int64("expires_at_ms", TokenKey::expiresAtMs),
              bytes("secret", 128, TokenKey::secret)),
          List.of("key_id"),
          List.of(),
          TokenKey::keyId,
          ValueSource::int32,
          (k, in) ->
              new TokenKey(
                  k, TokenKeyKind.fromStored(in.int8()), in.int64(), in.int64(), in.bytes()));

  /** Its number of rows is bounded by the tokens' lifetime: the leader deletes ended ones. */
  static final Table<Integer, DelegationToken> DELEGATION_TOKENS =
      new Table<>(
          29,
          "delegation_tokens",
          List.of(int32("sequence_number", Integer::intValue)),
          List.of(
              bytes("identifier", 4000, DelegationToken::identifier),
              int64("expires_at_ms", DelegationToken::expiresAtMs)),
          List.of("sequence_number"),
          List.of(new Index(Tables.BY_EXPIRY, List.of("expires_at_ms"), false)),
          DelegationToken::sequenceNumber,
          ValueSource::int32,
          (k, in) -> new DelegationToken(k, in.bytes(), in.int64()));

  /** Few rows: setting one more than there may be is refused. */
  static final Table<CallLimitKey, CallLimit> CALL_LIMITS =
      new Table<>(
          80,
          "call_limits",
          List.of(int8("kind", k -> k.kind().ordinal()), text("name", 255, CallLimitKey::name)),
          List.of(
              int32("calls_per_second", CallLimit::callsPerSecond),
              text("reason", 1000, CallLimit::reason),
              text("set_by", 255, CallLimit::setBy),
              int64("set_at_ms", CallLimit::setAtMs),
              int64("expires_at_ms", CallLimit::expiresAtMs)),
          List.of("kind"),
          List.of(),
          CallLimit::key,
          in -> new CallLimitKey(CallLimitKind.fromStored(in.int8()), in.text()),
          (k, in) -> new CallLimit(k, in.int32(), in.text(), in.text(), in.int64(), in.int64()));
}
