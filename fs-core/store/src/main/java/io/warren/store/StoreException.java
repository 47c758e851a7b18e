package io.warren.store;

import io.warren.model.WarrenException;

/** A store error, already classified: only the transaction runner looks at {@link #retriable()}. */
public final class StoreException extends WarrenException {
  private static final long serialVersionUID = 1L;

  /** What happened, and whether a new attempt of the whole transaction can help. */
  public enum Code {
    LOCK_TIMEOUT(true),
    DEADLOCK(true),
    /** The store can't be reached or is restarting. */
    UNAVAILABLE(true),
    /** Another transaction wrote a row that this one had read as absent, under a lock. */
    CONFLICT(true),
    /**
     * The store was lost during the commit: the changes are durable, or will never be. Running the
     * transaction again could apply them twice; whoever asks again must first find out.
     */
    COMMIT_UNKNOWN(false),
    ROW_EXISTS(false),
    ROW_MISSING(false),
    FEED_TRIMMED(false),
    /** No space is left; nothing was written. */
    FULL(false),
    /** The files are damaged. */
    CORRUPT(false),
    /** The store belongs to something else, or to another version. */
    FOREIGN(false),
    /** Another process has the store open. */
    IN_USE(false),
    CLOSED(false);

    private final boolean retriable;

    Code(boolean retriable) {
      this.retriable = retriable;
    }
  }

  private final Code code;

  public StoreException(Code code, String message) {
    super(message);
    this.code = code;
  }

  public StoreException(Code code, String message, Throwable cause) {
    super(message, cause);
    this.code = code;
  }

  /** Adds a fact; returns this. */
  public StoreException with(String key, Object value) {
    addFact(key, value);
    return this;
  }

  public Code code() {
    return code;
  }

  public boolean retriable() {
    return code.retriable;
  }
}
