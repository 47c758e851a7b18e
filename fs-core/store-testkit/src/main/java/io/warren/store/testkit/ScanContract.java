package io.warren.store.testkit;

import static io.warren.store.testkit.Samples.file;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.warren.model.Block;
import io.warren.model.BlockIds;
import io.warren.model.BlockKey;
import io.warren.model.BlockState;
import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.model.LeasePath;
import io.warren.model.LeasePathKey;
import io.warren.model.Name;
import io.warren.model.Replica;
import io.warren.model.ReplicaKey;
import io.warren.model.RetryEntry;
import io.warren.model.RetryKey;
import io.warren.store.BlockScans;
import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.Scan;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Ordered reads by key prefix and by index, page by page, with and without locks. */
interface ScanContract extends StoreFixture {
  /** Of each of two tables, in one batch. */
  int MANY_SCANS = 1_000;

  private static Block block(long inodeId, long blockId) {
    return new Block(inodeId, blockId, 0, 1, 2, BlockState.COMPLETE, 0);
  }

  private static List<Long> blockIds(List<Block> blocks) {
    return blocks.stream().map(Block::blockId).toList();
  }

  private static List<String> names(List<Inode> inodes) {
    return inodes.stream().map(i -> i.name().toString()).toList();
  }

  @Test
  default void aPrefixScanReturnsItsRowsInKeyOrder() {
    write(
        tx -> {
          for (long inode : new long[] {-1, 1, 2, Long.MIN_VALUE, Long.MAX_VALUE}) {
            for (long id : new long[] {5, -5, 0, Long.MAX_VALUE, Long.MIN_VALUE}) {
              tx.insert(Tables.BLOCKS, block(inode, id));
            }
          }
        });
    assertThat(blockIds(rows(Scan.prefix(Tables.BLOCKS, 100, 1L))))
        .containsExactly(Long.MIN_VALUE, -5L, 0L, 5L, Long.MAX_VALUE);
    assertThat(blockIds(rows(Scan.prefix(Tables.BLOCKS, 2, Long.MAX_VALUE))))
        .containsExactly(Long.MIN_VALUE, -5L);
    assertThat(blockIds(rows(Scan.prefix(Tables.BLOCKS, 100, 1L, 5L)))).containsExactly(5L);
    assertThat(rows(Scan.prefix(Tables.BLOCKS, 100, 3L))).isEmpty();
    assertThat(rows(Scan.prefix(Tables.BLOCKS, 100)).stream().map(Block::inodeId).distinct())
        .containsExactly(Long.MIN_VALUE, -1L, 1L, 2L, Long.MAX_VALUE);
  }

  @Test
  default void aTextPrefixIsAWholeColumn() {
    write(
        tx -> {
          for (String holder : List.of("a", "ab", "a\0", "b", "")) {
            tx.insert(Tables.LEASE_PATHS, new LeasePath(holder, 1));
            tx.insert(Tables.LEASE_PATHS, new LeasePath(holder, 2));
          }
          tx.insert(Tables.CLUSTER_VARIABLES, Samples.variable("a", "1"));
          tx.insert(Tables.CLUSTER_VARIABLES, Samples.variable("ab", "1"));
        });
    assertThat(rows(Scan.prefix(Tables.LEASE_PATHS, 10, "a")))
        .containsExactly(new LeasePath("a", 1), new LeasePath("a", 2));
    assertThat(rows(Scan.prefix(Tables.CLUSTER_VARIABLES, 10, "a"))).hasSize(1);
    assertThat(rows(Scan.prefix(Tables.LEASE_PATHS, 10)).stream().map(LeasePath::holder).distinct())
        .containsExactly("", "a", "a\0", "ab", "b");
    assertThat(rows(Scan.prefix(Tables.LEASE_PATHS, 1, "a").after(new LeasePathKey("a", 1))))
        .containsExactly(new LeasePath("a", 2));
  }

  @Test
  default void pagesContinueBehindARowThatIsGone() {
    write(
        tx -> {
          for (long id = 0; id < 10; id++) {
            tx.insert(Tables.BLOCKS, block(1, id));
          }
        });
    List<Long> seen = new ArrayList<>();
    BlockKey after = null;
    while (true) {
      List<Block> page = rows(Scan.prefix(Tables.BLOCKS, 3, 1L).after(after));
      if (page.isEmpty()) {
        break;
      }
      seen.addAll(blockIds(page));
      after = page.get(page.size() - 1).key();
      BlockKey last = after;
      write(tx -> tx.delete(Tables.BLOCKS, last));
    }
    assertThat(seen).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
    assertThat(rows(Scan.prefix(Tables.BLOCKS, 9, 1L).after(new BlockKey(0, 99)))).hasSize(6);
  }

  @Test
  default void aListingIsInNameOrderHoweverItsChildrenArePartitioned() {
    List<String> names = new ArrayList<>(List.of("a", "aa", "ab", "b", "B", "ä", "~", "z"));
    for (int i = 0; i < 40; i++) {
      names.add("child" + i);
    }
    List<String> ordered = names.stream().map(Name::of).sorted().map(Name::toString).toList();
    Collections.shuffle(names, new Random(7));
    write(
        tx -> {
          long id = 1000;
          for (String name : names) {
            tx.insert(Tables.INODES, file(7, 7, name, id++));
            tx.insert(Tables.INODES, file(name.hashCode(), 8, name, id++));
            tx.insert(Tables.INODES, file(9, 9, name, id++));
          }
        });
    assertThat(names(rows(Scan.prefix(Tables.INODES, 100, 7L, 7L)))).isEqualTo(ordered);
    for (long parent : new long[] {7, 8}) {
      List<String> seen = new ArrayList<>();
      InodeKey after = null;
      while (true) {
        List<Inode> page =
            rows(Scan.index(Tables.INODES, Tables.INODES_BY_PARENT, 7, parent).after(after));
        if (page.isEmpty()) {
          break;
        }
        seen.addAll(names(page));
        after = page.get(page.size() - 1).key();
      }
      assertThat(seen).isEqualTo(ordered);
    }
    assertThat(rows(Scan.prefix(Tables.INODES, 100, 7L, 8L))).isEmpty();
    assertThat(rows(Scan.prefix(Tables.INODES, 100, (long) "aa".hashCode(), 8L)))
        .extracting(i -> i.name().toString())
        .containsExactly("aa");
    assertThat(rows(Scan.prefix(Tables.INODES, 9, 7L, 7L, Name.of("aa").bytes()))).hasSize(1);
  }

  @Test
  default void inodesComeInKeyOrderWhenTheirPartitionOrNothingIsGiven() {
    write(
        tx -> {
          long id = 1000;
          for (long partition : new long[] {3, 1, 2}) {
            for (long parent : new long[] {30, 10, 20}) {
              for (String name : List.of("b", "a")) {
                tx.insert(Tables.INODES, file(partition, parent, name, id++));
              }
            }
          }
        });
    List<InodeKey> expected = new ArrayList<>();
    for (long partition = 1; partition <= 3; partition++) {
      for (long parent = 10; parent <= 30; parent += 10) {
        expected.add(new InodeKey(partition, parent, Name.of("a")));
        expected.add(new InodeKey(partition, parent, Name.of("b")));
      }
    }
    List<InodeKey> seen = new ArrayList<>();
    InodeKey after = null;
    while (true) {
      List<Inode> page = rows(Scan.prefix(Tables.INODES, 5).after(after));
      if (page.isEmpty()) {
        break;
      }
      page.forEach(i -> seen.add(i.key()));
      after = page.get(page.size() - 1).key();
    }
    assertThat(seen).isEqualTo(expected);
    assertThat(rows(Scan.prefix(Tables.INODES, 100, 2L)).stream().map(Inode::key))
        .isEqualTo(expected.subList(6, 12));
  }

  @Test
  default void theReplicasOfABlockGroupAreThoseOfItsUnits() {
    long group = BlockIds.group(1, 7);
    long before = BlockIds.group(1, 6);
    long next = BlockIds.group(1, 8);
    write(
        tx -> {
          for (long block : new long[] {before, group, next}) {
            for (int unit = 0; unit < 9; unit++) {
              tx.insert(
                  Tables.REPLICAS,
                  new Replica(1, BlockIds.inPipeline(block, unit), 1 + unit, 1, 1));
            }
          }
          tx.insert(Tables.REPLICAS, new Replica(1, group, Integer.MAX_VALUE, 1, 1));
          tx.insert(Tables.REPLICAS, new Replica(1, 1_073_741_825L, 3, 1, 1));
          tx.insert(Tables.REPLICAS, new Replica(2, group, 4, 1, 1));
        });
    List<Replica> scanned = rows(BlockScans.replicas(Tables.REPLICAS, 1, group));
    assertThat(scanned.get(0).key()).isEqualTo(new ReplicaKey(1, group, 1));
    assertThat(BlockScans.ofBlock(scanned, group, Replica::blockId))
        .hasSize(10)
        .allMatch(r -> r.inodeId() == 1 && BlockIds.owner(r.blockId()) == group)
        .extracting(r -> BlockIds.unit(r.blockId()))
        .containsExactly(0, 0, 1, 2, 3, 4, 5, 6, 7, 8);
    assertThat(rows(BlockScans.replicas(Tables.REPLICAS, 1, 1_073_741_825L)))
        .extracting(Replica::storageId)
        .containsExactly(3);
  }

  @Test
  default void anIndexScanReturnsEqualRowsInKeyOrder() {
    write(
        tx -> {
          for (int storage = 1; storage <= 3; storage++) {
            for (long inode = 3; inode >= 1; inode--) {
              for (long block = 30; block >= 10; block -= 10) {
                tx.insert(Tables.REPLICAS, new Replica(inode, block, storage, 1, 1));
              }
            }
          }
        });
    List<ReplicaKey> seen = new ArrayList<>();
    ReplicaKey after = null;
    while (true) {
      List<Replica> page = rows(Scan.index(Tables.REPLICAS, Tables.BY_STORAGE, 4, 2).after(after));
      if (page.isEmpty()) {
        break;
      }
      page.forEach(r -> seen.add(r.key()));
      after = page.get(page.size() - 1).key();
      ReplicaKey last = after;
      write(tx -> tx.delete(Tables.REPLICAS, last));
    }
    List<ReplicaKey> expected = new ArrayList<>();
    for (long inode = 1; inode <= 3; inode++) {
      for (long block = 10; block <= 30; block += 10) {
        expected.add(new ReplicaKey(inode, block, 2));
      }
    }
    assertThat(seen).isEqualTo(expected);
    assertThat(rows(Scan.index(Tables.REPLICAS, Tables.BY_STORAGE, 100, 4))).isEmpty();
  }

  @Test
  default void anIndexIsReadInItsOwnOrder() {
    write(
        tx -> {
          for (int i = 0; i < 10; i++) {
            long expires = (i * 7L) % 10 - 5;
            tx.insert(Tables.RETRY_CACHE, new RetryEntry("client", i, expires, null));
          }
        });
    assertThat(rows(Scan.index(Tables.RETRY_CACHE, Tables.BY_EXPIRY, 100)))
        .extracting(RetryEntry::expiresAtMs)
        .containsExactly(-5L, -4L, -3L, -2L, -1L, 0L, 1L, 2L, 3L, 4L);
    write(tx -> tx.update(Tables.RETRY_CACHE, new RetryEntry("client", 0, 100, null)));
    assertThat(rows(Scan.index(Tables.RETRY_CACHE, Tables.BY_EXPIRY, 2)))
        .extracting(RetryEntry::expiresAtMs)
        .containsExactly(-4L, -3L);
    assertThat(rows(Scan.index(Tables.RETRY_CACHE, Tables.BY_EXPIRY, 2, 100L))).hasSize(1);
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                rows(
                    Scan.index(Tables.RETRY_CACHE, Tables.BY_EXPIRY, 2)
                        .after(new RetryKey("client", 1))));
  }

  @Test
  default void anIndexScanCanBeginAboveAValue() {
    write(
        tx -> {
          for (int i = 0; i < 10; i++) {
            tx.insert(Tables.RETRY_CACHE, new RetryEntry("client", i, i / 2, null));
          }
        });
    Scan<RetryKey, RetryEntry> all = Scan.index(Tables.RETRY_CACHE, Tables.BY_EXPIRY, 3);
    assertThat(rows(all.above(-1L)))
        .extracting(RetryEntry::expiresAtMs)
        .containsExactly(0L, 0L, 1L);
    assertThat(rows(all.above(2L))).extracting(RetryEntry::expiresAtMs).containsExactly(3L, 3L, 4L);
    assertThat(rows(all.above(4L))).isEmpty();
    assertThat(rows(all.above(Long.MAX_VALUE))).isEmpty();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Scan.index(Tables.RETRY_CACHE, Tables.BY_EXPIRY, 3, 1L).above(1L));
  }

  @Test
  default void scansSeeTheTransactionsOwnWrites() {
    write(
        tx -> {
          tx.insert(Tables.BLOCKS, block(1, 1));
          tx.insert(Tables.BLOCKS, block(1, 2));
          tx.insert(Tables.REPLICAS, new Replica(1, 1, 9, 1, 1));
        });
    write(
        tx -> {
          tx.delete(Tables.BLOCKS, new BlockKey(1, 1));
          tx.insert(Tables.BLOCKS, block(1, 0));
          tx.insert(Tables.REPLICAS, new Replica(1, 2, 9, 1, 1));
          tx.delete(Tables.REPLICAS, new ReplicaKey(1, 1, 9));
          assertThat(blockIds(tx.scan(Scan.prefix(Tables.BLOCKS, 10, 1L)))).containsExactly(0L, 2L);
          assertThat(tx.scan(Scan.index(Tables.REPLICAS, Tables.BY_STORAGE, 10, 9)))
              .containsExactly(new Replica(1, 2, 9, 1, 1));
          for (LockMode mode : List.of(LockMode.SHARED, LockMode.EXCLUSIVE)) {
            assertThat(blockIds(tx.scan(Scan.prefix(Tables.BLOCKS, 10, 1L).locked(mode))))
                .containsExactly(0L, 2L);
          }
        });
  }

  /** More than a server keeps under way at once: the store sends them in portions. */
  @Test
  default void aBatchMayHoldManyScans() {
    write(
        tx -> {
          for (long inode = 0; inode < MANY_SCANS; inode++) {
            tx.insert(Tables.BLOCKS, block(inode, inode + 1));
          }
        });
    try (Tx tx = store().begin(TxOptions.read("test"))) {
      ReadBatch batch = tx.batch();
      ReadBatch.Row<Block> row = batch.get(Tables.BLOCKS, new BlockKey(7, 8));
      List<ReadBatch.Rows<Block>> found = new ArrayList<>();
      for (long inode = 0; inode < MANY_SCANS; inode++) {
        found.add(batch.scan(Scan.prefix(Tables.BLOCKS, 10, inode)));
        batch.scan(Scan.prefix(Tables.REPLICAS, 10, inode));
      }
      batch.execute();
      assertThat(row.get()).isEqualTo(block(7, 8));
      for (int inode = 0; inode < MANY_SCANS; inode++) {
        assertThat(blockIds(found.get(inode).get())).containsExactly(inode + 1L);
      }
    }
  }

  @Test
  default void scansAreCountedByWhatTheyCost() {
    try (Tx tx = store().begin(TxOptions.read("test"))) {
      tx.scan(Scan.prefix(Tables.BLOCKS, 10, 1L));
      tx.scan(Scan.prefix(Tables.BLOCKS, 10));
      tx.scan(Scan.index(Tables.REPLICAS, Tables.BY_STORAGE, 10, 9));
      assertThat(tx.stats().prunedScans()).isEqualTo(1);
      assertThat(tx.stats().fullScans()).isEqualTo(1);
      assertThat(tx.stats().indexScans()).isEqualTo(1);
      assertThat(tx.stats().roundTrips()).isEqualTo(3);
    }
  }
}
