package io.warren.namespace;

import io.warren.model.ChildrenPartitioning;
import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.model.Name;
import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.Scan;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Scans of a directory's children, one per partition that can hold some. Each scan is in name
 * order, so a page of a HASHED directory is a merge that ends where the first unfinished scan ends.
 * A store whose partitions are all with one process reads them in one scan. While a directory is
 * being repartitioned the places that children leave and those that they go to are merged.
 */
public final class Children {
  private static final int SCAN_ROWS_MIN = 16;

  /** No row is behind it: a name's rows of all partitions come before. */
  private static final long LAST_PARTITION = Long.MAX_VALUE;

  /**
   * Children in name order.
   *
   * @param complete whether there are none after these
   * @param end the name that the page reaches to, where it is not that of its last child; else null
   */
  public record Page(List<Inode> children, boolean complete, @Nullable Name end) {
    public Page(List<Inode> children, boolean complete) {
      this(children, complete, null);
    }

    /** The name to go on behind; null when the page is empty. */
    public @Nullable Name reach() {
      return end != null || children.isEmpty() ? end : children.get(children.size() - 1).name();
    }
  }

  /** Scans that were added to a batch, to be merged after it was executed. */
  public static final class Pending {
    private final List<ReadBatch.Rows<Inode>> rows;
    private final int rowsPerScan;
    private final int limit;

    private Pending(List<ReadBatch.Rows<Inode>> rows, int rowsPerScan, int limit) {
      this.rows = rows;
      this.rowsPerScan = rowsPerScan;
      this.limit = limit;
    }

    /** The page; after the batch was executed. */
    public Page page() {
      return merge(rows.stream().map(ReadBatch.Rows::get).toList(), rowsPerScan, limit);
    }
  }

  private Children() {}

  /**
   * Whether a directory has any child, read in the transaction. Who holds the directory's row
   * exclusively can rely on a false: it waited for those who were adding a child, and their rows
   * are waited for here.
   */
  public static boolean any(Tx tx, Inode directory) {
    // One partition is scanned at a time when waiting; a child in sight saves that.
    boolean spread = Partitioning.childPartitions(directory).size() > 1;
    return (spread && any(tx, directory, LockMode.READ_COMMITTED))
        || any(tx, directory, LockMode.SETTLED);
  }

  private static boolean any(Tx tx, Inode directory, LockMode mode) {
    return !page(tx, directory, mode, null, 1).children().isEmpty();
  }

  /**
   * Adds the scans of a page to a batch.
   *
   * @param mode READ_COMMITTED or SETTLED
   * @param after name of the last child of the page before, null for the first page
   */
  public static Pending add(
      ReadBatch batch, Inode directory, LockMode mode, @Nullable Name after, int limit) {
    return add(batch, directory.id(), directory.childrenPartitioning(), mode, after, limit);
  }

  static Pending add(
      ReadBatch batch,
      long parentId,
      ChildrenPartitioning partitioning,
      LockMode mode,
      @Nullable Name after,
      int limit) {
    if (batch.spansPartitions()) {
      Scan<InodeKey, Inode> all = scanAll(parentId, after, limit + 1);
      return new Pending(List.of(batch.scan(all.locked(mode))), limit + 1, limit);
    }
    List<Long> partitions = Partitioning.childPartitions(parentId, partitioning);
    int rowsPerScan = rowsPerScan(limit, partitions.size());
    List<ReadBatch.Rows<Inode>> rows = new ArrayList<>();
    for (long partition : partitions) {
      rows.add(batch.scan(scan(partition, parentId, after, rowsPerScan).locked(mode)));
    }
    return new Pending(rows, rowsPerScan, limit);
  }

  /** One page, read in the transaction. */
  public static Page page(Tx tx, Inode directory, LockMode mode, @Nullable Name after, int limit) {
    ReadBatch batch = tx.batch();
    Pending pending = add(batch, directory, mode, after, limit);
    batch.execute();
    return pending.page();
  }

  /** A scan of one partition of a directory's children. */
  public static Scan<InodeKey, Inode> scan(
      long partition, long parentId, @Nullable Name after, int limit) {
    InodeKey afterKey = after == null ? null : new InodeKey(partition, parentId, after);
    return Scan.prefix(Tables.INODES, limit, partition, parentId).after(afterKey);
  }

  /** A scan of a directory's children in all partitions, in name order. */
  private static Scan<InodeKey, Inode> scanAll(long parentId, @Nullable Name after, int limit) {
    InodeKey afterKey = after == null ? null : new InodeKey(LAST_PARTITION, parentId, after);
    return Scan.index(Tables.INODES, Tables.INODES_BY_PARENT, limit, parentId).after(afterKey);
  }

  /** One row more than is needed tells whether there are more. */
  private static int rowsPerScan(int limit, int scans) {
    int share = scans == 1 ? limit : Math.max(SCAN_ROWS_MIN, 2 * limit / scans);
    return Math.min(limit, share) + 1;
  }

  private static Page merge(List<List<Inode>> scans, int rowsPerScan, int limit) {
    List<Inode> all = new ArrayList<>();
    Name horizon = null;
    for (List<Inode> rows : scans) {
      all.addAll(rows);
      if (rows.size() >= rowsPerScan) {
        Name last = rows.get(rows.size() - 1).name();
        horizon = horizon == null || last.compareTo(horizon) < 0 ? last : horizon;
      }
    }
    all.sort(Comparator.comparing(Inode::name));
    all = distinct(all);
    boolean complete = horizon == null;
    if (horizon != null) {
      Name end = horizon;
      all.removeIf(row -> row.name().compareTo(end) > 0);
    }
    if (all.size() > limit) {
      all = all.subList(0, limit);
      complete = false;
    }
    return new Page(List.copyOf(all), complete);
  }

  /** A child that was moved between two scans is seen twice; the place it goes to comes first. */
  private static List<Inode> distinct(List<Inode> sorted) {
    List<Inode> distinct = new ArrayList<>(sorted.size());
    for (Inode row : sorted) {
      boolean again =
          !distinct.isEmpty() && distinct.get(distinct.size() - 1).name().equals(row.name());
      if (!again) {
        distinct.add(row);
      }
    }
    return distinct;
  }
}
