package io.warren.model;

/** What a storage's replicas are worth to the cluster. The ordinal is stored: append only. */
public enum StorageState {
  AVAILABLE,
  /** Back after it was lost; its datanode has not reported its replicas since. */
  RETURNED,
  /** Its datanode is dead, or the disk has failed. */
  LOST,
  /** Its replicas are being copied elsewhere, for good. */
  DECOMMISSIONING,
  DECOMMISSIONED,
  /** Waits until each of its blocks has enough replicas elsewhere for a while without it. */
  ENTERING_MAINTENANCE,
  IN_MAINTENANCE;

  private static final StorageState[] VALUES = values();

  public static StorageState fromStored(int stored) {
    return VALUES[stored];
  }

  /** Whether a replica here counts fully. */
  public boolean counts() {
    return this == AVAILABLE || this == RETURNED;
  }

  public boolean isLeaving() {
    return this == DECOMMISSIONING || this == DECOMMISSIONED;
  }

  public boolean isMaintenance() {
    return this == ENTERING_MAINTENANCE || this == IN_MAINTENANCE;
  }
}
