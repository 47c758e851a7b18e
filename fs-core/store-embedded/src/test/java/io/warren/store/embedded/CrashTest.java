package io.warren.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.Block;
import io.warren.model.BlockKey;
import io.warren.model.BlockLookup;
import io.warren.model.Change;
import io.warren.model.ClusterVariable;
import io.warren.model.Replica;
import io.warren.model.ReplicaKey;
import io.warren.store.LockMode;
import io.warren.store.Scan;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a writing process again and again: every change it acknowledged is there afterwards, none
 * is half there, and the feed tells of exactly those that are there.
 */
class CrashTest {
  private static final long SEED = 4711;
  private static final int ROUNDS = 4;
  private static final int WRITERS = 3;
  private static final int ACKNOWLEDGED_MIN = 20;
  private static final int ACKNOWLEDGED_SPREAD = 800;
  private static final int PAGE = 10_000;

  private final Path folder;

  /** Sequence by block id of every transaction that was acknowledged. */
  private final Map<Long, Long> acknowledged = new HashMap<>();

  private final long[] lastAcknowledged = new long[WRITERS + 1];

  CrashTest(@TempDir Path parent) {
    folder = parent.resolve("store");
  }

  @Test
  @Timeout(120)
  void killedProcessesLoseNothingTheyAcknowledged() throws Exception {
    Random random = new Random(SEED);
    long next = 0;
    for (int round = 0; round < ROUNDS; round++) {
      writeAndKill(next, ACKNOWLEDGED_MIN + random.nextInt(ACKNOWLEDGED_SPREAD));
      next = check() + 1;
    }
  }

  private void writeAndKill(long first, int acknowledgements) throws Exception {
    Process writer =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-ea",
                "-cp",
                System.getProperty("java.class.path"),
                CrashWriter.class.getName(),
                folder.toString(),
                String.valueOf(first),
                String.valueOf(WRITERS))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(writer.getInputStream(), StandardCharsets.US_ASCII))) {
      for (int i = 0; i < acknowledgements; i++) {
        acknowledge(lines.readLine());
      }
      // Process.destroyForcibly would close the pipe with the last acknowledgements in it.
      assertThat(writer.toHandle().destroyForcibly()).isTrue();
      assertThat(writer.waitFor(30, TimeUnit.SECONDS)).isTrue();
      drain(lines);
    } finally {
      writer.destroyForcibly();
    }
  }

  /** What the pipe still holds was acknowledged too; the last line may be cut off. */
  private void drain(BufferedReader lines) throws IOException {
    List<String> rest = new ArrayList<>();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      rest.add(line);
    }
    for (int i = 0; i < rest.size() - 1; i++) {
      acknowledge(rest.get(i));
    }
  }

  private void acknowledge(String line) {
    assertThat(line).as("the writer ended by itself, seed %d", SEED).isNotNull();
    String[] parts = line.split(" ", -1);
    int writer = Integer.parseInt(parts[0]);
    long number = Long.parseLong(parts[1]);
    acknowledged.put(CrashWriter.blockId(writer, number), Long.parseLong(parts[2]));
    lastAcknowledged[writer] = Math.max(lastAcknowledged[writer], number);
  }

  /** Checks the reopened store; returns the greatest number of a transaction in it. */
  private long check() {
    try (EmbeddedStore store = EmbeddedStore.open(folder, EmbeddedOptions.defaults())) {
      Map<Long, Change> changes = changes(store);
      long greatest = 0;
      int blocks = 0;
      try (Tx tx = store.begin(TxOptions.read("check"))) {
        for (long writer = 1; writer <= WRITERS; writer++) {
          List<Block> own = blocks(tx, writer);
          blocks += own.size();
          long last = last(tx, writer);
          assertThat(last).isGreaterThanOrEqualTo(lastAcknowledged[(int) writer]);
          greatest = Math.max(greatest, last);
          for (Block block : own) {
            assertWhole(tx, block, changes);
          }
        }
        assertThat(replicasByStorage(tx)).as("index rows").isEqualTo(blocks);
        acknowledged.forEach(
            (blockId, sequence) ->
                assertThat(changes.get(blockId))
                    .as("acknowledged block %d, seed %d", blockId, SEED)
                    .isNotNull()
                    .extracting(Change::commitSequence)
                    .isEqualTo(sequence));
      }
      assertThat(changes).hasSize(blocks);
      return greatest;
    }
  }

  private static Map<Long, Change> changes(EmbeddedStore store) {
    Map<Long, Change> byBlock = new TreeMap<>();
    long after = 0;
    while (true) {
      List<Change> page = store.feed().read(after, PAGE);
      for (Change change : page) {
        assertThat(change.commitSequence()).isGreaterThan(after);
        assertThat(byBlock.put(change.inodeId(), change)).isNull();
        after = change.commitSequence();
      }
      if (page.isEmpty()) {
        return byBlock;
      }
    }
  }

  private static List<Block> blocks(Tx tx, long writer) {
    List<Block> all = new ArrayList<>();
    BlockKey after = null;
    while (true) {
      List<Block> page = tx.scan(Scan.prefix(Tables.BLOCKS, PAGE, writer).after(after));
      if (page.isEmpty()) {
        return all;
      }
      all.addAll(page);
      after = page.get(page.size() - 1).key();
    }
  }

  private static long last(Tx tx, long writer) {
    ClusterVariable last =
        tx.get(Tables.CLUSTER_VARIABLES, "writer" + writer, LockMode.READ_COMMITTED);
    return last == null ? 0 : Long.parseLong(last.value());
  }

  private static void assertWhole(Tx tx, Block block, Map<Long, Change> changes) {
    ReplicaKey replica = new ReplicaKey(block.inodeId(), block.blockId(), CrashWriter.STORAGE);
    assertThat(tx.get(Tables.REPLICAS, replica, LockMode.READ_COMMITTED)).isNotNull();
    assertThat(tx.get(Tables.BLOCK_LOOKUP, block.blockId(), LockMode.READ_COMMITTED))
        .isEqualTo(new BlockLookup(block.blockId(), block.inodeId()));
    assertThat(changes).containsKey(block.blockId());
  }

  private static int replicasByStorage(Tx tx) {
    int count = 0;
    ReplicaKey after = null;
    while (true) {
      List<Replica> page =
          tx.scan(
              Scan.index(Tables.REPLICAS, Tables.BY_STORAGE, PAGE, CrashWriter.STORAGE)
                  .after(after));
      if (page.isEmpty()) {
        return count;
      }
      count += page.size();
      after = page.get(page.size() - 1).key();
    }
  }
}
