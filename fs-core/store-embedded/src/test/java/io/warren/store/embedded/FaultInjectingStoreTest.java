package io.warren.store.embedded;

import static io.warren.store.testkit.Samples.variable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.warren.model.ClusterVariable;
import io.warren.store.LockMode;
import io.warren.store.StoreException;
import io.warren.store.StoreException.Code;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import io.warren.store.testkit.FaultInjectingStore;
import io.warren.store.testkit.FaultInjectingStore.Call;
import io.warren.store.testkit.FaultInjectingStore.Moment;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FaultInjectingStoreTest {
  private final FaultInjectingStore store;
  private final TransactionRunner runner;

  FaultInjectingStoreTest(@TempDir Path folder) {
    store =
        new FaultInjectingStore(
            EmbeddedStore.open(folder.resolve("store"), EmbeddedOptions.withoutSync()));
    runner = new TransactionRunner(store, TransactionRunner.Listener.NONE);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private boolean write(Tx tx) {
    tx.get(Tables.CLUSTER_VARIABLES, "a", LockMode.EXCLUSIVE);
    tx.upsert(Tables.CLUSTER_VARIABLES, variable("a", "1"));
    return true;
  }

  private void write() {
    runner.run(TxOptions.write("write"), this::write);
  }

  private @Nullable ClusterVariable read() {
    try (Tx tx = store.begin(TxOptions.read("read"))) {
      return tx.get(Tables.CLUSTER_VARIABLES, "a", LockMode.READ_COMMITTED);
    }
  }

  @Test
  void callsAreRecordedInOrder() {
    write();
    assertThat(store.calls())
        .containsExactly(
            new Call(1, "write", "begin", ""),
            new Call(2, "write", "get", "cluster_variables"),
            new Call(3, "write", "upsert", "cluster_variables"),
            new Call(4, "write", "commit", ""));
    assertThat(store.triggered()).isFalse();
  }

  @Test
  void everyRetriableFaultIsSurvivedByTheRunner() {
    for (int number = 1; number <= 4; number++) {
      store.reset();
      store.failAt(number, Moment.BEFORE, Code.DEADLOCK);
      write();
      assertThat(store.triggered()).isTrue();
      assertThat(store.calls()).hasSize(4 + number);
    }
  }

  @Test
  void aKilledProcessCommitsNothingMore() {
    for (int number = 1; number <= 4; number++) {
      store.reset();
      store.killAt(number, Moment.BEFORE, Code.CLOSED);
      assertThatExceptionOfType(StoreException.class).isThrownBy(this::write);
      assertThatExceptionOfType(StoreException.class).isThrownBy(this::read);
      store.reset();
      assertThat(read()).isNull();
    }
  }

  @Test
  void aCommitCanTakeEffectUnheard() {
    store.killAt(4, Moment.AFTER, Code.CLOSED);
    assertThatExceptionOfType(StoreException.class).isThrownBy(this::write);
    store.reset();
    assertThat(read()).isEqualTo(variable("a", "1"));
  }
}
