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
  private double busy;
  private final CallShares shares =
      new CallShares(new CallShares.Bounds(1, 0, 16), nanos::get, () -> busy);

  private void pass(long ms) {
    nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(ms));
  }

  private boolean run(String user, long ms) {
    return run(user, ms, ms);
  }

  private boolean run(String user, long ms, long processorMs) {
    if (!shares.enter(user, 0)) {
      return false;
    }
    pass(ms);
    shares.leave(user, TimeUnit.MILLISECONDS.toNanos(processorMs));
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
      shares.leave(HEAVY, 0);
    }
    shares.leave(LIGHT, 0);
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

  /** Calls that wait for the store take long and leave the processors to others. */
  @Test
  void whoTookMostOfBusyProcessorsIsHeldBack() {
    shares.bounds(new CallShares.Bounds(0, 0.9, 16));
    for (int i = 0; i < 200; i++) {
      assertThat(run(HEAVY, 10, 10)).isTrue();
      assertThat(run(LIGHT, 100, 1)).isTrue();
    }
    busy = 1;
    int served = 0;
    for (int i = 0; i < 1_000; i++) {
      served += run(HEAVY, 10, 10) ? 1 : 0;
      assertThat(run(LIGHT, 100, 1)).isTrue();
    }
    assertThat(shares.load()).isGreaterThan(0.9);
    // Some seconds pass until the mean is above nine tenths; then three times what the other takes.
    assertThat(served).isBetween(250, 450);
    busy = 0;
    for (int i = 0; i < 50; i++) {
      assertThat(run(LIGHT, 100, 1)).isTrue();
    }
    assertThat(shares.load()).isLessThan(0.5);
    assertThat(run(HEAVY, 10, 10)).isTrue();
  }

  /** An answer with many entries costs more than finding them. */
  @Test
  void answersCountAsTheirCallsDo() {
    shares.bounds(new CallShares.Bounds(0, 0.9, 16));
    busy = 1;
    int served = 0;
    for (int i = 0; i < 1_000; i++) {
      boolean ran = run(HEAVY, 10, 1);
      served += ran ? 1 : 0;
      shares.charge(HEAVY, ran ? TimeUnit.MILLISECONDS.toNanos(9) : 0);
      assertThat(run(LIGHT, 100, 1)).isTrue();
    }
    assertThat(served).isBetween(250, 450);
  }

  @Test
  void anAnswerToAUserWhoLeftIsForgotten() {
    shares.charge(HEAVY, 1);
    assertThat(shares.present()).isZero();
  }

  @Test
  void aLoadThatIsNotToldHoldsNobody() {
    shares.bounds(new CallShares.Bounds(0, 0.1, 16));
    busy = -1;
    for (int i = 0; i < 100; i++) {
      assertThat(run(HEAVY, 100)).isTrue();
      assertThat(run(LIGHT, 1)).isTrue();
    }
    assertThat(shares.load()).isZero();
  }

  @Test
  void newBoundsHoldAtOnce() {
    shares.bounds(new CallShares.Bounds(1, 0, 2));
    assertThat(run(LIGHT, 1)).isTrue();
    assertThat(shares.enter(HEAVY, 0)).isTrue();
    assertThat(shares.enter(HEAVY, 0)).isFalse();
  }

  @Test
  void nobodyLeavesWhoIsNotInside() {
    assertThatThrownBy(() -> shares.leave(HEAVY, 0)).isInstanceOf(IllegalStateException.class);
  }
}
