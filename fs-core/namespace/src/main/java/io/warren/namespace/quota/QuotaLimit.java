package io.warren.namespace.quota;

import io.warren.model.NamespaceException;
import io.warren.namespace.QuotaStatus;

/** What to do with one limit of a directory. */
public record QuotaLimit(Kind kind, long value) {
  /** Keep it, remove it, or set it. */
  public enum Kind {
    KEEP,
    CLEAR,
    SET
  }

  public static final QuotaLimit KEEP = new QuotaLimit(Kind.KEEP, 0);
  public static final QuotaLimit CLEAR = new QuotaLimit(Kind.CLEAR, 0);

  /** A new limit, not negative. */
  public static QuotaLimit of(long value) {
    if (value < 0) {
      throw new NamespaceException(
              NamespaceException.Code.INVALID_ARGUMENT, "A quota must not be negative")
          .with("quota", value)
          .with("hint", "Clear the quota to have none");
    }
    return new QuotaLimit(Kind.SET, value);
  }

  long applyTo(long before) {
    return switch (kind) {
      case KEEP -> before;
      case CLEAR -> QuotaStatus.NONE;
      case SET -> value;
    };
  }
}
