package io.warren.namenode.rpc;

import io.warren.namenode.service.Callers;
import io.warren.namespace.FsPath;
import io.warren.namespace.Namespace;
import io.warren.namespace.lease.ListOpenFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BatchedRemoteIterator.BatchedEntries;
import org.apache.hadoop.fs.BatchedRemoteIterator.BatchedListEntries;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.OpenFileEntry;
import org.apache.hadoop.hdfs.protocol.OpenFilesIterator;
import org.apache.hadoop.hdfs.protocol.OpenFilesIterator.OpenFilesType;

/** ClientProtocol calls of operators about files that are open for writing. */
final class OpenFilesCalls extends NamespaceCalls {
  private final int limit;

  OpenFilesCalls(Namespace namespace, Callers callers, Configuration conf) {
    super(namespace, callers);
    this.limit =
        conf.getInt(
            DFSConfigKeys.DFS_NAMENODE_LIST_OPENFILES_NUM_RESPONSES,
            DFSConfigKeys.DFS_NAMENODE_LIST_OPENFILES_NUM_RESPONSES_DEFAULT);
  }

  public BatchedEntries<OpenFileEntry> listOpenFiles(long prevId) throws IOException {
    return listOpenFiles(
        prevId, EnumSet.of(OpenFilesType.ALL_OPEN_FILES), OpenFilesIterator.FILTER_PATH_DEFAULT);
  }

  /** No decommission waits for open files here, so that type alone lists none. */
  public BatchedEntries<OpenFileEntry> listOpenFiles(
      long prevId, EnumSet<OpenFilesType> openFilesTypes, String path) throws IOException {
    FsPath below = FsPath.parse(path);
    boolean all = openFilesTypes.contains(OpenFilesType.ALL_OPEN_FILES);
    ListOpenFiles.Page page = run(new ListOpenFiles(all ? prevId : Long.MAX_VALUE, below, limit));
    List<OpenFileEntry> entries = new ArrayList<>();
    for (ListOpenFiles.Entry each : page.entries()) {
      entries.add(
          new OpenFileEntry(
              each.inodeId(), each.path().toString(), each.holder(), each.clientMachine()));
    }
    return new BatchedListEntries<>(entries, page.hasMore());
  }
}
