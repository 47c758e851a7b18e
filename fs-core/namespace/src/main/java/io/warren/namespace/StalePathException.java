package io.warren.namespace;

/** A row that was locked by a hint is not the one the path names: run the operation again. */
final class StalePathException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  StalePathException() {
    super("A locked row is not the one the path names", null, false, false);
  }
}
