package org.apache.hadoop.hdfs.server.datanode;

import org.jspecify.annotations.NullMarked;

/** Lets datanodes of this JVM scan their disks more often than once in an hour. */
@NullMarked
public final class FrequentScans {
  public static final String PERIOD_MS_KEY = BlockScanner.Conf.INTERNAL_DFS_DATANODE_SCAN_PERIOD_MS;

  private FrequentScans() {}

  /** Makes {@link #PERIOD_MS_KEY} count. */
  public static void allow() {
    BlockScanner.Conf.allowUnitTestSettings = true;
  }
}
