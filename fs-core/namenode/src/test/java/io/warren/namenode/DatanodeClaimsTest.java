package io.warren.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.blocks.Leadership;
import io.warren.namespace.Following;
import io.warren.namespace.Following.Position;
import io.warren.namespace.Following.Source;
import io.warren.namespace.Following.TakenOver;
import io.warren.store.Store;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** By which number datanodes are claimed: they obey the greatest one. */
class DatanodeClaimsTest {
  private static final long LAST_OF_THE_OLD = 70_000;

  /** Leads in its fourth epoch. */
  private static final class Leader implements Leadership {
    @Override
    public boolean leads() {
      return true;
    }

    @Override
    public long epoch() {
      return 4;
    }
  }

  @TempDir private Path folder = Path.of("");

  @Test
  void whatWasTakenOverIsClaimedWithMoreThanTheOldNamenodesHad() {
    TakenOver from =
        new TakenOver(
            new Position(LAST_OF_THE_OLD, 0, 9), 0, new Source("qjournal://jn:1/x", Set.of()));
    try (Store store = EmbeddedStore.open(folder, EmbeddedOptions.withoutSync())) {
      TransactionRunner runner = new TransactionRunner(store, TransactionRunner.Listener.NONE);
      assertThat(DatanodeClaims.of(runner, new Leader()).epoch()).isEqualTo(4);
      runner.run(
          TxOptions.write("take_over"),
          tx -> {
            Following.takeOver(tx, from);
            return true;
          });
      Leadership claims = DatanodeClaims.of(runner, new Leader());
      assertThat(claims.leads()).isTrue();
      assertThat(claims.epoch())
          .isGreaterThan(LAST_OF_THE_OLD + 4)
          .isLessThan(Following.claimsMax(from));
      runner.run(
          TxOptions.write("take_back"),
          tx -> {
            Following.takeBack(tx, from);
            return true;
          });
      assertThat(DatanodeClaims.of(runner, new Leader()).epoch()).isEqualTo(4);
    }
  }
}
