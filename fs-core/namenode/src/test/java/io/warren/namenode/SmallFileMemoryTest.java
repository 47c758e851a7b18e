package io.warren.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.warren.client.WarrenFileSystem;
import io.warren.client.small.SmallFileNamenodes;
import io.warren.client.small.SmallFileProtocol;
import io.warren.model.RowBlockIds;
import io.warren.store.Store;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.testkit.ForwardingStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Calls hold as many bytes of small files as a namenode's memory may: what becomes of others. */
class SmallFileMemoryTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int LIMIT_BYTES = 64 << 10;
  private static final int IN_FLIGHT_BYTES_MAX = 1 << 20;
  private static final int HOLDERS = IN_FLIGHT_BYTES_MAX / LIMIT_BYTES;
  private static final int HANDLERS = 2 * HOLDERS;
  private static final long PATIENCE_S = 60;

  /** Longer than an open waits for room before it is told to come again. */
  private static final long REFUSED_AFTER_MS = 1_500;

  /** A store before which closes of small files stand while a test wants them to. */
  private static final class Barred extends ForwardingStore {
    Barred(Store inner) {
      super(inner);
    }

    @Override
    public Tx begin(TxOptions options) {
      if (options.operation().equals("complete_in_database")) {
        try {
          assertThat(bar.await(PATIENCE_S, TimeUnit.SECONDS)).as("the end of the bar").isTrue();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new IllegalStateException("Interrupted", e);
        }
      }
      return super.begin(options);
    }
  }

  private static volatile CountDownLatch bar = new CountDownLatch(0);
  private static RunningCluster cluster;

  private final ExecutorService threads = Executors.newFixedThreadPool(HOLDERS + 1);
  private DistributedFileSystem ours;
  private DistributedFileSystem stock;
  private Path folder;

  @BeforeAll
  static void startCluster() throws Exception {
    cluster =
        RunningCluster.start(
            Map.of(
                "warren.namenode.small-file.bytes-max", Integer.toString(LIMIT_BYTES),
                "warren.namenode.small-file.in-flight-bytes-max",
                    Integer.toString(IN_FLIGHT_BYTES_MAX),
                "warren.namenode.small-file.take-in.files-per-s", "0",
                "warren.namenode.rpc.handlers", Integer.toString(HANDLERS)),
            Barred::new);
  }

  @AfterAll
  static void stopCluster() {
    cluster.close();
  }

  /** Clients that know one of the namenodes: the other one has room of its own. */
  @BeforeEach
  void open() throws IOException {
    Configuration conf = new Configuration(cluster.conf());
    conf.set("dfs.ha.namenodes.warren", "nn1");
    stock = (DistributedFileSystem) FileSystem.get(conf);
    conf.setClass("fs.hdfs.impl", WarrenFileSystem.class, FileSystem.class);
    ours = (DistributedFileSystem) FileSystem.get(conf);
    folder = new Path("/memory-" + System.nanoTime());
    ours.mkdirs(folder);
    ours.setStoragePolicy(folder, "DB");
  }

  @AfterEach
  void close() throws IOException {
    bar.countDown();
    threads.shutdownNow();
    ours.delete(folder, true);
    ours.close();
    stock.close();
  }

  private static byte[] bytes(int seed, int length) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private Path write(String name, byte[] bytes) throws IOException {
    Path path = new Path(folder, name);
    try (FSDataOutputStream out = ours.create(path)) {
      out.write(bytes);
    }
    return path;
  }

  private static byte[] read(FileSystem fs, Path path) throws IOException {
    try (FSDataInputStream in = fs.open(path)) {
      return in.readAllBytes();
    }
  }

  private boolean isSmall(Path path) throws IOException {
    LocatedBlocks blocks = stock.getClient().getLocatedBlocks(path.toUri().getPath(), 0);
    return RowBlockIds.isOne(blocks.get(0).getBlock().getBlockId());
  }

  private static JsonNode overview() {
    try {
      return JSON.readTree(cluster.admin("nn1", "GET", "/smallfiles", null).body());
    } catch (Exception e) {
      throw new AssertionError("No answer about small files", e);
    }
  }

  private static long inFlightBytes() {
    return overview().at("/in_flight/bytes").longValue();
  }

  private static long count(String name) {
    JsonNode found = overview().at("/counts/" + name);
    assertThat(found.isNumber()).as(name).isTrue();
    return found.longValue();
  }

  /** Closes that take all the room and stand still until the bar is gone. */
  private List<Future<Path>> holdAll() throws Exception {
    bar = new CountDownLatch(1);
    List<Future<Path>> held = new ArrayList<>();
    for (int i = 0; i < HOLDERS; i++) {
      int seed = i;
      held.add(threads.submit(() -> write("held" + seed, bytes(seed, LIMIT_BYTES))));
    }
    RunningCluster.await("closes to hold it", () -> inFlightBytes() == IN_FLIGHT_BYTES_MAX);
    return held;
  }

  /** What held the room went into the database, and there is room again. */
  private void endAll(List<Future<Path>> held) throws Exception {
    bar.countDown();
    for (int i = 0; i < held.size(); i++) {
      Path path = held.get(i).get(PATIENCE_S, TimeUnit.SECONDS);
      assertThat(isSmall(path)).as("%s", path).isTrue();
      assertThat(read(ours, path)).isEqualTo(bytes(i, LIMIT_BYTES));
    }
    RunningCluster.await("the room to be free", () -> inFlightBytes() == 0);
  }

  @Test
  void aCloseWithoutRoomGoesToDatanodesWithAllBytes() throws Exception {
    final long memory = count("fallbacks_memory");
    final long full = count("fallbacks_full");
    final List<Future<Path>> held = holdAll();
    int[] lengths = {1, 5_000, LIMIT_BYTES};
    List<Path> others = new ArrayList<>();
    for (int length : lengths) {
      others.add(write("other" + length, bytes(length, length)));
    }
    assertThat(count("fallbacks_memory")).isEqualTo(memory + lengths.length);
    assertThat(count("fallbacks_full")).isEqualTo(full);
    assertThat(cluster.get("http://" + cluster.http("nn1") + "/metrics").body())
        .containsPattern("small_file_fallbacks_total\\{[^}]*reason=\"memory\"[^}]*} [1-9]");
    for (int i = 0; i < lengths.length; i++) {
      assertThat(isSmall(others.get(i))).isFalse();
      assertThat(read(stock, others.get(i))).isEqualTo(bytes(lengths[i], lengths[i]));
    }
    assertThat(inFlightBytes()).isEqualTo(IN_FLIGHT_BYTES_MAX);
    endAll(held);
    for (int i = 0; i < lengths.length; i++) {
      assertThat(read(ours, others.get(i))).isEqualTo(bytes(lengths[i], lengths[i]));
    }
    Path later = write("later", bytes(7, 5_000));
    assertThat(isSmall(later)).isTrue();
    assertThat(count("fallbacks_memory")).isEqualTo(memory + lengths.length);
  }

  /** What the namenode answers a client that does not come again by itself. */
  private static void openOnce(Path path) throws IOException {
    Configuration conf = new Configuration(cluster.conf());
    conf.setInt("dfs.client.failover.max.attempts", 0);
    conf.setInt("dfs.client.retry.max.attempts", 0);
    SmallFileProtocol protocol =
        SmallFileNamenodes.connect(cluster.rpc("nn1"), UserGroupInformation.getCurrentUser(), conf);
    protocol.open(path.toUri().getPath(), 0, 1);
  }

  @Test
  void anOpenWithoutRoomComesAgainUntilThereIsSome() throws Exception {
    Path path = write("f", bytes(1, 5_000));
    assertThat(isSmall(path)).isTrue();
    final List<Future<Path>> held = holdAll();
    assertThatThrownBy(() -> openOnce(path)).hasMessageContaining("under way; try again");
    Future<byte[]> reading = threads.submit(() -> read(ours, path));
    assertThatThrownBy(() -> reading.get(REFUSED_AFTER_MS, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
    endAll(held);
    assertThat(reading.get(PATIENCE_S, TimeUnit.SECONDS)).isEqualTo(bytes(1, 5_000));
  }
}
