package io.warren.bench.mix;

import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Stock clients. Hadoop shares a connection between all clients of one login in a process, so each
 * client here has its own login object of the same user.
 */
public final class Clients implements Closeable {
  private final List<DistributedFileSystem> clients = new ArrayList<>();

  public Clients(List<String> uris, int count, Configuration base)
      throws IOException, InterruptedException {
    String user = UserGroupInformation.getCurrentUser().getShortUserName();
    try {
      for (int i = 0; i < count; i++) {
        String uri = uris.get(i % uris.size());
        UserGroupInformation login = UserGroupInformation.createRemoteUser(user);
        clients.add(
            login.doAs((PrivilegedExceptionAction<DistributedFileSystem>) () -> open(uri, base)));
      }
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  private static DistributedFileSystem open(String uri, Configuration base) throws IOException {
    FileSystem client = FileSystem.newInstance(URI.create(uri), base);
    if (client instanceof DistributedFileSystem hdfs) {
      return hdfs;
    }
    client.close();
    throw new IOException("Not an hdfs:// URI: " + uri);
  }

  /** The client of a thread. */
  public DistributedFileSystem of(int thread) {
    return clients.get(thread % clients.size());
  }

  @Override
  public void close() throws IOException {
    for (DistributedFileSystem client : clients) {
      client.close();
    }
  }
}
