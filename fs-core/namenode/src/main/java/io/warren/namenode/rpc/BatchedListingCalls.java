package io.warren.namenode.rpc;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.BatchedDirectoryListing;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.protocol.HdfsPartialListing;
import org.apache.hadoop.ipc.RemoteException;

/** ClientProtocol's listing of several paths in one call; each path is listed by itself. */
final class BatchedListingCalls {
  private static final byte[] BEGINNING = {};

  private final DirectoryCalls directories;
  private final int pathsMax;
  private final int entriesMax;

  BatchedListingCalls(DirectoryCalls directories, Configuration conf) {
    this.directories = directories;
    this.pathsMax =
        conf.getInt(
            DFSConfigKeys.DFS_NAMENODE_BATCHED_LISTING_LIMIT,
            DFSConfigKeys.DFS_NAMENODE_BATCHED_LISTING_LIMIT_DEFAULT);
    this.entriesMax =
        conf.getInt(DFSConfigKeys.DFS_LIST_LIMIT, DFSConfigKeys.DFS_LIST_LIMIT_DEFAULT);
  }

  /**
   * Where a client goes on. Opaque to it.
   *
   * @param pathsCrc of the paths, which must be the same in every call
   * @param index of the path to list
   * @param after last name of it that the client has; empty when it has none
   */
  private record Cursor(int pathsCrc, int index, byte[] after) {
    static Cursor parse(byte[] bytes, int pathsCrc) {
      if (bytes.length == 0) {
        return new Cursor(pathsCrc, 0, BEGINNING);
      }
      try {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        int crc = buffer.getInt();
        int index = buffer.getInt();
        if (crc == pathsCrc && index >= 0) {
          return new Cursor(crc, index, Arrays.copyOfRange(bytes, buffer.position(), bytes.length));
        }
      } catch (BufferUnderflowException e) {
        // Not a cursor of ours: refused below.
      }
      throw new HadoopIllegalArgumentException("startAfter is not of a listing of these paths");
    }

    byte[] toBytes() {
      return ByteBuffer.allocate(2 * Integer.BYTES + after.length)
          .putInt(pathsCrc)
          .putInt(index)
          .put(after)
          .array();
    }
  }

  public BatchedDirectoryListing getBatchedListing(
      String[] srcs, byte[] startAfter, boolean needLocation) throws IOException {
    if (srcs.length > pathsMax) {
      throw new HadoopIllegalArgumentException(
          "Too many source paths (" + srcs.length + " > " + pathsMax + ")");
    }
    int crc = crc(srcs);
    Cursor cursor = Cursor.parse(startAfter, crc);
    List<HdfsPartialListing> listings = new ArrayList<>();
    byte[] after = cursor.after();
    int entries = 0;
    int index = cursor.index();
    while (index < srcs.length && entries < entriesMax) {
      byte[] next = BEGINNING;
      try {
        DirectoryListing page = directories.getListing(srcs[index], after, needLocation);
        if (page == null) {
          throw new FileNotFoundException("Path " + srcs[index] + " does not exist");
        }
        listings.add(new HdfsPartialListing(index, Arrays.asList(page.getPartialListing())));
        entries += page.getPartialListing().length;
        next = page.hasMore() ? page.getLastName() : BEGINNING;
      } catch (Exception e) {
        listings.add(new HdfsPartialListing(index, refused(e)));
      }
      after = next;
      index += next.length > 0 ? 0 : 1;
    }
    boolean hasMore = index < srcs.length;
    return new BatchedDirectoryListing(
        listings.toArray(HdfsPartialListing[]::new),
        hasMore,
        hasMore ? new Cursor(crc, index, after).toBytes() : BEGINNING);
  }

  /** One path's error is a part of the answer; the others are listed all the same. */
  private static RemoteException refused(Exception error) {
    Exception shown = RpcErrors.translate(error);
    return new RemoteException(shown.getClass().getName(), shown.getMessage());
  }

  private static int crc(String[] paths) {
    CRC32 crc = new CRC32();
    for (String path : paths) {
      crc.update(path.getBytes(StandardCharsets.UTF_8));
      crc.update(0);
    }
    return (int) crc.getValue();
  }
}
