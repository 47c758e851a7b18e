package io.warren.namenode.small;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.store.StoreException;
import io.warren.store.StoreRoom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** How often the store is asked, and what is told when it fails. */
class SmallFileRoomTest {
  private final AtomicLong nowNanos = new AtomicLong(-5);
  private final AtomicInteger asked = new AtomicInteger();

  @Test
  void theStoreIsAskedOnceInTenSeconds() {
    SmallFileRoom room =
        new SmallFileRoom(() -> new StoreRoom(asked.incrementAndGet(), 100), nowNanos::get);
    assertThat(room.usedBytes()).isEqualTo(1);
    nowNanos.addAndGet(TimeUnit.SECONDS.toNanos(10) - 1);
    assertThat(room.usedBytes()).isEqualTo(1);
    assertThat(room.sizeBytes()).isEqualTo(100);
    nowNanos.incrementAndGet();
    assertThat(room.usedBytes()).isEqualTo(2);
  }

  @Test
  void aStoreThatCannotTellIsNoNumber() {
    SmallFileRoom room = new SmallFileRoom(() -> null, nowNanos::get);
    assertThat(room.now()).isNull();
    assertThat(room.usedBytes()).isNaN();
    assertThat(room.sizeBytes()).isNaN();
  }

  @Test
  void aStoreThatFailsIsAskedAgainLater() {
    SmallFileRoom room =
        new SmallFileRoom(
            () -> {
              if (asked.incrementAndGet() == 1) {
                throw new StoreException(StoreException.Code.CLOSED, "The store is closed");
              }
              return new StoreRoom(7, 100);
            },
            nowNanos::get);
    assertThat(room.now()).isNull();
    assertThat(room.now()).isNull();
    assertThat(asked).hasValue(1);
    nowNanos.addAndGet(TimeUnit.SECONDS.toNanos(10));
    assertThat(room.usedBytes()).isEqualTo(7);
  }
}
