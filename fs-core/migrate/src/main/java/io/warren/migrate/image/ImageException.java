package io.warren.migrate.image;

import io.warren.model.WarrenException;

/** An fsimage that can't be taken: it is damaged, foreign, or holds what Warren does not take. */
public final class ImageException extends WarrenException {
  private static final long serialVersionUID = 1L;

  public ImageException(String message) {
    super(message);
  }

  public ImageException(String message, Throwable cause) {
    super(message, cause);
  }

  /** Adds a fact; returns this. */
  public ImageException with(String key, Object value) {
    addFact(key, value);
    return this;
  }
}
