package io.warren.namenode.admin;

import java.util.Locale;

/** What a token of the admin API may be used for. None contains another. */
public enum AdminScope {
  /** Looks at the cluster, and at one path at a time. */
  READ,
  /** Follows all of the namespace: its changes, and its rows in bulk. */
  FEED,
  /**
   * Changes the namespace in bounded steps, limits of calls, how directories are stored, and which
   * datanodes and namenodes serve.
   */
  STEPS,
  /** Makes copies of the metadata store for backups. */
  BACKUP,
  /** Stops and starts namenodes, and moves small files in and out. */
  ADMINISTER,
  /** Waits for what a namenode has under way. */
  PEER;

  /** As admin-api.yaml and problems have it. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
