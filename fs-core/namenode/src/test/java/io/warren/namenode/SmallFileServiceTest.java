package io.warren.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.warren.client.WarrenFileSystem;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Files that go into the database and out of it by the namenode's work. */
class SmallFileServiceTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int LIMIT_BYTES = 64 << 10;
  private static final long DELAY_MS = 1_500;

  private static RunningCluster cluster;

  private DistributedFileSystem ours;
  private DistributedFileSystem stock;
  private Path folder;

  @BeforeAll
  static void startCluster() throws Exception {
    cluster =
        RunningCluster.start(
            Map.of(
                "warren.namenode.small-file.bytes-max", Integer.toString(LIMIT_BYTES),
                "warren.namenode.small-file.take-in.delay-ms", Long.toString(DELAY_MS),
                "warren.namenode.small-file.in-flight-bytes-max", "1048576"));
  }

  @AfterAll
  static void stopCluster() {
    cluster.close();
  }

  @BeforeEach
  void open() throws IOException {
    Configuration conf = new Configuration(cluster.conf());
    conf.setClass("fs.hdfs.impl", WarrenFileSystem.class, FileSystem.class);
    ours = (DistributedFileSystem) FileSystem.get(conf);
    stock = (DistributedFileSystem) cluster.fs();
    folder = new Path("/service-" + System.nanoTime());
    ours.mkdirs(folder);
    ours.setStoragePolicy(folder, "DB");
  }

  @AfterEach
  void close() throws IOException {
    ours.delete(folder, true);
    ours.close();
    stock.close();
  }

  private static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private Path write(FileSystem fs, String name, int length) throws IOException {
    Path path = new Path(folder, name);
    try (FSDataOutputStream out = fs.create(path)) {
      out.write(bytes(length));
    }
    return path;
  }

  private static byte[] read(FileSystem fs, Path path) throws IOException {
    try (FSDataInputStream in = fs.open(path)) {
      return in.readAllBytes();
    }
  }

  private static JsonNode call(String method, String path, @Nullable String body) throws Exception {
    var answer = cluster.admin("nn1", method, path, body);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return JSON.readTree(answer.body());
  }

  /** One step over a tree, which must be the whole work. */
  private static JsonNode step(String direction, Path path) throws Exception {
    String body = JSON.writeValueAsString(Map.of("path", path.toUri().getPath()));
    JsonNode result = call("POST", "/smallfiles/" + direction, body);
    assertThat(result.get("cursor").isNull()).isTrue();
    return result;
  }

  private static long sum(String member) throws Exception {
    long sum = 0;
    for (String namenode : new String[] {"nn1", "nn2"}) {
      String answer = cluster.admin(namenode, "GET", "/smallfiles", null).body();
      sum += JSON.readTree(answer).get("counts").get(member).longValue();
    }
    return sum;
  }

  private static void awaitTakenIn(long atLeast) throws Exception {
    RunningCluster.await(
        "files to be taken in",
        () -> {
          try {
            return sum("taken_in") >= atLeast;
          } catch (Exception e) {
            throw new AssertionError(e);
          }
        });
  }

  @Test
  void whatStockClientsCloseIsTakenIn() throws Exception {
    final long before = sum("taken_in");
    Path path = write(stock, "f", 20_000);
    write(stock, "large", LIMIT_BYTES + 1);
    write(stock, "empty", 0);
    FileStatus written = stock.getFileStatus(path);
    assertThat(step("move-out", folder).get("changed").longValue()).isZero();
    awaitTakenIn(before + 1);
    assertThat(read(ours, path)).isEqualTo(bytes(20_000));
    FileStatus now = stock.getFileStatus(path);
    assertThat(now.getModificationTime()).isEqualTo(written.getModificationTime());
    assertThat(now.getLen()).isEqualTo(20_000);
    JsonNode out = step("move-out", folder);
    assertThat(out.get("files").longValue()).isEqualTo(3);
    assertThat(out.get("changed").longValue()).isEqualTo(1);
    assertThat(out.get("changed_bytes").longValue()).isEqualTo(20_000);
    assertThat(out.get("error_count").longValue()).isZero();
    assertThat(read(stock, path)).isEqualTo(bytes(20_000));
    assertThat(step("move-out", folder).get("changed").longValue()).isZero();
    Thread.sleep(2 * DELAY_MS);
    assertThat(sum("taken_in")).isEqualTo(before + 1);
    assertThat(step("take-in", folder).get("changed").longValue()).isEqualTo(1);
    assertThat(read(ours, path)).isEqualTo(bytes(20_000));
  }

  @Test
  void whatIsOpenIsRefused() throws Exception {
    Path path = write(ours, "f", 100);
    try (FSDataOutputStream out = ours.create(new Path(folder, "g"))) {
      out.write(7);
      assertThat(step("take-in", folder).get("changed").longValue()).isZero();
    }
    try (FSDataOutputStream out = stock.append(path)) {
      out.write(7);
      JsonNode result = step("take-in", folder);
      assertThat(result.get("changed").longValue()).isZero();
    }
    assertThat(read(ours, path)).hasSize(101).startsWith(bytes(100));
  }

  @Test
  void stockClientsAppendToSmallFiles() throws Exception {
    Path path = write(ours, "f", 5_000);
    try (FSDataOutputStream out = stock.append(path)) {
      out.write(bytes(300));
    }
    assertThat(read(ours, path)).hasSize(5_300).startsWith(bytes(5_000)).endsWith(bytes(300));
  }

  @Test
  void onlyWhoMayWriteHasAFileMoved() throws Exception {
    Path path = write(ours, "f", 5_000);
    ours.setPermission(path, new FsPermission("644"));
    final long before = sum("moved_out");
    PrivilegedExceptionAction<FileSystem> open = cluster::fs;
    try (FileSystem others = UserGroupInformation.createRemoteUser("mallory").doAs(open)) {
      assertThatThrownBy(() -> others.append(path)).isInstanceOf(AccessControlException.class);
      assertThat(sum("moved_out")).isEqualTo(before);
      ours.setPermission(path, new FsPermission("646"));
      try (FSDataOutputStream out = others.append(path)) {
        out.write(7);
      }
    }
    assertThat(read(ours, path)).hasSize(5_001).startsWith(bytes(5_000));
  }

  @Test
  void stockClientsConcatSmallFiles() throws Exception {
    Path target = write(ours, "a", 5_000);
    Path second = write(stock, "b", 70_000);
    Path third = write(ours, "c", 50);
    stock.concat(target, new Path[] {second, third});
    byte[] all = read(stock, target);
    assertThat(all).hasSize(75_050).startsWith(bytes(5_000)).endsWith(bytes(50));
    assertThat(stock.exists(third)).isFalse();
  }

  @Test
  void stockClientsTruncateWhatSnapshotsHold() throws Exception {
    Path path = write(ours, "f", 5_000);
    stock.allowSnapshot(folder);
    stock.createSnapshot(folder, "s");
    stock.truncate(path, 10);
    RunningCluster.await("the cut", () -> isClosed(path));
    assertThat(read(ours, path)).isEqualTo(Arrays.copyOf(bytes(5_000), 10));
    assertThat(read(ours, new Path(folder, ".snapshot/s/f"))).isEqualTo(bytes(5_000));
    stock.deleteSnapshot(folder, "s");
    stock.disallowSnapshot(folder);
  }

  private boolean isClosed(Path path) {
    try {
      return stock.isFileClosed(path);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void oneOfManyAppendsAtATimeAndNothingIsLost() throws Exception {
    Path path = write(ours, "f", 1_000);
    int writers = 4;
    CountDownLatch together = new CountDownLatch(writers);
    ExecutorService threads = Executors.newFixedThreadPool(writers);
    int appended = 0;
    try {
      Future<?>[] all = new Future<?>[writers];
      for (int i = 0; i < writers; i++) {
        all[i] =
            threads.submit(
                () -> {
                  together.countDown();
                  together.await();
                  try (FSDataOutputStream out = stock.append(path)) {
                    out.write(7);
                  }
                  return null;
                });
      }
      for (Future<?> each : all) {
        try {
          each.get();
          appended++;
        } catch (ExecutionException e) {
          assertThat(e.getCause()).isInstanceOf(IOException.class);
        }
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(appended).isPositive();
    assertThat(read(ours, path)).hasSize(1_000 + appended).startsWith(bytes(1_000));
  }

  @Test
  void theMetersAreThere() throws Exception {
    String meters = cluster.get("http://" + cluster.http("nn1") + "/metrics").body();
    assertThat(meters)
        .contains("warren_small_files_written_total")
        .contains("warren_small_files_read_total")
        .contains("warren_small_file_fallbacks_total")
        .contains("reason=\"full\"")
        .contains("reason=\"memory\"")
        .contains("warren_small_file_bytes_in_flight")
        .contains("warren_small_files_taken_in_total")
        .contains("warren_small_file_bytes_taken_in_total")
        .contains("warren_small_files_moved_out_total");
    JsonNode overview = call("GET", "/smallfiles", null);
    assertThat(overview.get("limit_bytes").longValue()).isEqualTo(LIMIT_BYTES);
    assertThat(overview.get("take_in").get("delay_ms").longValue()).isEqualTo(DELAY_MS);
    assertThat(overview.get("in_flight").get("bytes").longValue()).isZero();
  }
}
