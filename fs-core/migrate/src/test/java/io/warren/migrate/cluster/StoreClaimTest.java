package io.warren.migrate.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.migrate.cluster.StoreClaim.Patience;
import io.warren.model.ClusterVariable;
import io.warren.model.Lease;
import io.warren.model.NamenodeMember;
import io.warren.namespace.UnfinishedImport;
import io.warren.store.LockMode;
import io.warren.store.Scan;
import io.warren.store.Store;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import io.warren.store.schema.Table;
import io.warren.store.schema.Tables;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One import at a time has a store, and what one leaves that was broken off is served by nobody.
 */
class StoreClaimTest {
  private static final Duration DURABLE = Duration.ofMinutes(1);
  private static final Patience SHORT =
      new Patience(Duration.ofMillis(50), Duration.ofMillis(1_000));

  @TempDir private Path folder = Path.of("");
  private Store store;
  private TransactionRunner runner;

  @BeforeEach
  void open() {
    store = EmbeddedStore.open(folder.resolve("store"), EmbeddedOptions.withoutSync());
    runner = new TransactionRunner(store, TransactionRunner.Listener.NONE);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private void write(Store into, Consumer<Tx> rows) {
    new TransactionRunner(into, TransactionRunner.Listener.NONE)
        .run(
            TxOptions.write("test"),
            tx -> {
              rows.accept(tx);
              return tx;
            });
  }

  private boolean isClaimed() {
    return runner.run(
        TxOptions.read("test"),
        tx -> UnfinishedImport.claim(tx, LockMode.READ_COMMITTED).isPresent());
  }

  private int rows(Table<?, ?> table) {
    return runner.run(TxOptions.read("test"), tx -> tx.scan(Scan.prefix(table, 100)).size());
  }

  @Test
  void aClaimIsThereUntilAllIsWritten() {
    try (StoreClaim claim = StoreClaim.of(store, "image", SHORT)) {
      assertThat(isClaimed()).isTrue();
      write(claim.claimed(store), tx -> tx.insert(Tables.LEASES, new Lease("holder", 1)));
      claim.finish(DURABLE);
    }
    assertThat(isClaimed()).isFalse();
    assertThat(rows(Tables.CLUSTER_VARIABLES)).isZero();
    assertThat(rows(Tables.LEASES)).isEqualTo(1);
  }

  @Test
  void whatWasBrokenOffIsEmptiedByTheNextOne() {
    StoreClaim broken = StoreClaim.of(store, "image", SHORT);
    Store lost = broken.claimed(store);
    write(lost, tx -> tx.insert(Tables.LEASES, new Lease("holder", 1)));
    broken.close();
    assertThat(isClaimed()).isTrue();
    try (StoreClaim next = StoreClaim.of(store, "image", SHORT)) {
      assertThat(rows(Tables.LEASES)).isZero();
      // The one that was taken for dead comes back to life.
      assertThatThrownBy(() -> write(lost, tx -> tx.insert(Tables.LEASES, new Lease("late", 1))))
          .isInstanceOf(ClaimException.class)
          .hasMessageContaining("Another import has taken this cluster");
      assertThat(rows(Tables.LEASES)).isZero();
      next.finish(DURABLE);
    }
    assertThat(isClaimed()).isFalse();
  }

  @Test
  void anImportThatGoesOnIsLeftAlone() {
    try (StoreClaim claim = StoreClaim.of(store, "first", SHORT)) {
      assertThatThrownBy(() -> StoreClaim.of(store, "second", SHORT))
          .isInstanceOf(ClaimException.class)
          .hasMessageContaining("Another import fills this cluster")
          .hasMessageContaining("image=first");
      claim.giveBack();
    }
    assertThat(rows(Tables.CLUSTER_VARIABLES)).isZero();
  }

  @Test
  void namenodesThatRunAreNamed() {
    ScheduledExecutorService heart = Executors.newSingleThreadScheduledExecutor();
    try {
      long[] counter = {0};
      Runnable beat =
          () ->
              write(
                  store,
                  tx ->
                      tx.upsert(
                          Tables.NAMENODES,
                          new NamenodeMember(1, "nn1", "a", "b", counter[0]++, 0, 0, 0, "v")));
      beat.run();
      heart.scheduleAtFixedRate(beat, 20, 20, TimeUnit.MILLISECONDS);
      assertThatThrownBy(() -> StoreClaim.of(store, "image", SHORT))
          .isInstanceOf(ClaimException.class)
          .hasMessageContaining("Namenodes run")
          .hasMessageContaining("nn1");
    } finally {
      heart.shutdownNow();
    }
    assertThat(isClaimed()).isFalse();
  }

  @Test
  void aStoreThatWasServedIsLeftAsItIs() {
    write(
        store, tx -> tx.insert(Tables.CLUSTER_VARIABLES, new ClusterVariable("cluster_id", "CID")));
    assertThatThrownBy(() -> StoreClaim.of(store, "image", SHORT))
        .isInstanceOf(ClaimException.class)
        .hasMessageContaining("holds a file system already")
        .hasMessageContaining("variable=cluster_id");
    assertThat(rows(Tables.CLUSTER_VARIABLES)).isEqualTo(1);
  }
}
