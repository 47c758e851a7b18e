package io.warren.namespace.subtree;

/**
 * Unwinds from an operation's one transaction when it turns out that the operation needs the
 * subtree protocol: the path is a directory with children.
 */
public final class SubtreeRequired extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public SubtreeRequired() {
    super("The directory has children", null, false, false);
  }
}
