package io.warren.checker;

import io.warren.namespace.FileSettings;
import io.warren.namespace.file.FileContents;

/** Settings that the model and the checked namespace share. */
final class Rules {
  /** Two cells of the erasure-coding policies, so that groups have several stripes. */
  static final long BLOCK_BYTES = 2 << 20;

  static final int REPLICATION = 2;
  static final long RETRY_TTL_MS = 10 * 60_000;

  /** Answers are kept as long again, for clocks that differ. */
  static final long RETRY_KEPT_MS = 2 * RETRY_TTL_MS;

  static final long RECOVERY_TIMEOUT_MS = 60_000;

  /** A lease that was renewed this recently is not written again; part of what a lease promises. */
  static final long LEASE_FRESH_MS = 10_000;

  /** Holder of files whose last block is being recovered. */
  static final String RECOVERY_HOLDER = "HDFS_NameNode";

  static final FileSettings FILES = FileSettings.defaults().withSmallFiles(FileContents.MAX_BYTES);

  /** Open files of all writers. */
  static final int SLOTS = 6;

  private Rules() {}
}
