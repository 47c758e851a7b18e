package io.warren.bench.paced;

import io.warren.bench.mix.Clients;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * Directories that are made, changed and removed: each step is one call and one change. Threads
 * keep to a directory of their own. For what follows the changes directories are the hardest
 * inodes, because others may be below them.
 */
public final class DirectoryChanges implements Pace.Step {
  private static final FsPermission PERMISSION = new FsPermission((short) 0700);
  private static final int STEPS = 3;

  private final Clients clients;
  private final String basePath;

  public DirectoryChanges(Clients clients, String basePath) {
    this.clients = clients;
    this.basePath = basePath;
  }

  @Override
  public void take(int thread, long number) throws IOException {
    DistributedFileSystem client = clients.of(thread);
    Path path = new Path(basePath + "/t" + thread + "/n" + number / STEPS);
    boolean succeeded =
        switch ((int) (number % STEPS)) {
          case 0 -> client.mkdirs(path);
          case 1 -> {
            client.setPermission(path, PERMISSION);
            yield true;
          }
          default -> client.delete(path, false);
        };
    if (!succeeded) {
      throw new IOException("The namenode refused to change " + path);
    }
  }
}
