package io.warren.store.embedded;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Policy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * Rows and small partitions as they are committed, so that most reads need no native call. One
 * process has the store open, so this cache sees every write.
 *
 * <p>An entry that is valid is the newest committed state: a commit first makes the entries of what
 * it writes invalid and only then reaches the database. Readers that found several entries and
 * afterwards find them all still valid have therefore seen one moment. What a reader loads from the
 * database gets in only when no commit touched its stripe since before the read. Bounded;
 * thread-safe.
 */
final class CommittedCache {
  /**
   * What is loaded and forgotten as a whole: a row by its key, or a partition by its value.
   *
   * @param table the table's number
   */
  record Unit(int table, Object key) {
    // What the compiler makes for records is not inlined where it matters.
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Unit unit && table == unit.table && key.equals(unit.key);
    }

    @Override
    public int hashCode() {
      return 31 * table + key.hashCode();
    }
  }

  /** The state of a unit; rows are null for a row that does not exist. */
  static final class Entry {
    private final @Nullable Object content;
    private volatile boolean valid = true;

    Entry(@Nullable Object content) {
      this.content = content;
    }

    @Nullable Object content() {
      return content;
    }

    boolean valid() {
      return valid;
    }
  }

  /** Larger partitions are not kept. */
  static final int PARTITION_ROWS_MAX = 16;

  /** What is kept in place of the children of a directory that has more than are kept at once. */
  enum Many {
    /** Nothing was written into it since it was first listed: the next one to list it keeps it. */
    NOT_KEPT_YET,
    /** There are more than {@link #STILL_SIBLINGS_MAX}. */
    TOO_MANY
  }

  /** Larger directories are kept only while nothing is written into them. */
  static final int SIBLINGS_MAX = 4_096;

  /** Larger directories are not kept. */
  static final int STILL_SIBLINGS_MAX = 1 << 17;

  /** An inode takes some 220 bytes, and by itself with its key and its place here some 500. */
  static final int ROWS_PER_ENTRY = 2;

  /** The stamp of a unit that is being written: what is read now must not be kept. */
  static final long UNSTABLE = -1;

  /** One look in so many is told to the eviction policy: a sample ranks entries as all would. */
  private static final int LOOKS_PER_SAMPLE = 16;

  private static final int STRIPES = 1 << 14;
  private static final int WRITER_BITS = 16;
  private static final long WRITERS = (1L << WRITER_BITS) - 1;

  private final Cache<Unit, Entry> entries;
  private final Policy<Unit, Entry> quiet;

  /** What is read at once for a large directory takes room in the heap before it is weighed. */
  private final Semaphore readsOfMany = new Semaphore(1);

  /** Per stripe: commits under way in the low bits, commits that ended above them. */
  private final AtomicLongArray stripes = new AtomicLongArray(STRIPES);

  /**
   * Makes an empty cache.
   *
   * @param entriesMax bound: a row by itself counts as one, and so do each {@link #ROWS_PER_ENTRY}
   *     rows of a list
   */
  CommittedCache(long entriesMax) {
    entries =
        Caffeine.newBuilder()
            .maximumWeight(entriesMax)
            .weigher(CommittedCache::weight)
            // Waking another thread for the cache's own work costs more than that work.
            .executor(Runnable::run)
            // An entry that is no longer in the map can't be made invalid by a later commit.
            .evictionListener(
                (unit, entry, cause) -> {
                  if (entry != null) {
                    entry.valid = false;
                  }
                })
            .build();
    quiet = entries.policy();
  }

  private static int weight(Unit unit, Entry entry) {
    return entry.content instanceof List<?> rows ? 1 + rows.size() / ROWS_PER_ENTRY : 1;
  }

  @Nullable Entry get(Unit unit) {
    boolean sampled = ThreadLocalRandom.current().nextInt(LOOKS_PER_SAMPLE) == 0;
    Entry entry = sampled ? entries.getIfPresent(unit) : quiet.getIfPresentQuietly(unit);
    return entry != null && entry.valid ? entry : null;
  }

  /** To be taken before the database is read. */
  long stamp(Unit unit) {
    long state = stripes.get(stripe(unit));
    return (state & WRITERS) == 0 ? state : UNSTABLE;
  }

  /** Keeps what was read, unless it may have changed since the stamp was taken. */
  void fill(Unit unit, long stamp, @Nullable Object content) {
    if (stamp == UNSTABLE) {
      return;
    }
    // A commit raises the stripe before it removes the entry, which waits for this function.
    entries
        .asMap()
        .compute(
            unit,
            (u, old) -> {
              if (stripes.get(stripe(unit)) != stamp) {
                return old;
              }
              boolean keptAlready = old != null && old.valid && !(old.content instanceof Many);
              return keptAlready ? old : new Entry(content);
            });
  }

  /** Whether a directory of more than {@link #SIBLINGS_MAX} may be read now: one at a time. */
  boolean beginReadOfMany() {
    return readsOfMany.tryAcquire();
  }

  void endReadOfMany() {
    readsOfMany.release();
  }

  /** A commit is about to reach the database. */
  void beginCommit(Map<Unit, UnitWrites> units) {
    units.forEach(
        (unit, writes) -> {
          long state = stripes.incrementAndGet(stripe(unit));
          writes.stamp = (state & WRITERS) == 1 ? state : UNSTABLE;
          Entry removed = entries.asMap().remove(unit);
          if (removed != null && removed.valid) {
            removed.valid = false;
            writes.before = removed;
          }
        });
  }

  /** The commit is in the database; its rows are still locked. */
  void endCommit(Map<Unit, UnitWrites> units) {
    units.forEach(
        (unit, writes) -> {
          if (writes.stamp != UNSTABLE) {
            Object after = writes.after();
            if (after != UnitWrites.UNKNOWN) {
              fill(unit, writes.stamp, after);
            }
          }
        });
    abortCommit(units);
  }

  /** The commit is over; nobody knows what it wrote. */
  void abortCommit(Map<Unit, UnitWrites> units) {
    for (Unit unit : units.keySet()) {
      stripes.addAndGet(stripe(unit), (1L << WRITER_BITS) - 1);
    }
  }

  /** Forgets everything: rows were written that no commit told of. */
  void clear() {
    for (int i = 0; i < STRIPES; i++) {
      stripes.addAndGet(i, 1L << WRITER_BITS);
    }
    entries
        .asMap()
        .forEach(
            (unit, entry) -> {
              entries.asMap().remove(unit, entry);
              entry.valid = false;
            });
  }

  private static int stripe(Unit unit) {
    int hash = unit.hashCode() * 0x9E3779B9;
    return hash >>> (Integer.SIZE - Integer.numberOfTrailingZeros(STRIPES));
  }
}
