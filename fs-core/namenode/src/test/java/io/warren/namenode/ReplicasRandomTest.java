package io.warren.namenode;

import static io.warren.namenode.HealingCluster.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.BlockReportOptions;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Files that are written, appended to, cut and deleted while datanodes and namenodes die and come
 * back. When everything is quiet every file is whole and stored as often as it should be, the disks
 * hold what the rows say, and no hash of a bucket differs.
 *
 * <p>More with {@code -Dwarren.random.steps=N} and {@code -Dwarren.random.seed=N}.
 */
class ReplicasRandomTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int DATANODES = 4;
  private static final int STEPS = Integer.getInteger("warren.random.steps", 30);
  private static final long SEED = Long.getLong("warren.random.seed", 61);
  private static final int FAULT_PERCENT = 25;

  private final Random random = new Random(SEED);
  private HealingCluster cluster;
  private RandomFiles files;
  private int datanodeDown = -1;
  private String namenodeDown = "";

  @BeforeEach
  void start() throws Exception {
    cluster = new HealingCluster(DATANODES);
    files = new RandomFiles(clientConf(), random);
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  private Configuration clientConf() {
    Configuration conf = cluster.conf();
    conf.setInt("dfs.client.socket-timeout", 10_000);
    conf.setInt("dfs.client.datanode-restart.timeout", 1);
    conf.setBoolean("dfs.client.block.write.replace-datanode-on-failure.best-effort", true);
    return conf;
  }

  @Test
  void everythingIsWholeAndNoHashDiffersAfterQuiet() throws Exception {
    System.out.println("Seed " + SEED + ", " + STEPS + " steps");
    for (int step = 0; step < STEPS; step++) {
      if (random.nextInt(100) < FAULT_PERCENT) {
        disturb();
      }
      files.step();
    }
    restore();
    System.out.println(files);
    assertThat(files.successes()).as("%s", files).isGreaterThanOrEqualTo(STEPS / 3);

    List<String> names = files.existing();
    for (String name : names) {
      await(name + " to be closed", () -> isClosed(name));
    }
    cluster.awaitQuiet();
    long quietMs = System.currentTimeMillis();
    await("every storage to report without a difference", () -> reportsAgree(quietMs));
    cluster.awaitQuiet();
    for (String name : names) {
      awaitOnDisk(name);
    }
    assertThat(files.mistakes()).isEmpty();
  }

  /** At most one datanode and one namenode are away at a time. */
  private void disturb() throws Exception {
    if (random.nextInt(3) > 0) {
      if (datanodeDown < 0) {
        datanodeDown = random.nextInt(DATANODES);
        cluster.stop(datanodeDown);
      } else {
        cluster.start(datanodeDown);
        datanodeDown = -1;
      }
    } else if (namenodeDown.isEmpty()) {
      namenodeDown = random.nextBoolean() ? "nn1" : "nn2";
      cluster.process().crash(namenodeDown);
    } else {
      cluster.process().start(namenodeDown);
      namenodeDown = "";
    }
  }

  private void restore() throws Exception {
    if (datanodeDown >= 0) {
      cluster.start(datanodeDown);
    }
    if (!namenodeDown.isEmpty()) {
      cluster.process().start(namenodeDown);
    }
  }

  /** Asks for the lease as a client does that wants the file; only that, whatever was lost. */
  private boolean isClosed(String name) throws IOException {
    try (DistributedFileSystem fs = cluster.fs()) {
      return fs.isFileClosed(new Path(name)) || fs.recoverLease(new Path(name));
    }
  }

  private void awaitOnDisk(String name) throws Exception {
    List<String> differences = new ArrayList<>();
    try {
      await(
          name + " to be on the disks as the rows say",
          () -> {
            differences.clear();
            differences.addAll(differences(name));
            return differences.isEmpty();
          });
    } catch (TimeoutException e) {
      throw new AssertionError(e.getMessage() + ": " + differences, e);
    }
  }

  /** Blocks of a file that are stored, or said to be stored, more or less often than wanted. */
  private List<String> differences(String name) throws Exception {
    List<String> differences = new ArrayList<>();
    try (DistributedFileSystem fs = cluster.fs()) {
      int replication = fs.getFileStatus(new Path(name)).getReplication();
      for (LocatedBlock block : blocks(fs, name)) {
        long blockId = block.getBlock().getBlockId();
        List<java.nio.file.Path> onDisk = cluster.replicasOnDisk(blockId);
        if (block.getLocations().length != replication || onDisk.size() != replication) {
          differences.add(
              "%d replicas wanted of %s, on the disks are %s, the rows are %s"
                  .formatted(
                      replication,
                      block,
                      onDisk,
                      cluster.admin("nn1", "/blocks/by-id/" + blockId)));
        }
      }
    }
    return differences;
  }

  private static List<LocatedBlock> blocks(DistributedFileSystem fs, String name)
      throws IOException {
    return fs.getClient().getLocatedBlocks(name, 0, Long.MAX_VALUE).getLocatedBlocks();
  }

  /** Has every datanode report until each storage's newest report found nothing to change. */
  private boolean reportsAgree(long sinceMs) throws Exception {
    boolean agree = true;
    JsonNode storages = JSON.readTree(cluster.admin("nn1", "/block-reports")).get("storages");
    assertThat(storages).hasSizeGreaterThanOrEqualTo(2 * DATANODES);
    for (JsonNode storage : storages) {
      JsonNode last = storage.get("last");
      agree &=
          last.isObject()
              && last.get("started_at_ms").asLong() >= sinceMs
              && last.get("changes").asLong() == 0
              && (last.get("kind").asText().equals("full")
                  || last.get("buckets_mismatching").asLong() == 0);
    }
    if (!agree) {
      for (int number = 0; number < DATANODES; number++) {
        cluster
            .datanode(number)
            .triggerBlockReport(new BlockReportOptions.Factory().setIncremental(false).build());
      }
    }
    return agree;
  }
}
