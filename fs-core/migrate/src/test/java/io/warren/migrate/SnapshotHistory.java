package io.warren.migrate;

import java.io.IOException;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** A {@link StockHistory} in which snapshots are taken, renamed and deleted now and then. */
final class SnapshotHistory {
  private static final int SNAPSHOT_STEPS = 9;

  private final DistributedFileSystem files;
  private final Random random;
  private final StockHistory history;
  private final List<Path> taken = new ArrayList<>();
  private int names;

  SnapshotHistory(DistributedFileSystem files, long seed, boolean leavesOpen) throws IOException {
    this.files = files;
    this.random = new Random(~seed);
    this.history = new StockHistory(files, seed, leavesOpen);
    for (int i = 0; i < 3; i++) {
      files.mkdirs(new Path("/d" + i));
      files.allowSnapshot(new Path("/d" + i));
    }
  }

  /** Does one thing. */
  void step() throws IOException {
    if (random.nextInt(SNAPSHOT_STEPS) != 0) {
      history.step();
      return;
    }
    Path directory = new Path("/d" + random.nextInt(3));
    try {
      switch (random.nextInt(6)) {
        case 0 -> files.allowSnapshot(directory);
        case 1 -> {
          Path gone = taken.isEmpty() ? null : taken.remove(random.nextInt(taken.size()));
          if (gone != null) {
            files.deleteSnapshot(gone.getParent().getParent(), gone.getName());
          }
        }
        case 2 -> {
          Path old = taken.isEmpty() ? null : taken.remove(random.nextInt(taken.size()));
          if (old != null) {
            String name = "r" + names++;
            files.renameSnapshot(old.getParent().getParent(), old.getName(), name);
            taken.add(new Path(old.getParent(), name));
          }
        }
        default -> taken.add(local(files.createSnapshot(directory, "s" + names++)));
      }
    } catch (IOException e) {
      if (e instanceof ConnectException) {
        throw e;
      }
    }
  }

  /** The snapshots that are there. */
  List<Path> taken() {
    return List.copyOf(taken);
  }

  private static Path local(Path path) {
    return new Path(path.toUri().getPath());
  }

  /** Nobody writes any more; some files may stay open. */
  void end() {
    history.end();
  }
}
