package io.warren.bench.paced;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 2, unit = TimeUnit.MINUTES)
class PaceTest {
  private static final double FAST = 1_000_000;

  @Test
  void everyThreadCountsItsStepsFromZero() throws Exception {
    Map<Integer, List<Long>> taken = new ConcurrentHashMap<>();
    CountDownLatch enough = new CountDownLatch(200);
    try (Pace pace =
        new Pace(
            (thread, number) -> {
              taken.computeIfAbsent(thread, key -> new CopyOnWriteArrayList<>()).add(number);
              if (number < 50) {
                enough.countDown();
              }
            },
            4,
            FAST)) {
      pace.start();
      enough.await();
      assertThat(pace.done()).isGreaterThanOrEqualTo(196);
    }
    assertThat(taken).containsOnlyKeys(0, 1, 2, 3);
    for (List<Long> numbers : taken.values()) {
      for (int i = 0; i < numbers.size(); i++) {
        assertThat(numbers.get(i)).isEqualTo(i);
      }
    }
  }

  @Test
  void noStepIsTakenBeforeItIsDue() throws Exception {
    double aStepInAnHour = 1.0 / TimeUnit.HOURS.toSeconds(1);
    CountDownLatch first = new CountDownLatch(1);
    try (Pace pace = new Pace((thread, number) -> first.countDown(), 1, aStepInAnHour)) {
      pace.start();
      first.await();
      pace.close();
      assertThat(pace.done()).isEqualTo(1);
    }
  }

  @Test
  void aFailedStepEndsAllThreadsAndIsTold() throws Exception {
    CountDownLatch failed = new CountDownLatch(1);
    try (Pace pace =
        new Pace(
            (thread, number) -> {
              if (number == 3) {
                failed.countDown();
                throw new IOException("refused on purpose");
              }
            },
            2,
            FAST)) {
      pace.start();
      failed.await();
      pace.close();
      assertThatThrownBy(pace::done)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("refused on purpose");
    }
  }
}
