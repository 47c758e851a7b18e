package io.warren.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.store.Store;
import io.warren.store.StoreException;
import io.warren.store.StoreException.Code;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.testkit.ForwardingStore;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How often a transaction is tried over a store that is out of reach for some time. */
class TransactionAttemptsTest {
  private static final int OUTAGE_ATTEMPTS = 10;

  @TempDir private Path folder = Path.of("");

  /** Answers again after some attempts. */
  private static final class Outage extends ForwardingStore {
    private int begun;

    Outage(Store inner) {
      super(inner);
    }

    @Override
    public Tx begin(TxOptions options) {
      if (begun++ < OUTAGE_ATTEMPTS) {
        throw new StoreException(Code.UNAVAILABLE, "out of reach");
      }
      return super.begin(options);
    }
  }

  @Test
  void workThatNobodyWaitsForOutlastsAnOutage() {
    try (Store store = EmbeddedStore.open(folder.resolve("store"), EmbeddedOptions.withoutSync())) {
      TransactionRunner usual =
          new TransactionRunner(new Outage(store), TransactionRunner.Listener.NONE);
      assertThatThrownBy(() -> usual.run(TxOptions.read("usual"), tx -> "done"))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("attempts=8");
      TransactionRunner patient =
          new TransactionRunner(new Outage(store), TransactionRunner.Listener.NONE)
              .withAttempts(OUTAGE_ATTEMPTS + 1);
      String done = patient.run(TxOptions.read("patient"), tx -> "done");
      assertThat(done).isEqualTo("done");
    }
  }
}
