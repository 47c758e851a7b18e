package io.warren.migrate.export;

import io.warren.model.WarrenException;

/** A store that can't be exported, or a place that it can't be exported to. */
public final class ExportException extends WarrenException {
  private static final long serialVersionUID = 1L;

  public ExportException(String message) {
    super(message);
  }

  /** Adds a fact; returns this. */
  public ExportException with(String key, Object value) {
    addFact(key, value);
    return this;
  }
}
