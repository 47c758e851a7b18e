package io.warren.store.schema;

import static io.warren.store.schema.Column.bytes;
import static io.warren.store.schema.Column.int64;

import io.warren.model.DirectoryChange;
import java.util.List;

/** What namenodes must know to keep directories in memory. */
final class ViewTables {
  private ViewTables() {}

  static final Table<Long, DirectoryChange> DIRECTORY_CHANGES =
      new Table<>(
          83,
          "directory_changes",
          List.of(int64("version", Long::longValue)),
          List.of(
              bytes(
                  "directory_ids", DirectoryChange.ENCODED_MAX_BYTES, DirectoryChange::encodedIds)),
          List.of("version"),
          List.of(),
          DirectoryChange::version,
          ValueSource::int64,
          (k, in) -> DirectoryChange.decoded(k, in.bytes()));
}
