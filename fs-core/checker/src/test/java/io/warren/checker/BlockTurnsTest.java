package io.warren.checker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** Two writers of one lease and one file, whose answers must have an order. */
class BlockTurnsTest {
  private static final Runnable NOTHING = () -> {};
  private static final Duration SHORT = Duration.ofMillis(50);

  private final BlockTurns turns = new BlockTurns();

  /** Neither saw the block before it asked, or both did: it is new to one of them all the same. */
  @Test
  void ofTwoThatAddAtOnceOneHasAdded() throws Exception {
    for (long block = 1; block <= 4; block++) {
      boolean firstSaw = block % 2 == 0;
      boolean secondSaw = block > 2;
      try (BlockTurns.Turn first = turns.toAdd(7);
          BlockTurns.Turn second = turns.toAdd(7)) {
        assertThat(turns.isKnown(7, block, firstSaw, NOTHING)).isFalse();
        assertThat(turns.isKnown(7, block, secondSaw, NOTHING)).isTrue();
      }
    }
  }

  @Test
  void aBlockWhoseAnswerWasLostWasThere() throws Exception {
    try (BlockTurns.Turn turn = turns.toAdd(7)) {
      assertThat(turns.isKnown(7, 1, true, NOTHING)).isTrue();
    }
  }

  @Test
  void otherStepsWaitForTheReport() throws Exception {
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try {
      BlockTurns.Turn adding = turns.toAdd(7);
      turns.forAnythingElse(8).close();
      Future<?> completes = thread.submit(() -> turns.forAnythingElse(7));
      assertThat(isDone(completes)).isFalse();
      turns.toAdd(7).close();
      adding.close();
      completes.get(10, TimeUnit.SECONDS);
    } finally {
      thread.shutdownNow();
    }
  }

  private static boolean isDone(Future<?> future) throws InterruptedException, ExecutionException {
    try {
      future.get(SHORT.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    }
  }
}
