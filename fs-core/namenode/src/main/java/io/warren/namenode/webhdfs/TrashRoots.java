package io.warren.namenode.webhdfs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.security.UserGroupInformation;

/** Finds trash folders. Without encryption zones each user has one, in the home directory. */
final class TrashRoots {
  private static final Path ROOT = new Path("/");

  private final ClientProtocol client;
  private final Configuration conf;

  TrashRoots(ClientProtocol client, Configuration conf) {
    this.client = client;
    this.conf = conf;
  }

  /** Where the present caller's deleted files go; it need not exist yet. */
  String ofCaller() throws IOException {
    return DFSUtilClient.getTrashRoot(conf, UserGroupInformation.getCurrentUser());
  }

  /**
   * The trash folders that exist.
   *
   * @param allUsers those of everybody whom the caller may look at, not the caller's alone
   */
  List<FileStatus> existing(boolean allUsers) throws IOException {
    List<FileStatus> found = new ArrayList<>();
    Path own = new Path(ofCaller());
    if (!allUsers) {
      add(found, own);
      return found;
    }
    Path homes = own.getParent().getParent();
    byte[] startAfter = HdfsFileStatus.EMPTY_NAME;
    DirectoryListing page;
    do {
      page = client.getListing(homes.toString(), startAfter, false);
      if (page == null) {
        return found;
      }
      for (HdfsFileStatus home : page.getPartialListing()) {
        if (home.isDirectory()) {
          add(found, new Path(new Path(homes, home.getLocalName()), FileSystem.TRASH_PREFIX));
        }
      }
      startAfter = page.getLastName();
    } while (page.hasMore());
    return found;
  }

  private void add(List<FileStatus> found, Path trash) throws IOException {
    HdfsFileStatus status;
    try {
      status = client.getFileInfo(trash.toString());
    } catch (org.apache.hadoop.security.AccessControlException e) {
      return;
    }
    if (status != null) {
      FileStatus entry =
          new FileStatus(
              0,
              status.isDirectory(),
              0,
              0,
              status.getModificationTime(),
              status.getAccessTime(),
              status.getPermission(),
              status.getOwner(),
              status.getGroup(),
              new Path(ROOT, trash));
      found.add(entry);
    }
  }
}
