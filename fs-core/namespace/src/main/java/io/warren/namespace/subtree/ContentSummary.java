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
import io.warren.store.TransactionRunner.Committed;
import io.warren.store.schema.Tables;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a subtree holds, read in bounded batches without locks; needs read and execute on every
 * directory in it. While the subtree changes, the totals are those of no single moment.
 */
public record ContentSummary(FsPath path) implements Operation<ContentTotals> {
  private static final int SCANS_PER_BATCH = 32;
  private static final int ROWS_PER_SCAN = 500;

  /** A partition of a directory's children, from a name on. */
  private record Segment(FsPath path, long directoryId, long partition, @Nullable Name after) {}

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
    Deque<Segment> stack = new ArrayDeque<>();
    push(stack, path, root.inode());
    while (!stack.isEmpty()) {
      List<Segment> next = new ArrayList<>();
      while (!stack.isEmpty() && next.size() < SCANS_PER_BATCH) {
        next.add(stack.pop());
      }
      List<List<Inode>> pages = namespace.inTransaction(new ReadPages(next), call).value();
      for (int i = 0; i < next.size(); i++) {
        Segment segment = next.get(i);
        List<Inode> children = pages.get(i);
        children.forEach(sums::add);
        if (children.size() == ROWS_PER_SCAN) {
          Name last = children.get(children.size() - 1).name();
          stack.push(new Segment(segment.path(), segment.directoryId(), segment.partition(), last));
        }
        for (Inode child : children) {
          if (child.isDirectory()) {
            push(stack, segment.path().child(child.name()), child);
          }
        }
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

  private static void push(Deque<Segment> stack, FsPath path, Inode inode) {
    if (inode.isDirectory()) {
      for (long partition : Partitioning.childPartitions(inode)) {
        stack.push(new Segment(path, inode.id(), partition, null));
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

  private record ReadPages(List<Segment> segments) implements InodeOperation<List<List<Inode>>> {
    @Override
    public String name() {
      return "content_summary";
    }

    @Override
    public boolean mutates() {
      return false;
    }

    @Override
    public List<List<Inode>> execute(OperationTx tx) {
      ReadBatch batch = tx.store().batch();
      List<ReadBatch.Rows<Inode>> rows = new ArrayList<>();
      for (Segment s : segments) {
        rows.add(
            batch.scan(Children.scan(s.partition(), s.directoryId(), s.after(), ROWS_PER_SCAN)));
      }
      batch.execute();
      List<List<Inode>> pages = new ArrayList<>();
      for (int i = 0; i < segments.size(); i++) {
        List<Inode> children = rows.get(i).get();
        for (Inode child : children) {
          if (child.isDirectory()) {
            requireReadable(tx, segments.get(i).path().child(child.name()), child);
          }
        }
        pages.add(children);
      }
      return pages;
    }
  }
}
