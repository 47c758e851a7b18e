package io.warren.model;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a limit of calls is about. The ordinal is stored: append only. */
public enum CallLimitKind {
  USER,
  /** A client's machine, by its IP address. */
  ADDRESS,
  /** The caller context that clients send. */
  APPLICATION;

  private static final CallLimitKind[] VALUES = values();

  public static CallLimitKind fromStored(int stored) {
    return VALUES[stored];
  }

  /** The name in contracts, e.g. {@code application}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<CallLimitKind> of(String text) {
    return Arrays.stream(VALUES).filter(kind -> kind.text().equals(text)).findFirst();
  }
}
