package io.warren.namenode.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Who gets how much of a namenode's time, by a clock that the test moves. */
class CallSharesTest {
  private static final String HEAVY = "heavy";
  private static final String LIGHT = "light";

  private final AtomicLong nanos = new AtomicLong(1_000);
  private final CallShares shares = new CallShares(new CallShares.Bounds(1, 16), nanos::get);

  private void pass(long ms) {
    nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(ms));
  }

  private boolean run(String user, long ms) {
    if (!shares.enter(user, 0)) {
      return false;
    }
    pass(ms);
    shares.leave(user);
    return true;
  }

  @Test
  void aUserWhoIsAloneGetsAll() {
    for (int i = 0; i < 100; i++) {
      assertThat(shares.enter(HEAVY, 0)).isTrue();
      pass(100);
    }
    assertThat(shares.refused()).isZero();
  }

  @Test
  void aServerThatBearsItRefusesNobody() {
    for (int i = 0; i < 200; i++) {
      assertThat(run(HEAVY, 40)).isTrue();
      assertThat(run(LIGHT, 1)).isTrue();
      pass(5);
    }
    assertThat(shares.refused()).isZero();
  }

  @Test
  void whoTookMoreThanHisPartWaitsUntilOthersHadTheirs() {
    for (int i = 0; i < 4; i++) {
      assertThat(shares.enter(HEAVY, 0)).isTrue();
    }
    pass(2_000);
    assertThat(shares.enter(LIGHT, 0)).isTrue();
    assertThat(shares.enter(HEAVY, 0)).isFalse();
    assertThat(shares.refused()).isEqualTo(1);
    for (int i = 0; i < 4; i++) {
      shares.leave(HEAVY);
    }
    shares.leave(LIGHT);
    pass(1);
    assertThat(shares.enter(HEAVY, 0)).isFalse();
    for (int i = 0; i < 10; i++) {
      assertThat(run(LIGHT, 500)).isTrue();
    }
    assertThat(shares.enter(HEAVY, 0)).isTrue();
  }

  @Test
  void othersFindHalfOfTheHandlersFree() {
    assertThat(run(LIGHT, 1)).isTrue();
    for (int i = 0; i < 8; i++) {
      assertThat(shares.enter(HEAVY, 0)).isTrue();
    }
    assertThat(shares.enter(HEAVY, CallShares.REPEATED_ENOUGH)).isFalse();
    assertThat(shares.enter(LIGHT, 0)).isTrue();
  }

  @Test
  void aCallThatWasRepeatedOftenIsLetIn() {
    for (int i = 0; i < 4; i++) {
      assertThat(shares.enter(HEAVY, 0)).isTrue();
    }
    pass(2_000);
    assertThat(run(LIGHT, 1)).isTrue();
    assertThat(shares.enter(HEAVY, CallShares.REPEATED_ENOUGH - 1)).isFalse();
    assertThat(shares.enter(HEAVY, CallShares.REPEATED_ENOUGH)).isTrue();
  }

  @Test
  void usersWhoLeftAreForgotten() {
    for (int i = 0; i < 1_000; i++) {
      assertThat(run("user" + i, 0)).isTrue();
    }
    assertThat(shares.present()).isEqualTo(1_000);
    pass(TimeUnit.NANOSECONDS.toMillis(CallShares.PRESENT_NANOS) + 1);
    assertThat(shares.present()).isZero();
  }

  @Test
  void newBoundsHoldAtOnce() {
    shares.bounds(new CallShares.Bounds(1, 2));
    assertThat(run(LIGHT, 1)).isTrue();
    assertThat(shares.enter(HEAVY, 0)).isTrue();
    assertThat(shares.enter(HEAVY, 0)).isFalse();
  }

  @Test
  void nobodyLeavesWhoIsNotInside() {
    assertThatThrownBy(() -> shares.leave(HEAVY)).isInstanceOf(IllegalStateException.class);
  }
}
