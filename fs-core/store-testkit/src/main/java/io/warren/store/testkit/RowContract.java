package io.warren.store.testkit;

import static io.warren.store.testkit.Samples.file;
import static io.warren.store.testkit.Samples.variable;
import static io.warren.store.testkit.StoreFixture.assertCode;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.warren.model.ClusterVariable;
import io.warren.model.ContentKey;
import io.warren.model.ContentPart;
import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.model.Name;
import io.warren.model.Principal;
import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.Scan;
import io.warren.store.StoreException.Code;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.TxStats;
import io.warren.store.schema.Table;
import io.warren.store.schema.Tables;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Rows by primary key and by unique index: written, read, changed, deleted, rolled back. */
interface RowContract extends StoreFixture {
  /** Fixed, so that every run is the same. */
  long SEED = 20_240_601;

  int RANDOM_ROWS = 40;

  @Test
  default void everyTableKeepsEveryValue() {
    for (Table<?, ?> table : Tables.ALL) {
      keepsEveryValue(table);
    }
  }

  @Test
  default void contentsCommitAndRollBackWithTheirInode() {
    Inode inode = file(7, 7, "small", 100);
    ContentPart in1 = new ContentPart(100, 0, 1, new byte[] {1, 2});
    ContentPart in8 = new ContentPart(100, 1, 1, new byte[8 << 10]);
    write(
        tx -> {
          tx.insert(Tables.INODES, inode);
          tx.insert(Tables.FILE_CONTENTS_1K, in1);
          tx.insert(Tables.FILE_CONTENTS_8K, in8);
        });
    try (Tx tx = store().begin(TxOptions.write("test"))) {
      tx.delete(Tables.FILE_CONTENTS_1K, in1.key());
      tx.update(Tables.FILE_CONTENTS_8K, new ContentPart(100, 1, 2, new byte[] {3}));
      assertContents(tx, inode, null, new ContentPart(100, 1, 2, new byte[] {3}));
    }
    try (Tx tx = store().begin(TxOptions.read("test"))) {
      assertContents(tx, inode, in1, in8);
    }
  }

  private static void assertContents(
      Tx tx, Inode inode, @Nullable ContentPart in1, ContentPart in8) {
    ReadBatch batch = tx.batch();
    ReadBatch.Row<Inode> row = batch.get(Tables.INODES, inode.key());
    ReadBatch.Row<ContentPart> small = batch.get(Tables.FILE_CONTENTS_1K, new ContentKey(100, 0));
    ReadBatch.Row<ContentPart> large = batch.get(Tables.FILE_CONTENTS_8K, new ContentKey(100, 1));
    ReadBatch.Rows<ContentPart> all = batch.scan(Scan.prefix(Tables.FILE_CONTENTS_8K, 10, 100L));
    batch.execute();
    assertThat(row.get()).isEqualTo(inode);
    assertThat(small.get()).usingRecursiveComparison().isEqualTo(in1);
    assertThat(large.get()).usingRecursiveComparison().isEqualTo(in8);
    assertThat(all.get()).usingRecursiveComparison().isEqualTo(List.of(in8));
  }

  private <K, R> void keepsEveryValue(Table<K, R> table) {
    Random random = new Random(SEED + table.number());
    Map<K, R> written = new HashMap<>();
    for (GeneratedValues.Kind kind : GeneratedValues.Kind.values()) {
      for (int i = 0; i < (kind == GeneratedValues.Kind.RANDOM ? RANDOM_ROWS : 1); i++) {
        R row = GeneratedValues.row(table, kind, random);
        if (written.putIfAbsent(table.keyOf().apply(row), row) == null) {
          write(tx -> tx.insert(table, row));
        }
      }
    }
    assertRows(table, written);
    written.replaceAll(
        (key, old) -> {
          R row = GeneratedValues.row(table, key, GeneratedValues.Kind.RANDOM, random);
          write(tx -> tx.update(table, row));
          return row;
        });
    assertRows(table, written);
    written.keySet().forEach(key -> write(tx -> tx.delete(table, key)));
    written.keySet().forEach(key -> assertThat(row(table, key)).isNull());
  }

  private <K, R> void assertRows(Table<K, R> table, Map<K, R> written) {
    written.forEach(
        (key, row) ->
            assertThat(Columns.of(table, row(table, key)))
                .as("%s, seed %d", table, SEED)
                .isEqualTo(Columns.of(table, row)));
  }

  @Test
  default void refusesValuesLongerThanTheirColumn() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> write(tx -> tx.upsert(Tables.USERS, new Principal(1, "x".repeat(256)))));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                write(
                    tx -> tx.upsert(Tables.CLUSTER_VARIABLES, variable("n".repeat(65), "value"))));
    assertThat(row(Tables.USERS, 1)).isNull();
  }

  @Test
  default void longNamesAndOddBytesAreDistinctKeys() {
    List<byte[]> names =
        List.of(
            new byte[] {0},
            new byte[] {0, 0},
            new byte[] {0, (byte) 0xFF},
            new byte[] {(byte) 0xFF},
            new byte[] {(byte) 0xFF, 0},
            "n".repeat(255).getBytes(java.nio.charset.StandardCharsets.US_ASCII),
            "n".repeat(254).getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    long id = 100;
    for (byte[] name : names) {
      Inode inode = file(7, 7, "x", id++).toBuilder().name(Name.trusted(name)).build();
      write(tx -> tx.insert(Tables.INODES, inode));
    }
    id = 100;
    for (byte[] name : names) {
      Inode found = row(Tables.INODES, new InodeKey(7, 7, Name.trusted(name)));
      assertThat(found).isNotNull().extracting(Inode::id).isEqualTo(id++);
    }
  }

  @Test
  default void thePartitionBelongsToTheKey() {
    write(tx -> tx.insert(Tables.INODES, file(7, 7, "a", 100)));
    assertThat(row(Tables.INODES, new InodeKey(8, 7, Name.of("a")))).isNull();
    assertThat(row(Tables.INODES, new InodeKey(7, 7, Name.of("a")))).isNotNull();
  }

  @Test
  default void insertRefusesAnExistingKey() {
    write(tx -> tx.insert(Tables.CLUSTER_VARIABLES, variable("a", "1")));
    assertCode(
        Code.ROW_EXISTS,
        () -> write(tx -> tx.insert(Tables.CLUSTER_VARIABLES, variable("a", "2"))));
    assertThat(row(Tables.CLUSTER_VARIABLES, "a")).isEqualTo(variable("a", "1"));
  }

  @Test
  default void updateRefusesAnAbsentKey() {
    assertCode(
        Code.ROW_MISSING,
        () -> write(tx -> tx.update(Tables.CLUSTER_VARIABLES, variable("a", "2"))));
    assertThat(row(Tables.CLUSTER_VARIABLES, "a")).isNull();
  }

  @Test
  default void upsertInsertsAndReplaces() {
    write(tx -> tx.upsert(Tables.CLUSTER_VARIABLES, variable("a", "1")));
    write(tx -> tx.upsert(Tables.CLUSTER_VARIABLES, variable("a", "2")));
    assertThat(row(Tables.CLUSTER_VARIABLES, "a")).isEqualTo(variable("a", "2"));
  }

  @Test
  default void deleteOfAnAbsentKeyIsHarmless() {
    write(tx -> tx.delete(Tables.CLUSTER_VARIABLES, "a"));
    assertThat(row(Tables.CLUSTER_VARIABLES, "a")).isNull();
  }

  @Test
  default void aUniqueIndexFindsTheRowAndRefusesASecond() {
    write(tx -> tx.insert(Tables.USERS, new Principal(1, "ann")));
    assertThat(this.<Principal>read(tx -> tx.getUnique(Tables.USERS, Tables.BY_NAME, "ann")))
        .isEqualTo(new Principal(1, "ann"));
    assertThat(this.<Principal>read(tx -> tx.getUnique(Tables.USERS, Tables.BY_NAME, "an")))
        .isNull();
    assertCode(
        Code.ROW_EXISTS, () -> write(tx -> tx.insert(Tables.USERS, new Principal(2, "ann"))));
    assertThat(row(Tables.USERS, 2)).isNull();
  }

  @Test
  default void aUniqueIndexFollowsUpdates() {
    write(tx -> tx.insert(Tables.USERS, new Principal(1, "ann")));
    write(tx -> tx.update(Tables.USERS, new Principal(1, "bob")));
    write(tx -> tx.upsert(Tables.USERS, new Principal(2, "ann")));
    assertCode(
        Code.ROW_EXISTS, () -> write(tx -> tx.upsert(Tables.USERS, new Principal(2, "bob"))));
    write(tx -> tx.delete(Tables.USERS, 1));
    write(tx -> tx.update(Tables.USERS, new Principal(2, "bob")));
    try (Tx tx = store().begin(TxOptions.write("test"))) {
      assertThat(tx.getUnique(Tables.USERS, Tables.BY_NAME, "bob"))
          .isEqualTo(new Principal(2, "bob"));
      assertThat(tx.getUnique(Tables.USERS, Tables.BY_NAME, "ann")).isNull();
    }
  }

  @Test
  default void aRowMovesToAnotherKeyInOneTransaction() {
    write(tx -> tx.insert(Tables.INODES, file(7, 7, "a", 100)));
    write(
        tx -> {
          tx.delete(Tables.INODES, new InodeKey(7, 7, Name.of("a")));
          tx.insert(Tables.INODES, file(8, 8, "b", 100));
          assertThat(tx.getUnique(Tables.INODES, Tables.INODES_BY_ID, 100L))
              .extracting(Inode::parentId)
              .isEqualTo(8L);
        });
    assertThat(row(Tables.INODES, new InodeKey(7, 7, Name.of("a")))).isNull();
    Inode moved = this.<Inode>read(tx -> tx.getUnique(Tables.INODES, Tables.INODES_BY_ID, 100L));
    assertThat(moved).isEqualTo(file(8, 8, "b", 100));
  }

  @Test
  default void aTransactionSeesItsOwnWritesAndNobodyElseDoes() {
    write(tx -> tx.insert(Tables.CLUSTER_VARIABLES, variable("old", "1")));
    try (Tx tx = store().begin(TxOptions.write("test"))) {
      tx.insert(Tables.CLUSTER_VARIABLES, variable("new", "1"));
      tx.update(Tables.CLUSTER_VARIABLES, variable("old", "2"));
      assertThat(tx.get(Tables.CLUSTER_VARIABLES, "new", LockMode.READ_COMMITTED)).isNotNull();
      assertThat(tx.get(Tables.CLUSTER_VARIABLES, "old", LockMode.EXCLUSIVE))
          .isEqualTo(variable("old", "2"));
      ReadBatch batch = tx.batch();
      ReadBatch.Row<ClusterVariable> inBatch = batch.get(Tables.CLUSTER_VARIABLES, "new");
      batch.execute();
      assertThat(inBatch.get()).isEqualTo(variable("new", "1"));
      assertThat(row(Tables.CLUSTER_VARIABLES, "new")).isNull();
      assertThat(row(Tables.CLUSTER_VARIABLES, "old")).isEqualTo(variable("old", "1"));
      tx.delete(Tables.CLUSTER_VARIABLES, "old");
      assertThat(tx.get(Tables.CLUSTER_VARIABLES, "old", LockMode.READ_COMMITTED)).isNull();
    }
    assertThat(row(Tables.CLUSTER_VARIABLES, "new")).isNull();
    assertThat(row(Tables.CLUSTER_VARIABLES, "old")).isEqualTo(variable("old", "1"));
  }

  @Test
  default void aBatchReadsSeveralTablesInOneRoundTrip() {
    write(
        tx -> {
          tx.insert(Tables.CLUSTER_VARIABLES, variable("a", "1"));
          tx.insert(Tables.USERS, new Principal(1, "ann"));
          tx.insert(Tables.INODES, file(7, 7, "a", 100));
        });
    try (Tx tx = store().begin(TxOptions.read("test"))) {
      ReadBatch batch = tx.batch();
      ReadBatch.Row<ClusterVariable> variable = batch.get(Tables.CLUSTER_VARIABLES, "a");
      ReadBatch.Row<ClusterVariable> absent = batch.get(Tables.CLUSTER_VARIABLES, "b");
      ReadBatch.Row<Principal> user = batch.get(Tables.USERS, 1);
      ReadBatch.Rows<Inode> children =
          batch.scan(io.warren.store.Scan.prefix(Tables.INODES, 10, 7L, 7L));
      assertThatIllegalStateException().isThrownBy(user::get);
      batch.execute();
      assertThat(variable.get()).isEqualTo(variable("a", "1"));
      assertThat(absent.get()).isNull();
      assertThat(user.get()).isEqualTo(new Principal(1, "ann"));
      assertThat(children.get()).containsExactly(file(7, 7, "a", 100));
      TxStats stats = tx.stats();
      assertThat(stats.roundTrips()).isEqualTo(1);
      assertThat(stats.batchedReads()).isEqualTo(3);
      assertThat(stats.prunedScans()).isEqualTo(1);
      assertThat(stats.rowsRead()).isEqualTo(3);
    }
  }

  @Test
  default void statsCountRoundTripsAsNdbWouldNeedThem() {
    try (Tx tx = store().begin(TxOptions.write("test"))) {
      tx.get(Tables.CLUSTER_VARIABLES, "a", LockMode.READ_COMMITTED);
      tx.get(Tables.CLUSTER_VARIABLES, "a", LockMode.EXCLUSIVE);
      tx.insert(Tables.CLUSTER_VARIABLES, variable("a", "1"));
      tx.insert(Tables.CLUSTER_VARIABLES, variable("b", "1"));
      assertThat(tx.stats()).isEqualTo(new TxStats(2, 2, 0, 0, 0, 0, 0, 2));
      tx.commit();
      assertThat(tx.stats().roundTrips()).isEqualTo(3);
    }
  }

  @Test
  default void aReadOnlyTransactionRefusesWritesAndLocks() {
    refusedWhenReadOnly(tx -> tx.upsert(Tables.CLUSTER_VARIABLES, variable("a", "1")));
    refusedWhenReadOnly(tx -> tx.delete(Tables.CLUSTER_VARIABLES, "a"));
    refusedWhenReadOnly(tx -> tx.get(Tables.CLUSTER_VARIABLES, "a", LockMode.EXCLUSIVE));
    if (store().snapshotReads()) {
      refusedWhenReadOnly(tx -> tx.get(Tables.CLUSTER_VARIABLES, "a", LockMode.SHARED));
    }
    refusedWhenReadOnly(tx -> tx.append(Samples.created(file(7, 7, "a", 100))));
  }

  private void refusedWhenReadOnly(java.util.function.Consumer<Tx> call) {
    try (Tx tx = store().begin(TxOptions.read("test"))) {
      assertThatIllegalStateException().isThrownBy(() -> call.accept(tx));
    }
  }

  @Test
  default void anEndedTransactionRefusesEverything() {
    Tx closed = store().begin(TxOptions.write("test"));
    closed.close();
    closed.close();
    assertEnded(closed);
    Tx committed = store().begin(TxOptions.write("test"));
    committed.upsert(Tables.CLUSTER_VARIABLES, variable("a", "1"));
    committed.commit();
    assertEnded(committed);
    committed.close();
    assertThat(row(Tables.CLUSTER_VARIABLES, "a")).isNotNull();
    Tx failed = store().begin(TxOptions.write("test"));
    assertCode(
        Code.ROW_EXISTS,
        () -> {
          failed.insert(Tables.CLUSTER_VARIABLES, variable("a", "2"));
          failed.commit();
        });
    assertEnded(failed);
    failed.close();
  }

  private static void assertEnded(Tx tx) {
    assertCode(Code.CLOSED, () -> tx.get(Tables.CLUSTER_VARIABLES, "a", LockMode.READ_COMMITTED));
    assertCode(Code.CLOSED, () -> tx.upsert(Tables.CLUSTER_VARIABLES, variable("b", "1")));
    assertCode(Code.CLOSED, tx::commit);
    assertThat(tx.stats()).isNotNull();
  }

  @Test
  default void aReadOnlyTransactionNeverMixesTwoCommits() {
    // Adapters without snapshots read the newest version each time; a batch is what they promise.
    write(
        tx -> {
          tx.insert(Tables.CLUSTER_VARIABLES, variable("a", "1"));
          tx.insert(Tables.CLUSTER_VARIABLES, variable("b", "1"));
        });
    try (Tx tx = store().begin(TxOptions.read("test"))) {
      ClusterVariable before = tx.get(Tables.CLUSTER_VARIABLES, "a", LockMode.READ_COMMITTED);
      write(
          other -> {
            other.update(Tables.CLUSTER_VARIABLES, variable("a", "2"));
            other.update(Tables.CLUSTER_VARIABLES, variable("b", "2"));
          });
      @Nullable ClusterVariable after =
          tx.get(Tables.CLUSTER_VARIABLES, "b", LockMode.READ_COMMITTED);
      assertThat(before).isEqualTo(variable("a", "1"));
      if (store().snapshotReads()) {
        assertThat(after).isEqualTo(variable("b", "1"));
      } else {
        assertThat(after).isEqualTo(variable("b", "2"));
      }
    }
  }
}
