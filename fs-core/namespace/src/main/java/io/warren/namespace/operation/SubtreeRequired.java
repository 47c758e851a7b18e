package io.warren.namespace.operation;

/** The path is a directory with children: what one transaction began needs the subtree protocol. */
final class SubtreeRequired extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SubtreeRequired() {
    super("The directory has children", null, false, false);
  }
}
