package io.warren.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.Change;
import io.warren.store.Scan;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Table;
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
 * Kills a writing process again and again: every transaction that it acknowledged is there
 * afterwards, and each one that it did not is there as a whole or not at all: in every table, in
 * the indexes and in the feed.
 */
class CrashTest {
  private static final long SEED = 4711;
  private static final int ROUNDS = 4;
  private static final int WRITERS = 3;
  private static final int ACKNOWLEDGED_MIN = 20;
  private static final int ACKNOWLEDGED_SPREAD = 800;
  private static final int PAGE = 10_000;

  /** A kill meets one of the halves with a good chance; so many in a row miss them never. */
  private static final int TORN_ROUNDS_MAX = 40;

  /**
   * Of a writer at most the transaction under way was not acknowledged, and the pipe's last line
   * may have been cut off.
   */
  private static final int UNACKNOWLEDGED_MAX = 2;

  private final Path folder;

  /** The sequence of the last change by number of every transaction that was acknowledged. */
  private final List<Map<Long, Long>> acknowledged = new ArrayList<>();

  CrashTest(@TempDir Path parent) {
    folder = parent.resolve("store");
    for (int writer = 0; writer <= WRITERS; writer++) {
      acknowledged.add(new TreeMap<>());
    }
  }

  @Test
  @Timeout(240)
  void aKilledProcessLosesNothingItAcknowledgedAndLeavesNothingHalf() throws Exception {
    Random random = new Random(SEED);
    for (int round = 0; round < ROUNDS; round++) {
      writeAndKill(CrashWriter.Mode.WHOLE, ACKNOWLEDGED_MIN + random.nextInt(ACKNOWLEDGED_SPREAD));
      check();
    }
  }

  /** The check finds transactions that are not whole. */
  @Test
  @Timeout(600)
  void transactionsInTwoHalvesAreFound() throws Exception {
    for (int round = 0; round < TORN_ROUNDS_MAX; round++) {
      writeAndKill(CrashWriter.Mode.TORN, ACKNOWLEDGED_MIN);
      try {
        check();
      } catch (AssertionError found) {
        return;
      }
    }
    throw new AssertionError("No half transaction was found");
  }

  private void writeAndKill(CrashWriter.Mode mode, int acknowledgements) throws Exception {
    Process writer =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-ea",
                "-cp",
                System.getProperty("java.class.path"),
                CrashWriter.class.getName(),
                folder.toString(),
                String.valueOf(WRITERS),
                mode.name())
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
    acknowledged
        .get(Integer.parseInt(parts[0]))
        .put(Long.parseLong(parts[1]), Long.parseLong(parts[2]));
  }

  /** Compares the reopened store with what its last transactions should have left. */
  private void check() {
    try (EmbeddedStore store = EmbeddedStore.open(folder, EmbeddedOptions.defaults());
        Tx tx = store.begin(TxOptions.read("check"))) {
      CrashLedger.Expected expected = new CrashLedger.Expected();
      for (int writer = 1; writer <= WRITERS; writer++) {
        long last = CrashLedger.last(tx, writer);
        long told = acknowledged.get(writer).keySet().stream().reduce(0L, Math::max);
        assertThat(last)
            .as("transactions of writer %d, seed %d", writer, SEED)
            .isBetween(told, told + UNACKNOWLEDGED_MAX);
        expected.add(writer, last);
      }
      for (Table<?, ?> table : Tables.ALL) {
        checkRows(tx, table, expected);
      }
      checkIndexes(tx, expected);
      checkFeed(store, expected);
    }
  }

  private static void checkRows(Tx tx, Table<?, ?> table, CrashLedger.Expected expected) {
    assertThat(List.<Object>copyOf(all(tx, Scan.prefix(table, PAGE))))
        .as("rows of %s, seed %d", table.name(), SEED)
        .containsExactlyInAnyOrderElementsOf(expected.rows().getOrDefault(table, List.of()));
  }

  /** Every index leads to the rows, and to no others. */
  private static void checkIndexes(Tx tx, CrashLedger.Expected expected) {
    for (Table<?, ?> table : List.of(Tables.REPLICAS, Tables.INVALIDATED_BLOCKS)) {
      assertThat(
              List.<Object>copyOf(
                  all(tx, Scan.index(table, Tables.BY_STORAGE, PAGE, CrashLedger.STORAGE))))
          .as("%s by storage, seed %d", table.name(), SEED)
          .containsExactlyInAnyOrderElementsOf(expected.rows().getOrDefault(table, List.of()));
    }
    List<Object> children = new ArrayList<>();
    for (long writer = 1; writer <= WRITERS; writer++) {
      children.addAll(all(tx, Scan.index(Tables.INODES, Tables.INODES_BY_PARENT, PAGE, writer)));
    }
    List<Object> inodes = expected.rows().getOrDefault(Tables.INODES, List.of());
    assertThat(children).as("inodes by parent").containsExactlyInAnyOrderElementsOf(inodes);
    for (Object inode : inodes) {
      long id = ((io.warren.model.Inode) inode).id();
      assertThat(tx.getUnique(Tables.INODES, Tables.INODES_BY_ID, id)).isEqualTo(inode);
    }
  }

  private static <K, R> List<R> all(Tx tx, Scan<K, R> scan) {
    List<R> all = new ArrayList<>();
    K after = null;
    List<R> page;
    do {
      page = tx.scan(scan.after(after));
      all.addAll(page);
      after = page.isEmpty() ? null : scan.table().keyOf().apply(page.get(page.size() - 1));
    } while (page.size() == PAGE);
    return all;
  }

  private void checkFeed(EmbeddedStore store, CrashLedger.Expected expected) {
    Map<Long, List<Change>> told = new HashMap<>();
    Map<Long, Long> sequences = new HashMap<>();
    long after = 0;
    List<Change> page;
    do {
      page = store.feed().read(after, PAGE);
      for (Change change : page) {
        assertThat(change.commitSequence()).isGreaterThan(after);
        after = change.commitSequence();
        sequences.put(change.inodeId(), after);
        told.computeIfAbsent(CrashLedger.writerOf(change), w -> new ArrayList<>())
            .add(change.committed(0, 0));
      }
    } while (!page.isEmpty());
    expected
        .changes()
        .forEach(
            (writer, changes) ->
                assertThat(told.getOrDefault(writer, List.of()))
                    .as("changes of writer %d, seed %d", writer, SEED)
                    .isEqualTo(changes));
    assertThat(store.feed().head()).isEqualTo(after);
    for (int writer = 1; writer <= WRITERS; writer++) {
      int of = writer;
      acknowledged
          .get(writer)
          .forEach(
              (number, sequence) ->
                  assertThat(sequences)
                      .as("acknowledged transaction %d of writer %d, seed %d", number, of, SEED)
                      .containsEntry(CrashLedger.lastChanged(of, number), sequence));
    }
  }
}
