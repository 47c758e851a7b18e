package io.warren.migrate.cluster;

import io.warren.model.WarrenException;

/** A store that several processes may have open can't be filled now. */
public final class ClaimException extends WarrenException {
  private static final long serialVersionUID = 1L;

  ClaimException(String message) {
    super(message);
  }

  ClaimException with(String key, Object value) {
    addFact(key, value);
    return this;
  }
}
