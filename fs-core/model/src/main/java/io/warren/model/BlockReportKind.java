package io.warren.model;

import java.util.Locale;

/** How a storage's replicas were compared with the rows. The ordinal is stored: append only. */
public enum BlockReportKind {
  /** Every replica was sent. */
  FULL,
  /** Hashes of buckets were sent, and the replicas of those that did not match. */
  HASHED;

  private static final BlockReportKind[] VALUES = values();

  public static BlockReportKind fromStored(int stored) {
    return VALUES[stored];
  }

  /** The name in contracts and metrics, e.g. {@code hashed}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
