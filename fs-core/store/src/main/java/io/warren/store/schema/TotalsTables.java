package io.warren.store.schema;

import static io.warren.store.schema.Column.bool;
import static io.warren.store.schema.Column.bytes;
import static io.warren.store.schema.Column.int64;
import static io.warren.store.schema.Column.int8;

import io.warren.model.DirectoryTotals;
import io.warren.model.DirectoryTotalsChange;
import io.warren.model.DirectoryTotalsChangeKey;
import java.util.List;

/** What directories hold at any depth, and what is to be added to that. */
final class TotalsTables {
  private TotalsTables() {}

  static final Table<Long, DirectoryTotals> DIRECTORY_TOTALS =
      new Table<>(
          81,
          "directory_totals",
          List.of(int64("directory_id", Long::longValue)),
          List.of(
              int64("parent_id", DirectoryTotals::parentId),
              int8("storage_policy", DirectoryTotals::storagePolicy),
              bool("counted", DirectoryTotals::counted),
              bytes("own", DirectoryTotals.TALLY_MAX_BYTES, DirectoryTotals::own),
              bytes("below", DirectoryTotals.TALLY_MAX_BYTES, DirectoryTotals::below)),
          List.of("directory_id"),
          List.of(),
          DirectoryTotals::directoryId,
          ValueSource::int64,
          (k, in) ->
              new DirectoryTotals(k, in.int64(), in.int8(), in.bool(), in.bytes(), in.bytes()));

  static final Table<DirectoryTotalsChangeKey, DirectoryTotalsChange> DIRECTORY_TOTALS_CHANGES =
      new Table<>(
          82,
          "directory_totals_changes",
          List.of(
              int64("directory_id", DirectoryTotalsChangeKey::directoryId),
              int64("inode_id", DirectoryTotalsChangeKey::inodeId),
              int64("logical_time", DirectoryTotalsChangeKey::logicalTime)),
          List.of(
              bytes("own", DirectoryTotals.TALLY_MAX_BYTES, DirectoryTotalsChange::own),
              bytes("below", DirectoryTotals.TALLY_MAX_BYTES, DirectoryTotalsChange::below)),
          List.of("directory_id"),
          List.of(),
          DirectoryTotalsChange::key,
          in -> new DirectoryTotalsChangeKey(in.int64(), in.int64(), in.int64()),
          (k, in) ->
              new DirectoryTotalsChange(
                  k.directoryId(), k.inodeId(), k.logicalTime(), in.bytes(), in.bytes()));
}
