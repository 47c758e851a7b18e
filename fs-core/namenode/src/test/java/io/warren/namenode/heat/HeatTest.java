package io.warren.namenode.heat;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.junit.jupiter.api.Test;

/** Windows and bounds; time is what the test says. */
class HeatTest {
  private static final long MS = 1_000_000;

  private final AtomicLong nanos = new AtomicLong(TimeUnit.DAYS.toNanos(3));

  // Without its thread: what was recorded is counted when it is asked for.
  private final Heat heat = new Heat("nn1", nanos::get);

  private void call(String user) {
    heat.record(
        new HeatSample(
            1, "create", user, "10.0.0.1", "", "/d", "/d/" + user, 2 * MS, MS, 3, false));
  }

  /** Calls are of the moment when they are counted. */
  private void callAndCount(String user) {
    call(user);
    calls(10);
  }

  private void pass(long seconds) {
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
  }

  private long calls(int windowS) {
    return heat.hottest(HeatKind.USER, windowS, 10).calls();
  }

  @Test
  void theHottestComesFirstWithItsSums() {
    call("ann");
    call("bob");
    call("bob");
    Heat.Hottest hottest = heat.hottest(HeatKind.USER, 10, 1);
    assertThat(hottest.entries())
        .containsExactly(new Heat.Entry("bob", 4 * MS, 0, 2 * MS, 2, 6, 0));
    assertThat(hottest.calls()).isEqualTo(3);
    assertThat(hottest.nanos()).isEqualTo(6 * MS);
    assertThat(hottest.waitedNanos()).isEqualTo(3 * MS);
    assertThat(hottest.rows()).isEqualTo(9);
  }

  @Test
  void encodingAnAnswerIsTimeOfItsCallAndNoCall() throws Exception {
    HeatWitness witness = new HeatWitness(heat);
    witness.encoded(MS);
    Object[] given = {"/d"};
    Method listing =
        ClientProtocol.class.getMethod("getListing", String.class, byte[].class, boolean.class);
    witness.began();
    witness.admitted();
    witness.ended(listing, given, 2 * MS);
    witness.encoded(5 * MS);
    Heat.Entry directory = heat.hottest(HeatKind.DIRECTORY, 10, 10).entries().get(0);
    assertThat(directory).isEqualTo(new Heat.Entry("/d", 7 * MS, 0, 0, 1, 0, 0));
    assertThat(heat.hottest(HeatKind.USER, 10, 10).nanos()).isEqualTo(7 * MS);
    assertThat(heat.hottest(HeatKind.USER, 10, 10).calls()).isEqualTo(1);
  }

  @Test
  void refusedCallsAreToldBesideTheOthers() {
    call("ann");
    heat.record(HeatSample.refusedUnread("ann", "10.0.0.1", "nightly"));
    heat.record(HeatSample.refusedUnread("bob", "10.0.0.2", ""));
    Heat.Hottest hottest = heat.hottest(HeatKind.USER, 10, 10);
    assertThat(hottest.entries())
        .containsExactly(
            new Heat.Entry("ann", 2 * MS, 0, MS, 1, 3, 1), new Heat.Entry("bob", 0, 0, 0, 0, 0, 1));
    assertThat(hottest.calls()).isEqualTo(1);
    assertThat(hottest.refused()).isEqualTo(2);
    assertThat(heat.hottest(HeatKind.OPERATION, 10, 10).entries())
        .extracting(Heat.Entry::key)
        .containsExactly("create");
    pass(25);
    assertThat(heat.hottest(HeatKind.USER, 10, 10).refused()).isZero();
    assertThat(heat.hottest(HeatKind.USER, 60, 10).refused()).isEqualTo(2);
  }

  @Test
  void pairsHaveTwoPartsAndCallsWithoutOneAreNoPair() {
    call("ann");
    assertThat(heat.hottest(HeatKind.DIRECTORY_USER, 10, 10).entries())
        .extracting(Heat.Entry::key)
        .containsExactly("/d" + HeatKind.BETWEEN + "ann");
    assertThat(heat.hottest(HeatKind.USER_APPLICATION, 10, 10).entries()).isEmpty();
  }

  @Test
  void eachWindowForgetsInItsTime() {
    callAndCount("ann");
    for (int windowS : HeatWindows.WINDOWS_S) {
      assertThat(calls(windowS)).as("at once, " + windowS).isEqualTo(1);
    }
    pass(25);
    assertThat(calls(10)).isZero();
    assertThat(calls(60)).isEqualTo(1);
    pass(60);
    assertThat(calls(60)).isZero();
    assertThat(calls(600)).isEqualTo(1);
    pass(660);
    assertThat(calls(600)).isZero();
    assertThat(calls(3600)).isEqualTo(1);
    pass(4200);
    assertThat(calls(3600)).isZero();
  }

  /**
   * So that a rate is calls over the time in which they were counted, and a window's begin known.
   */
  @Test
  void aWindowSaysHowFarBackItCounts() {
    for (int second = 0; second < 4 * 3600; second++) {
      for (int windowS : HeatWindows.WINDOWS_S) {
        long spanS = heat.hottest(HeatKind.USER, windowS, 1).spanS();
        long leastS = Math.min(second, windowS);
        long mostS = Math.min(second, windowS + Math.max(10, windowS / 6));
        assertThat(spanS)
            .as("%d s after the start, window of %d s", second, windowS)
            .isBetween(leastS, mostS);
      }
      pass(1);
    }
  }

  @Test
  void nothingIsCountedThatIsOlderThanTheSpan() {
    for (int second = 0; second < 1000; second++) {
      callAndCount("ann");
      for (int windowS : new int[] {10, 60, 600}) {
        long spanS = heat.hottest(HeatKind.USER, windowS, 1).spanS();
        assertThat(calls(windowS)).as("after %d s, of %d s", second, windowS).isEqualTo(spanS + 1);
      }
      pass(1);
    }
  }

  @Test
  void everyCallOfAnHourIsInTheHourOnce() {
    for (int i = 0; i < 3590; i += 10) {
      callAndCount("ann");
      pass(10);
    }
    assertThat(calls(3600)).isEqualTo(359);
    assertThat(calls(600)).isBetween(60L, 66L);
    assertThat(calls(60)).isBetween(6L, 7L);
  }

  @Test
  void aDayWithoutCallsEndsAllWindows() {
    callAndCount("ann");
    pass(86_400);
    assertThat(calls(3600)).isZero();
    call("ann");
    assertThat(calls(10)).isEqualTo(1);
  }

  @Test
  void whatIsTooMuchIsToldAndNotKept() {
    for (int i = 0; i < Heat.WAITING_MAX + 7; i++) {
      call("ann");
    }
    Heat.Hottest hottest = heat.hottest(HeatKind.USER, 10, 10);
    assertThat(hottest.calls()).isEqualTo(Heat.WAITING_MAX);
    assertThat(hottest.lost()).isEqualTo(7);
  }
}
