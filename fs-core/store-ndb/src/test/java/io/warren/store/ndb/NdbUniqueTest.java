package io.warren.store.ndb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.model.Name;
import io.warren.store.LockMode;
import io.warren.store.StoreException;
import io.warren.store.StoreException.Code;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import io.warren.store.testkit.Samples;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rows that take over unique values of rows deleted in the same commit, on other shards. */
class NdbUniqueTest {
  private static final long SEED = 20_261_121;
  private static final int INODES = 20;
  private static final int ROUNDS = 100;
  private NdbStore store;

  @BeforeEach
  void open() {
    store = TestCluster.get().emptyStore();
  }

  @AfterEach
  void close() {
    store.close();
  }

  private static InodeKey key(long partition, long id) {
    return new InodeKey(partition, partition, Name.of("n" + id));
  }

  private static Inode inode(long partition, long id) {
    return Samples.file(partition, partition, "n" + id, id);
  }

  @Test
  void inodesMoveBetweenShardsAndKeepTheirIds() {
    Random random = new Random(SEED);
    try (Tx tx = store.begin(TxOptions.write("test"))) {
      for (int id = 0; id < INODES; id++) {
        tx.insert(Tables.INODES, inode(0, id));
      }
      tx.commit();
    }
    for (int round = 0; round < ROUNDS; round++) {
      try (Tx tx = store.begin(TxOptions.write("test"))) {
        boolean locked = random.nextBoolean();
        for (int id = 0; id < INODES; id++) {
          if (locked) {
            assertThat(tx.get(Tables.INODES, key(round, id), LockMode.EXCLUSIVE)).isNotNull();
          }
          tx.insert(Tables.INODES, inode(round + 1, id));
          tx.delete(Tables.INODES, key(round, id));
        }
        tx.commit();
        assertThat(tx.stats().roundTrips()).isEqualTo(locked ? INODES + 1 : 1);
      }
    }
    try (Tx tx = store.begin(TxOptions.read("test"))) {
      for (long id = 0; id < INODES; id++) {
        assertThat(tx.getUnique(Tables.INODES, Tables.INODES_BY_ID, id))
            .as("seed %d", SEED)
            .isEqualTo(inode(ROUNDS, id));
      }
    }
  }

  @Test
  void aTakenValueIsStillRefused() {
    try (Tx tx = store.begin(TxOptions.write("test"))) {
      tx.insert(Tables.INODES, inode(1, 1));
      tx.insert(Tables.INODES, inode(2, 2));
      tx.commit();
    }
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(
            () -> {
              try (Tx tx = store.begin(TxOptions.write("test"))) {
                tx.delete(Tables.INODES, key(1, 1));
                tx.insert(Tables.INODES, inode(3, 1));
                tx.insert(Tables.INODES, inode(4, 2));
                tx.commit();
              }
            })
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.ROW_EXISTS));
    try (Tx tx = store.begin(TxOptions.read("test"))) {
      assertThat(tx.getUnique(Tables.INODES, Tables.INODES_BY_ID, 1L)).isEqualTo(inode(1, 1));
      assertThat(tx.get(Tables.INODES, key(4, 2), LockMode.READ_COMMITTED)).isNull();
    }
  }
}
