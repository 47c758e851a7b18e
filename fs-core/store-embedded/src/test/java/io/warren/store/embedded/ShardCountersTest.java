package io.warren.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.InodeKey;
import io.warren.model.Name;
import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.Scan;
import io.warren.store.ShardLoad;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import io.warren.store.testkit.Samples;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is counted of which shard. */
class ShardCountersTest {
  private static final long DIRECTORY = 4711;
  private EmbeddedStore store;

  @BeforeEach
  void open(@TempDir Path dir) {
    store = EmbeddedStore.open(dir, EmbeddedOptions.withoutSync());
  }

  @AfterEach
  void close() {
    store.close();
  }

  private void insert(long id, boolean commit) {
    try (Tx tx = store.begin(TxOptions.write("test"))) {
      tx.insert(Tables.INODES, Samples.file(DIRECTORY, DIRECTORY, "n" + id, id));
      if (commit) {
        tx.commit();
      }
    }
  }

  private List<ShardLoad> loads() {
    return store.shards().loads();
  }

  private int shard() {
    return store.shards().of(Tables.INODES, DIRECTORY);
  }

  @Test
  void nothingIsToldOfAStoreThatNobodyUsed() {
    assertThat(loads()).isEmpty();
    assertThat(store.shards().count()).isEqualTo(32);
    assertThat(store.shards().countedSinceMs())
        .isBetween(System.currentTimeMillis() - 60_000, System.currentTimeMillis());
  }

  @Test
  void writesCountWhenTheyAreCommitted() {
    insert(1, false);
    assertThat(loads()).isEmpty();
    insert(1, true);
    insert(2, true);
    assertThat(loads()).containsExactly(new ShardLoad("inodes", shard(), 0, 2, 0, 0));
    try (Tx tx = store.begin(TxOptions.write("test"))) {
      tx.delete(Tables.INODES, new InodeKey(DIRECTORY, DIRECTORY, Name.of("n1")));
      tx.commit();
    }
    assertThat(loads()).containsExactly(new ShardLoad("inodes", shard(), 0, 3, 0, 0));
  }

  @Test
  void readsCountAloneAndInBatchesAndThoseOfNoPartitionByThemselves() {
    insert(1, true);
    insert(2, true);
    InodeKey key = new InodeKey(DIRECTORY, DIRECTORY, Name.of("n1"));
    try (Tx tx = store.begin(TxOptions.read("test"))) {
      tx.get(Tables.INODES, key, LockMode.READ_COMMITTED);
      ReadBatch batch = tx.batch();
      batch.get(Tables.INODES, key, LockMode.READ_COMMITTED);
      batch.scan(Scan.prefix(Tables.INODES, 10, DIRECTORY, DIRECTORY));
      batch.execute();
      tx.scan(Scan.index(Tables.INODES, Tables.INODES_BY_PARENT, 1, DIRECTORY));
      tx.scan(Scan.prefix(Tables.INODES, 10));
    }
    assertThat(loads())
        .containsExactly(
            new ShardLoad("inodes", shard(), 2, 2, 2, 3),
            new ShardLoad("inodes", ShardLoad.ALL, 0, 0, 1, 2));
  }

  @Test
  void aScanOfAnIndexIsOfTheShardThatItsRowsHaveInCommon() {
    try (Tx tx = store.begin(TxOptions.write("test"))) {
      for (long id = 1; id <= 20; id++) {
        tx.insert(Tables.INODES, Samples.file(id, DIRECTORY, "n" + id, id));
      }
      tx.commit();
    }
    try (Tx tx = store.begin(TxOptions.read("test"))) {
      tx.scan(Scan.index(Tables.INODES, Tables.INODES_BY_PARENT, 20, DIRECTORY));
      tx.scan(Scan.index(Tables.INODES, Tables.INODES_BY_PARENT, 20, DIRECTORY + 1));
    }
    assertThat(loads())
        .filteredOn(load -> load.scans() > 0)
        .containsExactly(new ShardLoad("inodes", ShardLoad.ALL, 0, 0, 2, 20));
  }

  @Test
  void neighbouringPartitionsAreSpreadEvenly() {
    Map<Integer, Long> found =
        LongStream.range(10_000, 13_200)
            .mapToObj(id -> store.shards().of(Tables.INODES, id))
            .collect(Collectors.groupingBy(shard -> shard, Collectors.counting()));
    assertThat(found.keySet()).hasSize(32).allMatch(shard -> shard >= 0 && shard < 32);
    assertThat(found.values()).allMatch(count -> count > 80 && count < 120);
  }
}
