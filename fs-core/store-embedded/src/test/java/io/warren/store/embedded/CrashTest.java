package io.warren.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a writing process again and again: every transaction that it acknowledged is there
 * afterwards, and each one that it did not is there as a whole or not at all: in every table, in
 * the indexes and in the feed. {@code -Dwarren.crash.rounds=N} and {@code -Dwarren.crash.seed=N}
 * kill more often, and the same again.
 */
class CrashTest {
  private static final int ROUNDS = Integer.getInteger("warren.crash.rounds", 4);
  private static final long SEED = Long.getLong("warren.crash.seed", System.nanoTime());
  private static final int WRITERS = 3;
  private static final int ACKNOWLEDGED_MIN = 20;
  private static final int ACKNOWLEDGED_SPREAD = 800;

  /** A kill meets one of the halves with a good chance; so many in a row miss them never. */
  private static final int TORN_ROUNDS_MAX = 40;

  /**
   * Of a writer at most the transaction under way was not acknowledged, and the pipe's last line
   * may have been cut off.
   */
  private static final int UNACKNOWLEDGED_MAX = 2;

  private final Path folder;

  private final LedgerCheck ledger = new LedgerCheck(WRITERS, UNACKNOWLEDGED_MAX);

  CrashTest(@TempDir Path parent) {
    folder = parent.resolve("store");
  }

  @Test
  @Timeout(3_600)
  void aKilledProcessLosesNothingItAcknowledgedAndLeavesNothingHalf() throws Exception {
    Random random = new Random(SEED);
    for (int round = 0; round < ROUNDS; round++) {
      writeAndKill(CrashWriter.Mode.WHOLE, ACKNOWLEDGED_MIN + random.nextInt(ACKNOWLEDGED_SPREAD));
      check();
    }
    System.out.println(ROUNDS + " kills after " + ledger.size() + " commits, from seed " + SEED);
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
    ledger.acknowledge(
        Integer.parseInt(parts[0]), Long.parseLong(parts[1]), Long.parseLong(parts[2]));
  }

  /** Compares the reopened store with what its last transactions should have left. */
  private void check() {
    try (EmbeddedStore store = EmbeddedStore.open(folder, EmbeddedOptions.defaults())) {
      ledger.check(store, "seed " + SEED);
    }
  }
}
