package io.warren.bench.subtrees;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;

/** Calls of a stock client that concern all of a directory, each timed. */
final class SubtreeCalls implements AutoCloseable {
  private static final Path MOVED = new Path("/moved-for-a-moment");
  private static final long NAMES_LIMIT = 1L << 40;
  private static final long PAUSE_MS = 100;

  private interface Call {
    void run() throws IOException;
  }

  private final DistributedFileSystem fs = new DistributedFileSystem();
  private final Map<String, List<Double>> timesMs = new LinkedHashMap<>();

  SubtreeCalls(String uri) throws IOException {
    fs.initialize(URI.create(uri), new HdfsConfiguration());
  }

  /** Everything that leaves the directory as it was. */
  void round(Path directory) throws IOException {
    time("mv", () -> move(directory, MOVED));
    time("mv", () -> move(MOVED, directory));
    time("chmod", () -> fs.setPermission(directory, new FsPermission((short) 0750)));
    time("chmod", () -> fs.setPermission(directory, new FsPermission((short) 0755)));
    time("setQuota", () -> fs.setQuota(directory, NAMES_LIMIT, HdfsConstants.QUOTA_DONT_SET));
    fs.setQuota(directory, HdfsConstants.QUOTA_RESET, HdfsConstants.QUOTA_DONT_SET);
    time("allowSnapshot", () -> fs.allowSnapshot(directory));
    fs.disallowSnapshot(directory);
    time("count", () -> fs.getContentSummary(directory));
  }

  @SuppressWarnings("deprecation")
  private void move(Path from, Path to) throws IOException {
    fs.rename(from, to, Options.Rename.NONE);
  }

  /** Not to be repeated. */
  void delete(Path directory) throws IOException {
    time("rm -r", () -> fs.delete(directory, true));
  }

  private void time(String operation, Call call) throws IOException {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSE_MS));
    long beganNs = System.nanoTime();
    call.run();
    double tookMs = (System.nanoTime() - beganNs) / 1e6;
    timesMs.computeIfAbsent(operation, o -> new ArrayList<>()).add(tookMs);
  }

  /** Times since the last call of this, by operation. */
  Map<String, List<Double>> take() {
    Map<String, List<Double>> taken = new LinkedHashMap<>(timesMs);
    timesMs.clear();
    return taken;
  }

  @Override
  public void close() throws IOException {
    fs.close();
  }
}
