package io.warren.namespace.subtree;

import io.warren.model.Inode;
import io.warren.model.Name;
import io.warren.model.QuotaDirectory;
import io.warren.namespace.Access;
import io.warren.namespace.CallContext;
import io.warren.namespace.Children;
import io.warren.namespace.ContentTotals;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.Namespace;
import io.warren.namespace.Operation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.Partitioning;
import io.warren.namespace.ResolvedPath;
import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.StoreException;
import io.warren.store.TransactionRunner.Committed;
import io.warren.store.schema.Tables;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a subtree holds, read in bounded batches without locks; needs read and execute on every
 * directory in it. While the subtree changes, the totals are those of no single moment; but what
 * only changes its place within its directory is counted once.
 */
public record ContentSummary(FsPath path) implements Operation<ContentTotals> {
  private static final int SCANS_PER_BATCH = 32;
  private static final int ROWS_PER_PAGE = 500;
  private static final int READS_MAX = 20;

  /**
   * A directory's children from a name on.
   *
   * @param directory its row as read before
   * @param reads how often this page was read and found to be of several moments
   */
  private record Place(FsPath path, Inode directory, @Nullable Name after, int reads) {
    int scans() {
      return Partitioning.childPartitions(directory).size();
    }
  }

  /**
   * What a page read gave.
   *
   * @param again the place to read once more, null when the page is good
   */
  private record Read(Children.Page page, @Nullable Place again) {
    static final Children.Page NOTHING = new Children.Page(List.of(), true);
  }

  private record Root(Inode inode, @Nullable QuotaDirectory quota) {}

  private static final class Sums {
    long files;
    long directories;
    long symlinks;
    long lengthBytes;
    long spaceBytes;

    void add(Inode inode) {
      switch (inode.kind()) {
        case FILE -> {
          files++;
          lengthBytes += inode.sizeBytes();
          spaceBytes += inode.sizeBytes() * inode.replication();
        }
        case DIRECTORY -> directories++;
        case SYMLINK -> symlinks++;
      }
    }
  }

  @Override
  public String name() {
    return "content_summary";
  }

  @Override
  public boolean mutates() {
    return false;
  }

  @Override
  public Committed<ContentTotals> perform(Namespace namespace, CallContext call) {
    Root root = namespace.inTransaction(new ReadRoot(path), call).value();
    Sums sums = new Sums();
    sums.add(root.inode());
    Deque<Place> stack = new ArrayDeque<>();
    if (root.inode().isDirectory()) {
      stack.push(new Place(path, root.inode(), null, 0));
    }
    while (!stack.isEmpty()) {
      List<Place> next = nextBatch(stack);
      List<Read> pages = namespace.inTransaction(new ReadPages(next), call).value();
      for (int i = 0; i < next.size(); i++) {
        take(next.get(i), pages.get(i), sums, stack);
      }
    }
    return new Committed<>(
        new ContentTotals(
            sums.files,
            sums.directories,
            sums.symlinks,
            sums.lengthBytes,
            sums.spaceBytes,
            root.quota()),
        0);
  }

  private static List<Place> nextBatch(Deque<Place> stack) {
    List<Place> next = new ArrayList<>();
    int scans = 0;
    while (!stack.isEmpty() && scans < SCANS_PER_BATCH) {
      scans += stack.element().scans();
      next.add(stack.pop());
    }
    return next;
  }

  private static void take(Place place, Read read, Sums sums, Deque<Place> stack) {
    Place again = read.again();
    if (again != null) {
      stack.push(again);
      return;
    }
    List<Inode> children = read.page().children();
    children.forEach(sums::add);
    if (!read.page().complete() && !children.isEmpty()) {
      Name last = children.get(children.size() - 1).name();
      stack.push(new Place(place.path(), place.directory(), last, 0));
    }
    for (Inode child : children) {
      if (child.isDirectory()) {
        stack.push(new Place(place.path().child(child.name()), child, null, 0));
      }
    }
  }

  private static void requireReadable(OperationTx tx, FsPath path, Inode directory) {
    if (!tx.permissions().allows(directory, Access.READ_EXECUTE)) {
      throw tx.permissions().denied(path, directory, "Permission denied", Access.READ_EXECUTE);
    }
  }

  private record ReadRoot(FsPath path) implements InodeOperation<Root> {
    @Override
    public String name() {
      return "content_summary";
    }

    @Override
    public boolean mutates() {
      return false;
    }

    @Override
    public Root execute(OperationTx tx) {
      ResolvedPath found = tx.resolve(path);
      tx.permissions().traverse(found);
      Inode inode = found.requireLast();
      if (!inode.isDirectory()) {
        return new Root(inode, null);
      }
      requireReadable(tx, path, inode);
      QuotaDirectory quota =
          inode.hasQuota()
              ? tx.store().get(Tables.QUOTA_DIRECTORIES, inode.id(), LockMode.READ_COMMITTED)
              : null;
      return new Root(inode, quota);
    }
  }

  private record ReadPages(List<Place> places) implements InodeOperation<List<Read>> {
    @Override
    public String name() {
      return "content_summary";
    }

    @Override
    public boolean mutates() {
      return false;
    }

    @Override
    public List<Read> execute(OperationTx tx) {
      List<Children.Pending> pending = new ArrayList<>();
      List<ReadBatch.Row<Inode>> rows = new ArrayList<>();
      ReadBatch batch = tx.store().batch();
      for (Place p : places) {
        pending.add(Children.add(batch, p.directory(), p.after(), ROWS_PER_PAGE));
      }
      if (!tx.snapshotReads()) {
        batch.execute();
        batch = tx.store().batch();
      }
      for (Place p : places) {
        rows.add(batch.get(Tables.INODES, p.directory().key()));
      }
      batch.execute();
      List<Read> reads = new ArrayList<>();
      for (int i = 0; i < places.size(); i++) {
        reads.add(check(tx, places.get(i), rows.get(i).get(), pending.get(i).page()));
      }
      return reads;
    }

    /** A page counts when the directory's children stayed in their places from before it on. */
    private static Read check(
        OperationTx tx, Place place, @Nullable Inode now, Children.Page page) {
      Inode before = place.directory();
      Inode present = now != null && now.id() == before.id() ? now : find(tx, before.id());
      if (present == null) {
        return new Read(Read.NOTHING, null);
      }
      boolean stable =
          present.childrenPartitioning() == before.childrenPartitioning()
              && (tx.snapshotReads() || present.childrenVersion() == before.childrenVersion());
      if (!stable) {
        return new Read(Read.NOTHING, again(place, present));
      }
      for (Inode child : page.children()) {
        if (child.isDirectory()) {
          requireReadable(tx, place.path().child(child.name()), child);
        }
      }
      return new Read(page, null);
    }

    private static @Nullable Inode find(OperationTx tx, long inodeId) {
      return tx.store().getUnique(Tables.INODES, Tables.INODES_BY_ID, inodeId);
    }

    private static Place again(Place place, Inode present) {
      if (place.reads() >= READS_MAX) {
        throw new StoreException(
                StoreException.Code.UNAVAILABLE, "The children kept moving while they were counted")
            .with("path", place.path())
            .with("reads", READS_MAX);
      }
      return new Place(place.path(), present, place.after(), place.reads() + 1);
    }
  }
}
