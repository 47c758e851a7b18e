package io.warren.namenode.fsck;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.jspecify.annotations.Nullable;

/**
 * The inodes of a subtree, directories before what is in them, with the caller's rights and a page
 * of a directory at a time. In memory is one page for each level of the tree. A walk can go on
 * behind any inode that an earlier one has met, also when that is gone by then.
 */
final class FsckWalk {
  /** An inode, and the way to it. */
  record Entry(String path, HdfsFileStatus status) {}

  /** A directory, with the rest of the page that was read of it. */
  private static final class Place {
    final String path;
    Iterator<HdfsFileStatus> page = List.<HdfsFileStatus>of().iterator();
    byte[] after;
    boolean more = true;

    Place(String path, byte[] after) {
      this.path = path;
      this.after = after;
    }
  }

  private final ClientProtocol client;
  private final Deque<Place> stack = new ArrayDeque<>();
  private @Nullable Entry root;

  /**
   * @param path of the subtree's root
   * @param after behind which inode to go on, as an earlier walk of the same subtree told its path;
   *     null to begin
   * @throws FileNotFoundException when there is nothing at the path
   */
  FsckWalk(ClientProtocol client, String path, @Nullable String after) throws IOException {
    this.client = client;
    HdfsFileStatus status = client.getFileInfo(path);
    if (status == null) {
      throw new FileNotFoundException(path);
    }
    if (after == null) {
      root = new Entry(path, status);
    }
    if (status.isDirectory()) {
      stack.push(new Place(path, HdfsFileStatus.EMPTY_NAME));
      if (after != null && !after.equals(path)) {
        resume(path, after);
      }
    }
  }

  /** Each directory on the way goes on behind the child that leads to the inode. */
  private void resume(String path, String after) throws IOException {
    String directory = path;
    String below = after.substring(path.equals("/") ? 1 : path.length() + 1);
    for (String name : below.split("/")) {
      stack.element().after = name.getBytes(StandardCharsets.UTF_8);
      directory = (directory.equals("/") ? "" : directory) + "/" + name;
      HdfsFileStatus status = client.getFileInfo(directory);
      if (status == null || !status.isDirectory()) {
        return;
      }
      stack.push(new Place(directory, HdfsFileStatus.EMPTY_NAME));
    }
  }

  /** The next inode; null at the end. */
  @Nullable Entry next() throws IOException {
    if (root != null) {
      Entry first = root;
      root = null;
      return first;
    }
    while (!stack.isEmpty()) {
      Place place = stack.element();
      if (!place.page.hasNext() && (!place.more || !readPage(place))) {
        stack.pop();
      } else if (place.page.hasNext()) {
        HdfsFileStatus child = place.page.next();
        String path = (place.path.equals("/") ? "" : place.path) + "/" + child.getLocalName();
        if (child.isDirectory()) {
          stack.push(new Place(path, HdfsFileStatus.EMPTY_NAME));
        }
        return new Entry(path, child);
      }
    }
    return null;
  }

  /** Whether there was another page; a directory that is gone meanwhile has none. */
  private boolean readPage(Place place) throws IOException {
    DirectoryListing listing = client.getListing(place.path, place.after, true);
    if (listing == null || listing.getPartialListing().length == 0) {
      return false;
    }
    place.page = Arrays.asList(listing.getPartialListing()).iterator();
    place.after = listing.getLastName();
    place.more = listing.hasMore();
    return true;
  }
}
