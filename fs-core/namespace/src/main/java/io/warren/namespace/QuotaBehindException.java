package io.warren.namespace;

/**
 * So many changes of a directory's usage are not applied yet that adding them up would cost every
 * call: apply them, then run the operation again.
 */
public final class QuotaBehindException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final long directoryId;

  /**
   * Names the directory.
   *
   * @param directoryId id of the directory with the quota
   */
  public QuotaBehindException(long directoryId) {
    super("Too many changes of a quota's usage are not applied yet", null, false, false);
    this.directoryId = directoryId;
  }

  long directoryId() {
    return directoryId;
  }
}
