package io.warren.compat;

import org.opentest4j.TestAbortedException;

/** Ends a test that looks into the objects of a NameNode in its own process: there is none. */
public final class OutOfReach extends TestAbortedException {
  private static final long serialVersionUID = 1L;

  public OutOfReach(String what) {
    super("Needs " + what + ", which a running cluster does not show");
  }
}
