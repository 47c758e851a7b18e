package io.warren.namenode.small;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.namespace.FsPath;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.ipc.RetriableException;
import org.junit.jupiter.api.Test;

/** How calls wait for files to be moved into blocks. */
class MoveOutsTest {
  private static final FsPath PATH = FsPath.parse("/a");

  @Test
  void callsAtOnceShareOneMove() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    List<FsPath> moved = Collections.synchronizedList(new ArrayList<>());
    ExecutorService callers = Executors.newFixedThreadPool(4);
    MoveOuts.Move move =
        path -> {
          moved.add(path);
          await(go);
        };
    try (MoveOuts moves = new MoveOuts("nn", move, 4, 60_000)) {
      List<Future<?>> waiting = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        waiting.add(
            callers.submit(
                () -> {
                  moves.await(List.of(PATH));
                  return null;
                }));
      }
      while (moved.isEmpty()) {
        Thread.onSpinWait();
      }
      Thread.sleep(100);
      go.countDown();
      for (Future<?> each : waiting) {
        each.get();
      }
    } finally {
      callers.shutdownNow();
    }
    assertThat(moved).containsExactly(PATH);
  }

  @Test
  void whoWaitedLongEnoughIsToldToComeAgainAndFindsTheMove() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    List<FsPath> moved = Collections.synchronizedList(new ArrayList<>());
    MoveOuts.Move move =
        path -> {
          moved.add(path);
          await(go);
        };
    try (MoveOuts moves = new MoveOuts("nn", move, 1, 20)) {
      assertThatThrownBy(() -> moves.await(List.of(PATH))).isInstanceOf(RetriableException.class);
      assertThatThrownBy(() -> moves.await(List.of(PATH))).isInstanceOf(RetriableException.class);
      assertThat(moved).containsExactly(PATH);
      go.countDown();
    }
  }

  @Test
  void tooManyCallsAreToldToComeAgain() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    CountDownLatch begun = new CountDownLatch(1);
    ExecutorService callers = Executors.newSingleThreadExecutor();
    MoveOuts.Move move =
        path -> {
          begun.countDown();
          await(go);
        };
    try (MoveOuts moves = new MoveOuts("nn", move, 1, 60_000)) {
      Future<?> first =
          callers.submit(
              () -> {
                moves.await(List.of(PATH));
                return null;
              });
      begun.await();
      assertThatThrownBy(() -> moves.await(List.of(FsPath.parse("/b"))))
          .isInstanceOf(RetriableException.class);
      go.countDown();
      first.get();
    } finally {
      callers.shutdownNow();
    }
  }

  @Test
  void whyAFileCouldNotBeMovedIsTold() {
    MoveOuts.Move move =
        path -> {
          throw new IOException("no datanode");
        };
    try (MoveOuts moves = new MoveOuts("nn", move, 1, 60_000)) {
      assertThatThrownBy(() -> moves.await(List.of(PATH)))
          .isInstanceOf(IOException.class)
          .hasMessage("no datanode");
    }
  }

  private static void await(CountDownLatch latch) throws IOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted", e);
    }
  }
}
