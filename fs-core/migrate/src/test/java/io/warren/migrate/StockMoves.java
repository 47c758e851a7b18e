package io.warren.migrate;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.ipc.RemoteException;

/**
 * Renames of what is there, within directories with snapshots and without, between other changes
 * and snapshots of all kinds, by a seed.
 */
final class StockMoves {
  private static final int BLOCK_BYTES = 1024;
  private static final int NAMES = 8;

  /** So many are taken for each that is deleted. */
  private static final int KEPT = 5;

  private static final List<String> ROOTS = List.of("/d0", "/d1", "/d2");

  private final DistributedFileSystem files;
  private final Random random;
  private int names;

  /** Snapshots may be taken of the first two of three directories. */
  StockMoves(DistributedFileSystem files, long seed) throws IOException {
    this.files = files;
    this.random = new Random(seed);
    for (String root : ROOTS) {
      files.mkdirs(new Path(root));
    }
    // With snapshots they stay.
    for (String root : ROOTS.subList(0, 2)) {
      files.allowSnapshot(new Path(root));
      files.createSnapshot(new Path(root), "first");
    }
  }

  /** Does one thing; what is refused changes nothing. */
  void step() throws IOException {
    try {
      switch (random.nextInt(19)) {
        case 0, 1, 2 -> files.mkdirs(fresh());
        case 3, 4, 5 -> write(fresh(), random.nextInt(3 * BLOCK_BYTES));
        case 6, 7, 8, 9, 10, 11 -> files.rename(some(), fresh());
        case 12 -> files.rename(some(), some(), Options.Rename.OVERWRITE);
        case 13 -> files.delete(some(), true);
        case 14 -> files.setPermission(some(), new FsPermission((short) random.nextInt(01000)));
        case 15 -> append(some());
        default -> snapshot();
      }
    } catch (RemoteException | RuntimeException e) {
      // Refused.
      return;
    } catch (IOException e) {
      if (e instanceof java.net.ConnectException) {
        throw e;
      }
    }
  }

  /** Something that is there; a directory of the first ones at least. */
  private Path some() throws IOException {
    Path at = new Path(ROOTS.get(random.nextInt(ROOTS.size())));
    for (int depth = 1 + random.nextInt(4); depth > 0; depth--) {
      FileStatus[] children = files.listStatus(at);
      if (children.length == 0) {
        return at;
      }
      FileStatus child = children[random.nextInt(children.length)];
      at = child.getPath();
      if (!child.isDirectory()) {
        return at;
      }
    }
    return at;
  }

  /** A place in a directory that is there. */
  private Path fresh() throws IOException {
    Path in = some();
    Path directory = files.getFileStatus(in).isDirectory() ? in : in.getParent();
    return new Path(directory, "n" + random.nextInt(NAMES));
  }

  private void write(Path path, int lengthBytes) throws IOException {
    try (FSDataOutputStream out = files.create(path, false, 4096, (short) 1, BLOCK_BYTES)) {
      out.write(new byte[lengthBytes]);
    }
  }

  private void append(Path path) throws IOException {
    try (FSDataOutputStream out = files.append(path)) {
      out.write(new byte[1 + random.nextInt(BLOCK_BYTES)]);
    }
  }

  private void snapshot() throws IOException {
    Path directory = new Path(ROOTS.get(random.nextInt(2)));
    if (random.nextInt(KEPT) != 0) {
      files.createSnapshot(directory, "s" + names++);
      return;
    }
    List<String> there = new ArrayList<>();
    for (FileStatus each : files.listStatus(new Path(directory, ".snapshot"))) {
      String name = each.getPath().getName();
      if (!name.equals("first")) {
        there.add(name);
      }
    }
    if (!there.isEmpty()) {
      files.deleteSnapshot(directory, there.get(random.nextInt(there.size())));
    }
  }
}
