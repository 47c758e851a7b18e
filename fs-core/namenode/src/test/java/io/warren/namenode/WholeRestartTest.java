package io.warren.namenode;

import static io.warren.namenode.HealingCluster.BLOCK_BYTES;
import static io.warren.namenode.HealingCluster.await;
import static io.warren.namenode.HealingCluster.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.SafeModeAction;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Everything is restarted, and the datanodes take longer than a dead one is waited for. */
class WholeRestartTest {
  private static final int DATANODES = 4;
  private static final String FILE = "/restarted";

  /** Half the time after which a datanode counts as dead: long enough for a busy machine. */
  private static final int RECHECK_MS = 5_000;

  private static final int RETURN_MAX_MS = 120_000;

  private static final long LONG_AFTER_DEATH_MS = 2 * RECHECK_MS + 4_000;

  private static final ObjectMapper JSON = new ObjectMapper();

  private HealingCluster cluster;
  private byte[] content;
  private Set<Path> before;

  /** Each block is on two of four datanodes, and one of them alone comes back at first. */
  @BeforeEach
  void restart() throws Exception {
    cluster =
        new HealingCluster(
            DATANODES,
            StorageType.DISK,
            StorageType.DISK,
            Map.of(
                "dfs.namenode.heartbeat.recheck-interval",
                "" + RECHECK_MS,
                // Every storage comes back, on a busy machine long after the blocks are reachable.
                "dfs.namenode.safemode.extension",
                "" + RETURN_MAX_MS));
    content = bytes(12 * BLOCK_BYTES, FILE);
    try (FileSystem fs = cluster.fs();
        FSDataOutputStream out =
            fs.create(new org.apache.hadoop.fs.Path(FILE), true, 4096, (short) 2, BLOCK_BYTES)) {
      out.write(content);
    }
    cluster.awaitHealed(FILE, 2);
    cluster.awaitQuiet();
    await("the leader to know every storage", this::everyStorageIsAvailable);
    before = onDisks();
    int lacking = lacking();
    cluster.stopNamenodes();
    for (int number = 0; number < DATANODES; number++) {
      cluster.stop(number);
    }
    cluster.startNamenodesAgain();
    cluster.start(lacking);
    await("safe mode", this::isInSafeMode);
  }

  private boolean everyStorageIsAvailable() throws Exception {
    JsonNode storages = JSON.readTree(cluster.admin("nn1", "/storages")).get("storages");
    int available = 0;
    for (JsonNode storage : storages) {
      available += storage.get("state").asText().equals("available") ? 1 : 0;
    }
    return available == 2 * DATANODES;
  }

  /** A datanode that lacks a block of the file. */
  private int lacking() throws IOException {
    Set<String> holders = new TreeSet<>();
    for (DatanodeInfo holder : cluster.blocks(FILE).get(0).getLocations()) {
      holders.add(holder.getDatanodeUuid());
    }
    for (int number = 0; number < DATANODES; number++) {
      if (!holders.contains(cluster.datanode(number).getDatanodeUuid())) {
        return number;
      }
    }
    throw new AssertionError("Every datanode has the first block");
  }

  private void startTheOthers() throws IOException {
    for (int number = 0; number < DATANODES; number++) {
      if (!cluster.isRunning(number)) {
        cluster.start(number);
      }
    }
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  private Set<Path> onDisks() throws IOException {
    Set<Path> replicas = new TreeSet<>();
    for (LocatedBlock block : cluster.blocks(FILE)) {
      replicas.addAll(cluster.replicasOnDisk(block.getBlock().getBlockId()));
    }
    return replicas;
  }

  private boolean isInSafeMode() throws IOException {
    return safeMode(SafeModeAction.SAFEMODE_GET);
  }

  private boolean safeMode(SafeModeAction action) throws IOException {
    try (DistributedFileSystem fs = cluster.fs()) {
      return fs.getClient().getNamenode().setSafeMode(action, false);
    }
  }

  private JsonNode health() throws Exception {
    return JSON.readTree(cluster.admin("nn2", "/blocks/health"));
  }

  /** Nothing is under-replicated by the rows, and nothing is copied. */
  private static void assertUntouched(JsonNode health) {
    assertThat(health.get("copies_under_way").asLong()).isZero();
    health.get("under_replicated").forEach(count -> assertThat(count.asLong()).isZero());
  }

  @Test
  void nothingIsHealedUntilTheDatanodesAreBack() throws Exception {
    await(
        "the numbers of safe mode",
        () -> health().path("safe_mode").path("storages").asInt() == 2 * DATANODES);
    await(
        "a long time without healing",
        () -> {
          JsonNode health = health();
          assertUntouched(health);
          JsonNode safeMode = health.get("safe_mode");
          assertThat(safeMode.get("blocks").asLong()).isEqualTo(12);
          assertThat(safeMode.get("needed").asLong()).isEqualTo(12);
          assertThat(safeMode.get("reachable").asLong()).isLessThan(12);
          assertThat(safeMode.get("sampled").asBoolean()).isFalse();
          long heldMs = health.get("as_of_ms").asLong() - safeMode.get("since_ms").asLong();
          return heldMs > LONG_AFTER_DEATH_MS;
        });
    startTheOthers();
    await("the end of safe mode", () -> !isInSafeMode());
    cluster.awaitHealed(FILE, 2);
    cluster.awaitQuiet();
    assertUntouched(health());
    assertThat(onDisks()).isEqualTo(before);
    try (FileSystem fs = cluster.fs();
        var in = fs.open(new org.apache.hadoop.fs.Path(FILE))) {
      assertThat(in.readAllBytes()).isEqualTo(content);
    }
  }

  @Test
  void anOperatorEndsTheWait() throws Exception {
    await("the numbers of safe mode", () -> health().path("safe_mode").isObject());
    await(
        "the leader to find blocks that it can't heal",
        () -> {
          // Said again, for another leader would wait again.
          boolean left = !isInSafeMode() || !safeMode(SafeModeAction.SAFEMODE_LEAVE);
          JsonNode health = health();
          return left && health.get("missing").asLong() > 0 && health.get("safe_mode").isNull();
        });
    startTheOthers();
    cluster.awaitHealed(FILE, 2);
    cluster.awaitQuiet();
  }
}
