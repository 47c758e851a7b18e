package io.warren.store.ndb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.warren.store.schema.Table;
import io.warren.store.schema.Tables;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which fragment has a row, as the SQL node says it, too. */
class FragmentsTest {
  private static final long SEED = 20_261_124;
  private static final int PARTITIONS = 50;
  private NdbStore store;

  @BeforeEach
  void open() {
    store = TestCluster.get().emptyStore();
  }

  @AfterEach
  void close() {
    store.close();
  }

  private static int askedOfSql(Table<?, ?> table, long partition) {
    String plan =
        TestCluster.get()
            .processes()
            .sql(
                "EXPLAIN FORMAT=TRADITIONAL SELECT * FROM %s.%s WHERE %s = %d"
                    .formatted(
                        ClusterProcesses.DATABASE,
                        table.name(),
                        table.partitionColumns().get(0),
                        partition));
    return Integer.parseInt(plan.split("\t")[3].substring(1));
  }

  @Test
  void aPartitionIsInTheFragmentThatSqlWouldRead() {
    Random random = new Random(SEED);
    int fragments = store.shards().count();
    assertThat(fragments).isBetween(2, 256);
    for (int i = 0; i < PARTITIONS; i++) {
      long partition = i < PARTITIONS / 2 ? 10_000 + i : random.nextLong();
      int shard = store.shards().of(Tables.INODES, partition);
      assertThat(shard).isBetween(0, fragments - 1);
      assertThat(shard)
          .as("partition %d, seed %d", partition, SEED)
          .isEqualTo(askedOfSql(Tables.INODES, partition));
      assertThat(store.shards().of(Tables.BLOCKS, partition)).isEqualTo(shard);
    }
  }

  @Test
  void whatIsPartitionedByANameHasNoNumber() {
    Table<?, ?> byName =
        Tables.ALL.stream()
            .filter(table -> !List.of("inodes", "blocks").contains(table.name()))
            .filter(table -> table.key().get(0).type().name().equals("TEXT"))
            .findFirst()
            .orElseThrow();
    assertThatIllegalArgumentException().isThrownBy(() -> store.shards().of(byName, 1));
  }
}
