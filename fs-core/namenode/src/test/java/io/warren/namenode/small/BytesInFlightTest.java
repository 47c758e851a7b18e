package io.warren.namenode.small;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The bound of what calls under way hold. */
class BytesInFlightTest {
  private static BytesInFlight.Held hold(BytesInFlight bytes, long count) {
    return Objects.requireNonNull(bytes.tryHold(count, 0));
  }

  @Test
  void whatFindsNoRoomIsToldSoAtOnceOrAfterItsWait() {
    BytesInFlight bytes = new BytesInFlight(100);
    BytesInFlight.Held first = hold(bytes, 60);
    assertThat(bytes.tryHold(41, 0)).isNull();
    long startNs = System.nanoTime();
    assertThat(bytes.tryHold(41, 30)).isNull();
    assertThat(System.nanoTime() - startNs).isGreaterThanOrEqualTo(20_000_000);
    BytesInFlight.Held second = hold(bytes, 40);
    assertThat(bytes.bytes()).isEqualTo(100);
    second.close();
    first.close();
    assertThat(bytes.bytes()).isZero();
  }

  @Test
  void whoWaitsGoesOnWhenOthersLetGo() throws Exception {
    BytesInFlight bytes = new BytesInFlight(100);
    ExecutorService threads = Executors.newSingleThreadExecutor();
    try {
      BytesInFlight.Held first = hold(bytes, 100);
      Future<BytesInFlight.Held> waiting = threads.submit(() -> bytes.tryHold(50, 60_000));
      first.close();
      try (BytesInFlight.Held second = waiting.get()) {
        assertThat(second).isNotNull();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void theBoundIsNeverExceeded() throws Exception {
    BytesInFlight bytes = new BytesInFlight(1_000);
    AtomicLong most = new AtomicLong();
    ExecutorService threads = Executors.newFixedThreadPool(8);
    Callable<Boolean> call =
        () -> {
          try (BytesInFlight.Held held = bytes.tryHold(300, 60_000)) {
            most.accumulateAndGet(bytes.bytes(), Math::max);
            return held != null;
          }
        };
    try {
      for (Future<Boolean> each : threads.invokeAll(Collections.nCopies(500, call))) {
        assertThat(each.get()).isTrue();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(most.get()).isPositive().isLessThanOrEqualTo(900);
    assertThat(bytes.bytes()).isZero();
  }
}
