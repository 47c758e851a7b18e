package io.warren.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SelectionTest {
  private static final long AVOID_NANOS = 100;
  private static final InetSocketAddress A = InetSocketAddress.createUnresolved("a", 1);
  private static final InetSocketAddress B = InetSocketAddress.createUnresolved("b", 1);
  private static final InetSocketAddress C = InetSocketAddress.createUnresolved("c", 1);

  private long nowNanos;

  private Selection selection(Policy policy) {
    return new Selection(policy, List.of(A, B, C), new Random(7), () -> nowNanos, AVOID_NANOS);
  }

  private static Set<InetSocketAddress> chosen(Selection selection, int calls) {
    Set<InetSocketAddress> seen = new HashSet<>();
    for (int i = 0; i < calls; i++) {
      seen.add(selection.choose());
    }
    return seen;
  }

  @Test
  void eachPolicySpreadsAsItSays() {
    assertThat(chosen(selection(Policy.ROUND_ROBIN), 3)).containsExactlyInAnyOrder(A, B, C);
    assertThat(chosen(selection(Policy.RANDOM), 100)).containsExactlyInAnyOrder(A, B, C);
    assertThat(chosen(selection(Policy.STICKY), 100)).hasSize(1);
  }

  @Test
  void aFailedNamenodeIsAvoidedForAWhile() {
    for (Policy policy : Policy.values()) {
      Selection selection = selection(policy);
      InetSocketAddress failed = selection.choose();
      selection.failed(failed);
      assertThat(chosen(selection, 100)).as("%s", policy).doesNotContain(failed);
    }
    Selection selection = selection(Policy.ROUND_ROBIN);
    selection.failed(A);
    nowNanos += AVOID_NANOS;
    assertThat(chosen(selection, 3)).contains(A);
  }

  @Test
  void whenAllFailedEachIsTried() {
    for (Policy policy : Policy.values()) {
      Selection selection = selection(policy);
      List.of(A, B, C).forEach(selection::failed);
      assertThat(chosen(selection, 100)).as("%s", policy).containsExactlyInAnyOrder(A, B, C);
    }
  }

  /** A and B went away and were no longer told of; A is back when C, the only one left, dies. */
  @Test
  void whenThePresentOnesFailTheConfiguredOnesAreTried() {
    for (Policy policy : Policy.values()) {
      Selection selection = selection(policy);
      selection.update(List.of(C));
      assertThat(chosen(selection, 100)).as("%s", policy).containsExactly(C);
      selection.failed(C);
      InetSocketAddress next = selection.choose();
      assertThat(next).as("%s", policy).isIn(A, B);
      selection.failed(next);
      assertThat(selection.choose()).as("%s", policy).isIn(A, B).isNotEqualTo(next);
    }
  }

  @Test
  void newMembersReplaceTheOldOnes() {
    Selection selection = selection(Policy.STICKY);
    selection.choose();
    InetSocketAddress d = InetSocketAddress.createUnresolved("d", 1);
    selection.update(List.of(d));
    assertThat(chosen(selection, 10)).containsExactly(d);
    selection.update(List.of());
    assertThat(selection.members()).containsExactly(d);
  }
}
