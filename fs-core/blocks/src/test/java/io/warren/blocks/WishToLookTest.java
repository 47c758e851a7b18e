package io.warren.blocks;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.Block;
import io.warren.model.BlockState;
import io.warren.model.ExcessReplica;
import io.warren.model.Inode;
import io.warren.model.RedundancyCheck;
import io.warren.store.Store;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import io.warren.store.testkit.Samples;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A wish to look at a block is kept while the block can't be judged to the end. */
class WishToLookTest {
  private static final long STAMP = 1_001;
  private static final long LENGTH_BYTES = 100;

  /** A namenode that leads. */
  private static final class Leader implements AutoCloseable {
    final SimulatedNamenode namenode;
    final RedundancyManager redundancy;
    final long epoch;

    Leader(BlockFixture store, TransactionRunner runner, long epoch) throws IOException {
      this.epoch = epoch;
      namenode =
          new SimulatedNamenode(
              store, epoch, List.of(epoch), new HashReports.Settings(1, 60_000), 1_000);
      redundancy =
          new RedundancyManager(
              runner,
              namenode.datanodes,
              store.clock,
              RedundancySettings.read(new Configuration()),
              0);
    }

    void round() {
      redundancy.round(tx -> {}, epoch);
    }

    @Override
    public void close() {
      namenode.close();
    }
  }

  private final List<SimulatedDatanode> datanodes =
      List.of(new SimulatedDatanode(1, 1), new SimulatedDatanode(2, 1));
  private BlockFixture store;
  private Leader leader;
  private int[] storages;
  private Block block;

  /** A block of a file that wants one replica. */
  @BeforeEach
  void open(@TempDir Path folder) throws IOException {
    store = new BlockFixture(folder);
    leader = new Leader(store, store.runner, 1);
    register(leader);
    leader.round();
    storages =
        datanodes.stream()
            .mapToInt(d -> store.storageIds.idOf(d.storage().getStorageID(), d.uuid(), "DISK"))
            .toArray();
    store.write(
        tx -> {
          tx.insert(Tables.INODES, Samples.directory(0, 0, "root", Inode.ROOT_ID));
          tx.insert(
              Tables.INODES,
              Samples.file(Inode.ROOT_ID, Inode.ROOT_ID, "file", BlockFixture.INODE).toBuilder()
                  .replication(1)
                  .build());
        });
    block = store.addBlock(1, STAMP, LENGTH_BYTES, BlockState.COMPLETE);
    store.addReplica(block, storages[0]);
  }

  @AfterEach
  void close() {
    leader.close();
    store.close();
  }

  private void register(Leader of) throws IOException {
    for (SimulatedDatanode datanode : datanodes) {
      of.namenode.register(datanode);
    }
  }

  private void wish() {
    store.write(
        tx ->
            tx.upsert(
                Tables.REDUNDANCY_CHECKS,
                new RedundancyCheck(BlockFixture.INODE, block.blockId(), store.clock.millis())));
  }

  private List<ExcessReplica> surplus() {
    return store.rows(Tables.EXCESS_REPLICAS);
  }

  @Test
  void aWellStoredBlockEndsTheWish() {
    wish();
    leader.round();
    assertThat(store.rows(Tables.REDUNDANCY_CHECKS)).isEmpty();
    assertThat(surplus()).isEmpty();
  }

  @Test
  void aPipelinesLastReplicaIsSurplusWhenItComes() {
    store.expect(block, storages);
    wish();
    leader.round();
    assertThat(store.rows(Tables.REDUNDANCY_CHECKS)).hasSize(1);
    store.changes.apply(
        List.of(BlockFixture.finalized(storages[1], block.blockId(), STAMP, LENGTH_BYTES)));
    leader.round();
    assertThat(surplus()).hasSize(1);
    assertThat(store.rows(Tables.INVALIDATED_BLOCKS)).hasSize(1);
    assertThat(store.rows(Tables.REDUNDANCY_CHECKS)).isEmpty();
  }

  @Test
  void aLeaderThatNoDatanodeHasFoundYetForgetsNoSurplus() throws IOException {
    store.addReplica(block, storages[1]);
    wish();
    try (Leader next = new Leader(store, store.runner, 2)) {
      next.round();
      assertThat(surplus()).isEmpty();
      register(next);
      next.round();
      assertThat(surplus()).hasSize(1);
      assertThat(store.rows(Tables.REDUNDANCY_CHECKS)).isEmpty();
    }
  }

  @Test
  void aFileThatIsRenamedJustNowIsNotTakenForADeletedOne() throws IOException {
    store.addReplica(block, storages[1]);
    wish();
    AtomicInteger missed = new AtomicInteger();
    TransactionRunner runner =
        new TransactionRunner(missingOnce(missed), TransactionRunner.Listener.NONE);
    try (Leader next = new Leader(store, runner, 2)) {
      register(next);
      next.round();
      assertThat(missed).hasValue(1);
      assertThat(surplus()).hasSize(1);
    }
  }

  /** The store, but the first look for an inode by its id finds nothing. */
  private Store missingOnce(AtomicInteger missed) {
    return forwarding(
        Store.class,
        store.store,
        (method, answer) ->
            answer instanceof Tx tx
                ? forwarding(
                    Tx.class,
                    tx,
                    (read, row) ->
                        row instanceof Inode
                                && read.equals("getUnique")
                                && missed.compareAndSet(0, 1)
                            ? null
                            : row)
                : answer);
  }

  private static <T> T forwarding(
      Class<T> type, T to, BiFunction<String, @Nullable Object, @Nullable Object> change) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              try {
                return change.apply(method.getName(), method.invoke(to, arguments));
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }
}
