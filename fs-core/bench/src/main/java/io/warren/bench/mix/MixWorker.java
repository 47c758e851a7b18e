package io.warren.bench.mix;

import java.io.IOException;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.security.UserGroupInformation;

/** One client in the closed loop. */
final class MixWorker {
  private static final int BUFFER_BYTES = 64 * 1024;
  private static final short REPLICATION = 1;
  private static final long BLOCK_BYTES = 128L << 20;

  private final int thread;
  private final DistributedFileSystem client;
  private final PathPool pool;
  private final Mix mix;
  private final RandomGenerator random;
  private final int fileBytes;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private final String user;

  MixWorker(DistributedFileSystem client, PathPool pool, MixOptions options, int thread)
      throws IOException {
    this.thread = thread;
    this.client = client;
    this.pool = pool;
    this.mix = new Mix(options.createPercent());
    this.random = new SplittableRandom(options.seed() + 7_919L * thread);
    this.fileBytes = options.fileBytes();
    this.user = UserGroupInformation.getCurrentUser().getShortUserName();
  }

  /** Its number, from 0. */
  int thread() {
    return thread;
  }

  PathPool pool() {
    return pool;
  }

  /** Makes this thread's directories and files. */
  void makeTree() throws IOException {
    for (String directory : pool.directories()) {
      check(client.mkdirs(new Path(directory)), "mkdir", directory);
    }
    for (String file : pool.files()) {
      create(file);
    }
  }

  MixOperation choose() {
    return mix.choose(random);
  }

  /** Does one operation; any failure is thrown. */
  void run(MixOperation operation) throws IOException {
    switch (operation) {
      case READ -> read(pool.file(random));
      case STAT_FILE -> {
        String file = pool.file(random);
        check(client.getFileStatus(new Path(file)).isFile(), "stat", file);
      }
      case LIST_DIRECTORY -> client.listStatus(new Path(pool.directory(random)));
      case STAT_DIRECTORY -> {
        String directory = pool.directory(random);
        check(client.getFileStatus(new Path(directory)).isDirectory(), "stat", directory);
      }
      case CREATE -> {
        String file = pool.newFile(random);
        create(file);
        pool.files().add(file);
      }
      case RENAME -> rename();
      case DELETE -> {
        int index = pool.fileIndex(random);
        String file = pool.files().get(index);
        check(client.delete(new Path(file), false), "delete", file);
        pool.removeFile(index);
      }
      case LIST_FILE -> {
        String file = pool.file(random);
        check(client.listStatus(new Path(file)).length == 1, "list", file);
      }
      case CHOWN_DIRECTORY -> client.setOwner(new Path(pool.directory(random)), user, "bench");
      case SET_REPLICATION -> {
        String file = pool.file(random);
        check(client.setReplication(new Path(file), (short) 2), "setrep", file);
      }
      case CHMOD_FILE -> client.setPermission(new Path(pool.file(random)), mode());
      case MKDIR -> {
        String directory = pool.newDirectory(random);
        check(client.mkdirs(new Path(directory)), "mkdir", directory);
        pool.directories().add(directory);
      }
      case CHMOD_DIRECTORY -> client.setPermission(new Path(pool.directory(random)), mode());
    }
  }

  private FsPermission mode() {
    return new FsPermission((short) (random.nextBoolean() ? 0755 : 0775));
  }

  private void rename() throws IOException {
    int index = pool.fileIndex(random);
    String from = pool.files().get(index);
    String to = pool.sibling(from);
    check(client.rename(new Path(from), new Path(to)), "rename", from);
    pool.files().set(index, to);
  }

  private void create(String file) throws IOException {
    try (FSDataOutputStream out =
        client.create(new Path(file), false, BUFFER_BYTES, REPLICATION, BLOCK_BYTES)) {
      for (int left = fileBytes; left > 0; left -= BUFFER_BYTES) {
        out.write(buffer, 0, Math.min(left, BUFFER_BYTES));
      }
    }
  }

  /** Opening asks for the block locations; a file with blocks is then read through. */
  private void read(String file) throws IOException {
    try (FSDataInputStream in = client.open(new Path(file), BUFFER_BYTES)) {
      int bytes = 0;
      for (int n = 0; fileBytes > 0 && n >= 0; n = in.read(buffer)) {
        bytes += n;
      }
      check(bytes == fileBytes, "read", file);
    }
  }

  private static void check(boolean succeeded, String operation, String path) throws IOException {
    if (!succeeded) {
      throw new IOException("The namenode refused to " + operation + " " + path);
    }
  }
}
