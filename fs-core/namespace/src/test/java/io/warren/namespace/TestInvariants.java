package io.warren.namespace;

/** Lets tests of other packages check the invariants of the store. */
public final class TestInvariants {
  private TestInvariants() {}

  public static void check(TestCluster cluster) {
    Invariants.check(cluster);
  }
}
