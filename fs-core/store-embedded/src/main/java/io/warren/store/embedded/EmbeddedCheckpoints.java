package io.warren.store.embedded;

import io.warren.store.Checkpoints;
import io.warren.store.StoreException;
import io.warren.store.StoreException.Code;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.rocksdb.RocksDBException;

/**
 * Checkpoints in a folder beside the store's files, as hard links of them. Before they are made
 * RocksDB writes its memory into files, and the log that it adds covers what is committed
 * meanwhile.
 */
final class EmbeddedCheckpoints implements Checkpoints {
  private static final String LOG = "log";

  private final Function<TxOptions, Tx> begin;
  private final StoreFolder folder;
  private final Outbox outbox;

  /**
   * @param begin a transaction: the database stays open while one runs
   */
  EmbeddedCheckpoints(Function<TxOptions, Tx> begin, StoreFolder folder, Outbox outbox) {
    this.begin = begin;
    this.folder = folder;
    this.outbox = outbox;
  }

  /** Removes what killed processes left: it would keep files that the store has long dropped. */
  static void clear(StoreFolder folder) {
    try {
      delete(folder.checkpoints());
    } catch (IOException e) {
      throw failed("A former checkpoint of the store can't be removed", folder.checkpoints(), e);
    }
  }

  @Override
  public synchronized Checkpoint take() {
    clear(folder);
    String name = UUID.randomUUID().toString();
    Path made = folder.checkpoints().resolve(name);
    try (EmbeddedTx tx = (EmbeddedTx) begin.apply(TxOptions.read("checkpoint"))) {
      // What the feed tells now is durable, so it is in any copy that is made from here on.
      long sequence = outbox.head();
      long position = tx.rocks.db().getLatestSequenceNumber();
      Files.createDirectories(made);
      tx.attempt(() -> copy(tx.rocks, StoreFolder.rocksdbOf(made)));
      StoreFolder.markCopy(made);
      int incarnation = tx.attempt(tx.rocks::incarnation);
      return new Checkpoint(name, made, sequence, position, incarnation);
    } catch (IOException e) {
      throw failed("The store's checkpoint can't be made: check space and permissions", made, e);
    }
  }

  @Override
  public synchronized Log log(long afterPosition) {
    clear(folder);
    String name = UUID.randomUUID().toString();
    Path file = folder.checkpoints().resolve(name).resolve(LOG);
    try (EmbeddedTx tx = (EmbeddedTx) begin.apply(TxOptions.read("copy_log"))) {
      long sequence = outbox.head();
      Files.createDirectories(folder.checkpoints().resolve(name));
      long through = tx.attempt(() -> KeptLog.copy(tx.rocks, afterPosition, file));
      return new Log(name, file, through, sequence, tx.attempt(tx.rocks::incarnation));
    } catch (IOException | UncheckedIOException e) {
      throw failed("The store's log can't be copied: check space and permissions", file, e);
    }
  }

  private static Path copy(Rocks rocks, Path to) throws RocksDBException {
    try (org.rocksdb.Checkpoint maker = org.rocksdb.Checkpoint.create(rocks.db())) {
      maker.createCheckpoint(to.toString());
    }
    return to;
  }

  @Override
  public synchronized boolean drop(String name) {
    List<Path> found;
    try (Stream<Path> all =
        Files.exists(folder.checkpoints()) ? Files.list(folder.checkpoints()) : Stream.empty()) {
      // A name comes from outside: it is compared, and never becomes a path.
      found = all.filter(each -> each.getFileName().toString().equals(name)).toList();
      for (Path each : found) {
        delete(each);
      }
    } catch (IOException e) {
      throw failed("The store's checkpoint can't be removed", folder.checkpoints(), e);
    }
    return !found.isEmpty();
  }

  private static void delete(Path tree) throws IOException {
    if (!Files.exists(tree)) {
      return;
    }
    List<Path> all;
    try (Stream<Path> walked = Files.walk(tree)) {
      all = walked.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path each : all) {
      Files.delete(each);
    }
  }

  private static StoreException failed(String message, Path path, Exception cause) {
    return new StoreException(Code.FULL, message, cause)
        .with("path", path)
        .with("cause", cause.toString());
  }
}
