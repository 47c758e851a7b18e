package io.warren.store.embedded;

import io.warren.store.StoreException;
import io.warren.store.StoreException.Code;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/**
 * Brings a restored copy of a store to a later moment with the log that was kept since. What comes
 * of it is a state that the store had: all commits up to one of them, and none behind it.
 */
public final class RollForward {
  /**
   * What was done.
   *
   * @param batches that were added, mostly commits
   * @param changes of the feed that are in them
   * @param lastCommittedAtMs of the newest of these changes; 0 without any
   * @param position of the last write
   */
  public record Result(long batches, long changes, long lastCommittedAtMs, long position) {}

  private final Rocks rocks;
  private final long untilMs;
  private long position;
  private long batches;
  private long changes;
  private long lastCommittedAtMs;

  private RollForward(Rocks rocks, long untilMs) {
    this.rocks = rocks;
    this.untilMs = untilMs;
    this.position = rocks.db().getLatestSequenceNumber();
  }

  /**
   * Adds all commits up to a moment to a copy that no store has opened yet; it stays one.
   *
   * @param parts copies of the log, in their order
   * @param untilMs nothing of a change that was committed later is added
   * @throws StoreException FOREIGN for what is no such copy, CORRUPT for parts that do not follow
   *     on it
   */
  public static Result run(Path store, List<Path> parts, long untilMs) {
    try (StoreFolder folder = StoreFolder.open(store)) {
      if (!folder.isCopy()) {
        throw new StoreException(Code.FOREIGN, "Only a copy that was not opened is rolled forward")
            .with("folder", store);
      }
      folder.prepare();
      try (Rocks rocks =
          new Rocks(folder.rocksdb(), folder.nativeLibrary(), EmbeddedOptions.defaults())) {
        RollForward roll = new RollForward(rocks, untilMs);
        for (Path part : parts) {
          if (!roll.add(part)) {
            break;
          }
        }
        return new Result(roll.batches, roll.changes, roll.lastCommittedAtMs, roll.position);
      }
    } catch (RocksDBException e) {
      throw Classify.error("roll_forward", e).with("folder", store);
    } catch (IOException e) {
      throw new StoreException(Code.CORRUPT, "A copy of the log can't be read", e)
          .with("cause", e.toString());
    }
  }

  /** Whether more may follow: all of the part is from before the moment. */
  private boolean add(Path part) throws RocksDBException, IOException {
    try (KeptLog.Reader reader = new KeptLog.Reader(part)) {
      while (true) {
        KeptLog.Batch next = reader.next();
        if (next == null) {
          return true;
        }
        try (WriteBatch batch = new WriteBatch(next.bytes())) {
          if (!add(part, next.first(), batch)) {
            return false;
          }
        }
      }
    }
  }

  private boolean add(Path part, long first, WriteBatch batch) throws RocksDBException {
    long last = first + batch.count() - 1;
    if (last <= position) {
      return true;
    }
    if (first != position + 1) {
      throw new StoreException(Code.CORRUPT, "A copy of the log does not follow on what is there")
          .with("file", part)
          .with("first", first)
          .with("position", position);
    }
    try (Commits commits = new Commits(rocks.changesId())) {
      batch.iterate(commits);
      if (commits.newestMs > untilMs) {
        return false;
      }
      rocks.db().write(rocks.write(), batch);
      changes += commits.count;
      lastCommittedAtMs = Math.max(lastCommittedAtMs, commits.newestMs);
    }
    position = last;
    batches++;
    return true;
  }

  /**
   * The command: STORE UNTIL_MS, and the parts on standard input, one a line; prints what was done
   * as JSON, or one line on what went wrong.
   */
  public static void main(String[] args) throws IOException {
    List<Path> parts;
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      parts = lines.lines().map(Path::of).toList();
    }
    try {
      Result done = run(Path.of(args[0]), parts, Long.parseLong(args[1]));
      System.out.printf(
          Locale.ROOT,
          "{\"batches\": %d, \"changes\": %d, \"last_committed_at_ms\": %d, \"position\": %d}%n",
          done.batches(),
          done.changes(),
          done.lastCommittedAtMs(),
          done.position());
    } catch (StoreException e) {
      System.err.println(e.getMessage());
      System.exit(1);
    }
  }
}
