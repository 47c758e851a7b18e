package io.warren.migrate.edits;

import io.warren.model.WarrenException;

/** Edits that can't be applied: following stops before them, and a person must decide. */
public final class EditsException extends WarrenException {
  private static final long serialVersionUID = 1L;

  public EditsException(String message) {
    super(message);
  }

  public EditsException(String message, Throwable cause) {
    super(message, cause);
  }

  /** Adds a fact; returns this. */
  public EditsException with(String key, Object value) {
    addFact(key, value);
    return this;
  }
}
