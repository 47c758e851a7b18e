package io.warren.store.embedded;

import static io.warren.store.schema.Column.addedInt32;
import static io.warren.store.schema.Column.addedInt8;
import static io.warren.store.schema.Column.bytes;
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
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Outbox rows: the key is the commit sequence. */
final class ChangeCodec {
  private static final int PRINCIPAL_MAX_BYTES = 255;

  @SuppressWarnings("EnumOrdinal") // stored enums only ever gain values at their end
  private static final List<Column<Change>> COLUMNS =
      List.of(
          int64("inode_id", Change::inodeId),
          int64("logical_time", Change::logicalTime),
          int64("committed_at_ms", Change::committedAtMs),
          int8("operation", c -> c.operation().ordinal()),
          int64("parent_id", Change::parentId),
          bytes("name", Name.MAX_BYTES, c -> c.name().bytes()),
          int8("kind", c -> c.kind().ordinal()),
          int64("size_bytes", Change::sizeBytes),
          text("owner", PRINCIPAL_MAX_BYTES, Change::owner),
          text("group", PRINCIPAL_MAX_BYTES, Change::group),
          int32("mode", Change::mode),
          int64("mtime_ms", Change::mtimeMs),
          int64("atime_ms", Change::atimeMs),
          int32("replication", Change::replication),
          int64("block_size_bytes", Change::blockSizeBytes),
          int64("before_parent_id", Change::beforeParentId),
          nullableBytes(
              "before_name",
              Name.MAX_BYTES,
              c -> c.beforeName() == null ? null : c.beforeName().bytes()),
          addedInt8("storage_policy", Change::storagePolicy),
          addedInt32("features", Change::features),
          addedInt32("changed_facts", Change::changedFacts),
          addedInt8("erasure_coding_policy", Change::erasureCodingPolicy));

  private ChangeCodec() {}

  static byte[] key(long sequence) {
    return BigEndian.ofLong(sequence);
  }

  static long sequence(byte[] key) {
    return BigEndian.getLong(key, 0);
  }

  static byte[] value(Change change) {
    return RowSink.encode(COLUMNS, change);
  }

  static Change read(long sequence, byte[] value) {
    RowSource in = new RowSource(value);
    long inodeId = in.int64();
    long logicalTime = in.int64();
    long committedAtMs = in.int64();
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
        name(in.nullableBytes()),
        in.int8(),
        in.int32(),
        in.int32(),
        in.int8());
  }

  private static @Nullable Name name(byte @Nullable [] utf8) {
    return utf8 == null ? null : Name.trusted(utf8);
  }
}
