package io.warren.migrate.rehearse;

import io.warren.model.WarrenException;

/** Something that is not what a rehearsal can compare. */
public final class RehearsalException extends WarrenException {
  private static final long serialVersionUID = 1L;

  public RehearsalException(String message) {
    super(message);
  }

  /** Adds a fact; returns this. */
  public RehearsalException with(String key, Object value) {
    addFact(key, value);
    return this;
  }
}
