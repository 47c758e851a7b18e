package io.warren.client.small;

import java.io.IOException;
import org.apache.hadoop.hdfs.server.namenode.ha.ReadOnly;
import org.apache.hadoop.io.retry.AtMostOnce;
import org.apache.hadoop.io.retry.Idempotent;

/**
 * What Warren's client asks of a namenode beside ClientProtocol, on the same port: to close, read
 * and reopen files whose bytes are in the database.
 */
public interface SmallFileProtocol {
  /**
   * Closes a file with all of its bytes, in the database. False, and nothing done, where they may
   * not be there: the writer then sends them to datanodes.
   *
   * @param fileId as create answered it
   */
  @Idempotent
  boolean complete(String src, long fileId, String clientName, byte[] bytes) throws IOException;

  /** Opens a file for reading: its bytes, or where its blocks are. */
  @Idempotent
  @ReadOnly
  SmallFile.Opened open(String src, long offset, long length) throws IOException;

  /**
   * Opens a file whose bytes are in the database for writing at its end.
   *
   * @throws UnsupportedOperationException for any other file
   */
  @AtMostOnce
  SmallFile.Reopened append(String src, String clientName) throws IOException;
}
