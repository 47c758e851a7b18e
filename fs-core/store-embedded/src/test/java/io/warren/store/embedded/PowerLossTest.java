package io.warren.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.store.Tx;
import io.warren.store.TxOptions;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Power that goes while the log is being synced, under the load of several writers: any part of
 * what was not synced yet may be missing at the log's end. {@code -Dwarren.powerloss.rounds=N} and
 * {@code -Dwarren.powerloss.seed=N} try more, and the same again.
 */
class PowerLossTest {
  private static final int ROUNDS = Integer.getInteger("warren.powerloss.rounds", 6);
  private static final long SEED = Long.getLong("warren.powerloss.seed", System.nanoTime());
  private static final int WRITERS = 4;
  private static final int ROUND_COMMITS_MAX = 120;

  /** Of each loss: no byte of what was not synced is there, all are, and some in between. */
  private static final int CUTS_BETWEEN = 10;

  /** A transaction under way that was synced before its writer heard of it. */
  private static final int UNACKNOWLEDGED_MAX = 1;

  /** Of a size that no file but the log changes between the start of the load and the loss. */
  private static final EmbeddedOptions OPTIONS =
      new EmbeddedOptions(true, 1 << 20, 32 << 20, 1_000, 100, 5_000);

  /** The files at the moment of a loss, and which of them have how much that is safe. */
  private record Image(Path folder, Map<Path, Long> safeBytes, LedgerCheck acknowledged) {}

  private final Path parent;
  private final Random random = new Random(SEED);
  private final Map<Path, Long> safeBytes = new HashMap<>();
  private LedgerCheck ledger = new LedgerCheck(WRITERS, UNACKNOWLEDGED_MAX);
  private volatile boolean lossWanted;
  private volatile @Nullable Image image;
  private int losses;

  PowerLossTest(@TempDir Path parent) {
    this.parent = parent;
  }

  private Path store() {
    return parent.resolve("store");
  }

  private static List<Path> logs(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("rocksdb"))) {
      return files.filter(file -> file.toString().endsWith(".log")).sorted().toList();
    }
  }

  /** Stands before the disk, so that the image is taken before anybody hears of the sync. */
  private LogDisk watched(LogDisk disk) {
    return () -> {
      disk.sync();
      try {
        if (lossWanted) {
          lossWanted = false;
          image = take();
        }
        for (Path log : logs(store())) {
          safeBytes.put(log, Files.size(log));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    };
  }

  private Image take() throws IOException {
    Path to = parent.resolve("image");
    remove(to);
    copy(store(), to);
    Map<Path, Long> safe = new HashMap<>();
    safeBytes.forEach((log, bytes) -> safe.put(to.resolve(store().relativize(log)), bytes));
    return new Image(to, safe, ledger.copy());
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(f -> !f.startsWith(from.resolve("native"))).toList()) {
        Path target = to.resolve(from.relativize(file).toString());
        if (file.toString().endsWith(".sst")) {
          Files.createLink(target, file);
        } else {
          Files.copy(file, target, StandardCopyOption.COPY_ATTRIBUTES);
        }
      }
    }
  }

  private static void remove(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.delete(file);
      }
    }
  }

  private void write(EmbeddedStore store, int writer) {
    long number;
    try (Tx tx = store.begin(TxOptions.read("look"))) {
      number = CrashLedger.last(tx, writer);
    }
    while (image == null) {
      number++;
      // Half of the writers let somebody else wait for the disk.
      Answered answered = new Answered();
      TxOptions options = TxOptions.write("crash");
      try (Tx tx = store.begin(writer % 2 == 0 ? options.answeredBy(answered) : options)) {
        CrashLedger.begin(tx, writer, number);
        CrashLedger.end(tx, writer, number);
        long sequence = tx.commit();
        answered.awaitDurable();
        ledger.acknowledge(writer, number, sequence);
      }
    }
  }

  /** Writes into a new store until a loss has come at some point under load. */
  private Image lose() throws Exception {
    image = null;
    safeBytes.clear();
    ledger = new LedgerCheck(WRITERS, UNACKNOWLEDGED_MAX);
    remove(store());
    try (EmbeddedStore store = EmbeddedStore.open(store(), OPTIONS, this::watched)) {
      List<Thread> threads = new ArrayList<>();
      List<Throwable> failed = new ArrayList<>();
      for (int writer = 1; writer <= WRITERS; writer++) {
        int of = writer;
        Thread thread = new Thread(() -> write(store, of), "writer" + of);
        thread.setUncaughtExceptionHandler((t, e) -> failed.add(e));
        thread.start();
        threads.add(thread);
      }
      int commits = 1 + random.nextInt(ROUND_COMMITS_MAX);
      while (ledger.size() < commits && failed.isEmpty()) {
        Thread.sleep(1);
      }
      lossWanted = true;
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(failed).isEmpty();
    }
    return Objects.requireNonNull(image);
  }

  /** The lengths at which a log's end may be lost. */
  private List<Long> cuts(long safe, long length) {
    List<Long> cuts = new ArrayList<>(List.of(safe, length));
    for (int i = 0; i < CUTS_BETWEEN && length > safe; i++) {
      cuts.add(safe + random.nextLong(length - safe));
    }
    return cuts;
  }

  @Test
  @Timeout(3_600)
  void whatWasAcknowledgedIsThereAndNothingIsTorn() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      Image lost = lose();
      List<Path> logs = logs(lost.folder());
      for (int i = 0; i < logs.size(); i++) {
        Path log = logs.get(i);
        long safe = lost.safeBytes().getOrDefault(log, 0L);
        for (long cut : cuts(safe, Files.size(log))) {
          assertAfterLoss(lost, logs.subList(i + 1, logs.size()), log, cut);
        }
      }
    }
    assertThat(losses).isGreaterThan(ROUNDS * 2);
    System.out.println(losses + " losses of power from seed " + SEED);
  }

  /** The check finds what is missing. */
  @Test
  @Timeout(600)
  void aLossOfWhatWasSyncedIsFound() throws Exception {
    Image lost = lose();
    List<Path> logs = logs(lost.folder());
    Path log = logs.get(logs.size() - 1);
    long safe = lost.safeBytes().getOrDefault(log, 0L);
    assertThatThrownBy(() -> assertAfterLoss(lost, List.of(), log, safe / 2))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("transactions of writer");
  }

  /** Of a log that lost its end, those behind it have nothing: they were written after it. */
  private void assertAfterLoss(Image lost, List<Path> behind, Path log, long cut)
      throws IOException {
    Path folder = parent.resolve("lost");
    remove(folder);
    copy(lost.folder(), folder);
    truncate(folder.resolve(lost.folder().relativize(log)), cut);
    if (cut < Files.size(log)) {
      for (Path later : behind) {
        truncate(folder.resolve(lost.folder().relativize(later)), 0);
      }
    }
    losses++;
    String as =
        "seed %d, loss %d: %s at %d of %d"
            .formatted(SEED, losses, log.getFileName(), cut, Files.size(log));
    try (EmbeddedStore store = EmbeddedStore.open(folder, OPTIONS)) {
      lost.acknowledged().check(store, as);
    }
  }

  private static void truncate(Path file, long lengthBytes) throws IOException {
    try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
      open.setLength(lengthBytes);
    }
  }
}
