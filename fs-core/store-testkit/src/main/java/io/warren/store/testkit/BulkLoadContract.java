package io.warren.store.testkit;

import static io.warren.store.testkit.Samples.directory;
import static io.warren.store.testkit.Samples.file;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.warren.model.Inode;
import io.warren.store.BulkLoad;
import io.warren.store.Scan;
import io.warren.store.schema.Table;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Rows that came past transactions are as good as others. */
interface BulkLoadContract extends StoreFixture {
  /** Fixed, so that every run is the same. */
  long LOADED_SEED = 20_261_126;

  int LOADED_ROWS = 30;

  /** More than one batch. */
  int MANY = 20_000;

  private BulkLoad load() {
    BulkLoad load = store().bulkLoad();
    assumeThat(load).as("a way to fill the store").isNotNull();
    return Objects.requireNonNull(load);
  }

  @Test
  default void everyTableTakesLoadedRows() {
    try (BulkLoad load = load()) {
      for (Table<?, ?> table : Tables.ALL) {
        takesLoadedRows(table, load);
      }
    }
  }

  private <K, R> void takesLoadedRows(Table<K, R> table, BulkLoad load) {
    Random random = new Random(LOADED_SEED + table.number());
    Map<K, R> loaded = new HashMap<>();
    for (int i = 0; i < LOADED_ROWS; i++) {
      R row = GeneratedValues.row(table, GeneratedValues.Kind.RANDOM, random);
      if (loaded.putIfAbsent(table.keyOf().apply(row), row) == null) {
        load.insert(table, row);
      }
    }
    load.flush();
    loaded.forEach(
        (key, row) ->
            assertThat(Columns.of(table, row(table, key)))
                .as("%s, seed %d", table, LOADED_SEED)
                .isEqualTo(Columns.of(table, row)));
    // What indexes have of the rows is found by deletes.
    loaded.keySet().forEach(key -> write(tx -> tx.delete(table, key)));
    loaded.keySet().forEach(key -> assertThat(row(table, key)).isNull());
  }

  @Test
  default void loadedRowsAreInTheIndexes() {
    List<Inode> files = new ArrayList<>();
    try (BulkLoad load = load()) {
      for (int i = 0; i < MANY; i++) {
        Inode file = file(7, 7, String.format("f%05d", i), 100 + i);
        files.add(file);
        load.insert(Tables.INODES, file);
      }
    }
    assertThat(rows(Scan.index(Tables.INODES, Tables.INODES_BY_ID, 10, 100L + MANY - 1)))
        .containsExactly(files.get(MANY - 1));
    assertThat(rows(Scan.index(Tables.INODES, Tables.INODES_BY_PARENT, 3, 7L)))
        .isEqualTo(files.subList(0, 3));
  }

  @Test
  default void whatWasReadBeforeIsForgotten() {
    Inode parent = directory(1, 1, "d", 7);
    write(tx -> tx.insert(Tables.INODES, parent));
    Inode child = file(7, 7, "f", 8);
    Scan<?, Inode> children = Scan.index(Tables.INODES, Tables.INODES_BY_PARENT, 10, 7L);
    assertThat(rows(children)).isEmpty();
    assertThat(row(Tables.INODES, child.key())).isNull();
    try (BulkLoad load = load()) {
      load.insert(Tables.INODES, child);
      load.flush();
      assertThat(rows(children)).containsExactly(child);
      assertThat(row(Tables.INODES, child.key())).isEqualTo(child);
    }
  }
}
