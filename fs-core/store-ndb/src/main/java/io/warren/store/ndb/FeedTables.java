package io.warren.store.ndb;

import static io.warren.store.schema.Column.addedInt32;
import static io.warren.store.schema.Column.addedInt8;
import static io.warren.store.schema.Column.int32;
import static io.warren.store.schema.Column.int64;
import static io.warren.store.schema.Column.int8;
import static io.warren.store.schema.Column.nullableBytes;
import static io.warren.store.schema.Column.text;

import io.warren.model.Change;
import io.warren.model.ChangeOperation;
import io.warren.model.InodeKind;
import io.warren.model.Name;
import io.warren.store.schema.Column;
import io.warren.store.schema.Index;
import io.warren.store.schema.Table;
import io.warren.store.schema.Tables;
import io.warren.store.schema.ValueSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The tables that only this adapter has: the outbox, the feed and the schema's record. */
final class FeedTables {
  /** The log in the order of its transactions. */
  static final String BY_TRANSACTION = "by_transaction";

  private static final int PRINCIPAL_MAX_BYTES = 255;

  /** Changes without a sequence yet. */
  static final Table<PendingChange.Key, PendingChange> LOG =
      new Table<>(
          101,
          "metadata_log",
          List.of(
              int64("inode_id", PendingChange.Key::inodeId),
              int64("logical_time", PendingChange.Key::logicalTime),
              int64("transaction_id", PendingChange.Key::transactionId),
              int32("position", PendingChange.Key::position)),
          columns(
              List.of(int32("transaction_changes", PendingChange::transactionChanges)),
              PendingChange::change),
          List.of("inode_id"),
          List.of(new Index(BY_TRANSACTION, List.of("transaction_id", "position"), false)),
          PendingChange::key,
          in -> new PendingChange.Key(in.int64(), in.int64(), in.int64(), in.int32()),
          (k, in) ->
              new PendingChange(
                  k.transactionId(),
                  k.position(),
                  in.int32(),
                  readChange(k.inodeId(), k.logicalTime(), 0, 0, in)));

  /** Changes by sequence. */
  static final Table<FeedRow.Key, FeedRow> FEED =
      new Table<>(
          102,
          "metadata_feed",
          List.of(int64("bucket", FeedRow.Key::bucket), int64("sequence", FeedRow.Key::sequence)),
          feedColumns(),
          List.of("bucket"),
          List.of(),
          FeedRow::key,
          in -> new FeedRow.Key(in.int64(), in.int64()),
          FeedTables::readFeedRow);

  static final Table<Integer, FeedState> STATE =
      new Table<>(
          103,
          "feed_state",
          List.of(int32("id", Integer::intValue)),
          List.of(
              int64("sequence", FeedState::sequence),
              int64("committed_at_ms", FeedState::committedAtMs),
              int64("trimmed_through", FeedState::trimmedThrough)),
          List.of("id"),
          List.of(),
          FeedState::id,
          ValueSource::int32,
          (k, in) -> new FeedState(k, in.int64(), in.int64(), in.int64()));

  static final Table<Integer, FeedLease> LEASE =
      new Table<>(
          104,
          "feed_lease",
          List.of(int32("id", Integer::intValue)),
          List.of(int64("owner", FeedLease::owner), int64("counter", FeedLease::counter)),
          List.of("id"),
          List.of(),
          FeedLease::id,
          ValueSource::int32,
          (k, in) -> new FeedLease(k, in.int64(), in.int64()));

  static final Table<Integer, SchemaVersion> SCHEMA_VERSIONS =
      new Table<>(
          105,
          "schema_versions",
          List.of(int32("version", Integer::intValue)),
          List.of(
              text("name", 255, SchemaVersion::name),
              text("checksum", 64, SchemaVersion::checksum),
              int64("applied_at_ms", SchemaVersion::appliedAtMs)),
          List.of("version"),
          List.of(),
          SchemaVersion::version,
          ValueSource::int32,
          (k, in) -> new SchemaVersion(k, in.text(), in.text(), in.int64()));

  /** Which stretches of sequences were given without the cluster being set back in between. */
  static final Table<Incarnations.Key, Incarnations.Row> INCARNATIONS =
      new Table<>(
          106,
          "feed_incarnations",
          List.of(
              int32("feed", Incarnations.Key::feed),
              int64("first_sequence", Incarnations.Key::firstSequence)),
          List.of(
              int32("incarnation", Incarnations.Row::id),
              int64("begun_at_ms", Incarnations.Row::begunAtMs)),
          List.of("feed"),
          List.of(),
          Incarnations.Row::key,
          in -> new Incarnations.Key(in.int32(), in.int64()),
          (k, in) -> new Incarnations.Row(k.firstSequence(), in.int32(), in.int64()));

  /** In memory alone: empty after a restart of the whole cluster. */
  static final Table<Integer, Incarnations.Run> RUN =
      new Table<>(
          107,
          "feed_run",
          List.of(int32("id", Integer::intValue)),
          List.of(int32("incarnation", Incarnations.Run::incarnation)),
          List.of("id"),
          List.of(),
          Incarnations.Run::id,
          ValueSource::int32,
          (k, in) -> new Incarnations.Run(k, in.int32()));

  private FeedTables() {}

  /** Every table of the store: the common ones and the adapter's own. */
  static List<Table<?, ?>> all() {
    List<Table<?, ?>> all = new ArrayList<>(Tables.ALL);
    all.addAll(List.of(LOG, FEED, STATE, LEASE, SCHEMA_VERSIONS, INCARNATIONS, RUN));
    return all;
  }

  private static List<Column<FeedRow>> feedColumns() {
    List<Column<FeedRow>> all =
        columns(
            List.of(
                int64("inode_id", r -> r.change().inodeId()),
                int64("logical_time", r -> r.change().logicalTime()),
                int64("transaction_id", FeedRow::transactionId),
                int32("position", FeedRow::position),
                int64("committed_at_ms", r -> r.change().committedAtMs())),
            FeedRow::change);
    all.add(addedInt32("incarnation", FeedRow::incarnation));
    return all;
  }

  private static <R> List<Column<R>> columns(List<Column<R>> first, Function<R, Change> change) {
    List<Column<R>> all = new ArrayList<>(first);
    all.addAll(
        List.of(
            int8("operation", r -> change.apply(r).operation().ordinal()),
            int64("parent_id", r -> change.apply(r).parentId()),
            Column.bytes("name", Name.MAX_BYTES, r -> change.apply(r).name().bytes()),
            int8("kind", r -> change.apply(r).kind().ordinal()),
            int64("size_bytes", r -> change.apply(r).sizeBytes()),
            text("owner", PRINCIPAL_MAX_BYTES, r -> change.apply(r).owner()),
            text("group_name", PRINCIPAL_MAX_BYTES, r -> change.apply(r).group()),
            int32("mode", r -> change.apply(r).mode()),
            int64("mtime_ms", r -> change.apply(r).mtimeMs()),
            int64("atime_ms", r -> change.apply(r).atimeMs()),
            int32("replication", r -> change.apply(r).replication()),
            int64("block_size_bytes", r -> change.apply(r).blockSizeBytes()),
            int64("before_parent_id", r -> change.apply(r).beforeParentId()),
            nullableBytes("before_name", Name.MAX_BYTES, r -> beforeName(change.apply(r))),
            addedInt8("storage_policy", r -> change.apply(r).storagePolicy()),
            addedInt32("features", r -> change.apply(r).features()),
            addedInt32("changed_facts", r -> change.apply(r).changedFacts()),
            addedInt8("erasure_coding_policy", r -> change.apply(r).erasureCodingPolicy())));
    return all;
  }

  private static byte @Nullable [] beforeName(Change change) {
    Name name = change.beforeName();
    return name == null ? null : name.bytes();
  }

  private static FeedRow readFeedRow(FeedRow.Key key, ValueSource in) {
    long inodeId = in.int64();
    long logicalTime = in.int64();
    long transactionId = in.int64();
    int position = in.int32();
    long committedAtMs = in.int64();
    Change change = readChange(inodeId, logicalTime, key.sequence(), committedAtMs, in);
    return new FeedRow(transactionId, position, change, in.int32());
  }

  private static Change readChange(
      long inodeId, long logicalTime, long sequence, long committedAtMs, ValueSource in) {
    return new Change(
        inodeId,
        logicalTime,
        sequence,
        committedAtMs,
        ChangeOperation.fromStored(in.int8()),
        in.int64(),
        Name.trusted(in.bytes()),
        InodeKind.fromStored(in.int8()),
        in.int64(),
        in.text(),
        in.text(),
        in.int32(),
        in.int64(),
        in.int64(),
        in.int32(),
        in.int64(),
        in.int64(),
        nameOrNull(in.nullableBytes()),
        in.int8(),
        in.int32(),
        in.int32(),
        in.int8());
  }

  private static @Nullable Name nameOrNull(byte @Nullable [] bytes) {
    return bytes == null ? null : Name.trusted(bytes);
  }
}
