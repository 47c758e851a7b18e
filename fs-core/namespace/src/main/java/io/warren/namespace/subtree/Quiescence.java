package io.warren.namespace.subtree;

import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.model.Name;
import io.warren.namespace.CallContext;
import io.warren.namespace.Children;
import io.warren.namespace.ContentTotals;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.Namespace;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.namespace.Partitioning;
import io.warren.namespace.PolicySpace;
import io.warren.namespace.file.FileRemoval;
import io.warren.store.LockMode;
import io.warren.store.Scan;
import io.warren.store.StoreException;
import io.warren.store.schema.Tables;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Waits for everything that runs below a flagged directory where it is not known what other
 * namenodes do: locks every row once, a page of one directory per transaction, and counts what is
 * there.
 */
public final class Quiescence {
  private static final int PAGE_ROWS = 500;
  private static final int PAGES_AT_ONCE = 8;

  /** A partition of a directory's children, from a name on. */
  private record Segment(Place place, long partition, @Nullable Name after) {}

  /**
   * A directory.
   *
   * @param policyId the storage policy set nearest to it below the locked directory, 0 for none
   * @param quotas ids of the directories with a quota at and above it, below the locked one
   */
  private record Place(FsPath path, Inode directory, int policyId, List<Long> quotas) {
    Place below(Inode child) {
      int nearest = child.storagePolicy() == 0 ? policyId : child.storagePolicy();
      List<Long> counting = quotas;
      if (child.hasQuota()) {
        counting = new ArrayList<>(quotas);
        counting.add(child.id());
      }
      return new Place(path.child(child.name()), child, nearest, counting);
    }
  }

  private record PageTotals(
      List<Inode> children, long files, long symlinks, long lengthBytes, PolicySpace space) {}

  private static final class Totals {
    private long files;
    private long directories = 1;
    private long symlinks;
    private long lengthBytes;
    private final PolicySpace.Sum space = new PolicySpace.Sum();
    private final Map<Long, PolicySpace.Sum> inherited = new HashMap<>();

    void add(PageTotals page, List<Long> quotas) {
      PolicySpace ofPage = page.space().inherited();
      if (!ofPage.isNothing()) {
        for (long quota : quotas) {
          inherited.computeIfAbsent(quota, id -> new PolicySpace.Sum()).add(ofPage);
        }
      }
      files += page.files();
      symlinks += page.symlinks();
      directories += page.children().size() - page.files() - page.symlinks();
      lengthBytes += page.lengthBytes();
      space.add(page.space());
    }

    QuietContents sums() {
      Map<Long, PolicySpace> byQuota = new HashMap<>();
      inherited.forEach((id, sum) -> byQuota.put(id, sum.total()));
      return new QuietContents(
          new ContentTotals(files, directories, symlinks, lengthBytes, space.total(), null),
          byQuota);
    }
  }

  private final Namespace namespace;
  private final HeldLock held;
  private final CallContext call;
  private final RightsBelow rights;
  private final Deque<Segment> stack = new ArrayDeque<>();

  Quiescence(Namespace namespace, HeldLock held, CallContext call, RightsBelow rights) {
    this.namespace = namespace;
    this.held = held;
    this.call = call;
    this.rights = rights;
  }

  /**
   * Walks with as many pages under way at once as the namespace allows; each page is a transaction
   * of its own, whose rows no other page locks.
   */
  QuietContents run() {
    Totals totals = new Totals();
    namespace.inTransaction(new Start(), call).value().forEach(stack::push);
    Map<Future<PageTotals>, Segment> running = new HashMap<>();
    CompletionService<PageTotals> pages = namespace.subtreeWork();
    try {
      while (!stack.isEmpty() || !running.isEmpty()) {
        while (!stack.isEmpty() && running.size() < PAGES_AT_ONCE) {
          Segment segment = stack.pop();
          running.put(
              pages.submit(() -> namespace.inTransaction(new LockPage(segment), call).value()),
              segment);
        }
        Future<PageTotals> done = pages.take();
        Segment segment = running.remove(done);
        PageTotals page = done.get();
        if (segment != null) {
          totals.add(page, segment.place().quotas());
          pushBelow(segment, page.children());
        }
      }
      return totals.sums();
    } catch (ExecutionException e) {
      throw unwrapped(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException(
          StoreException.Code.UNAVAILABLE, "The subtree operation was interrupted", e);
    } finally {
      awaitAll(running.keySet());
    }
  }

  private static RuntimeException unwrapped(ExecutionException e) {
    if (e.getCause() instanceof Error error) {
      throw error;
    }
    return e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
  }

  /** No page may lock rows after the flag is gone. Each ends by itself in bounded time. */
  private static void awaitAll(Set<Future<PageTotals>> running) {
    boolean interrupted = false;
    for (Future<PageTotals> page : running) {
      boolean ended = false;
      while (!ended) {
        try {
          page.get();
          ended = true;
        } catch (ExecutionException | CancellationException e) {
          ended = true;
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void pushBelow(Segment segment, List<Inode> children) {
    if (children.size() == PAGE_ROWS) {
      Name last = children.get(children.size() - 1).name();
      stack.push(new Segment(segment.place(), segment.partition(), last));
    }
    List<Segment> below = new ArrayList<>();
    for (Inode child : children) {
      if (child.isDirectory()) {
        below.addAll(segments(segment.place().below(child)));
      }
    }
    Collections.reverse(below);
    below.forEach(stack::push);
  }

  private static List<Segment> segments(Place place) {
    return Partitioning.childPartitions(place.directory()).stream()
        .map(partition -> new Segment(place, partition, null))
        .toList();
  }

  /** Reads the flagged row with a lock: nobody takes the flag away during the transaction. */
  private Inode requireHeld(OperationTx tx) {
    Inode row = tx.store().get(Tables.INODES, held.key(), LockMode.SHARED);
    if (row == null
        || row.id() != held.inodeId()
        || row.subtreeLockOwner() != held.ownerNamenodeId()
        || namespace.liveness().selfId() != held.ownerNamenodeId()) {
      throw held.lost();
    }
    if (tx.store().get(Tables.NAMENODES, held.ownerNamenodeId(), LockMode.READ_COMMITTED) == null) {
      throw held.lost().with("reason", "This namenode is no longer a member");
    }
    return row;
  }

  private final class Start implements InodeOperation<List<Segment>> {
    @Override
    public String name() {
      return "subtree_quiesce";
    }

    @Override
    public boolean mutates() {
      return true;
    }

    @Override
    public List<Segment> execute(OperationTx tx) {
      return segments(new Place(held.path(), requireHeld(tx), 0, List.of()));
    }
  }

  private final class LockPage implements InodeOperation<PageTotals> {
    private final Segment segment;

    LockPage(Segment segment) {
      this.segment = segment;
    }

    @Override
    public String name() {
      return "subtree_quiesce";
    }

    @Override
    public boolean mutates() {
      return true;
    }

    @Override
    public long partition(PartitionGuess guess) {
      return segment.partition();
    }

    @Override
    public PageTotals execute(OperationTx tx) {
      requireHeld(tx);
      Scan<InodeKey, Inode> scan =
          Children.scan(
              segment.partition(), segment.place().directory().id(), segment.after(), PAGE_ROWS);
      List<Inode> children = tx.store().scan(scan.locked(LockMode.EXCLUSIVE));
      long files = 0;
      long symlinks = 0;
      long lengthBytes = 0;
      PolicySpace.Sum space = new PolicySpace.Sum();
      int policyId = segment.place().policyId();
      for (Inode child : children) {
        tx.requireNoSubtreeLock(segment.place().path().child(child.name()), child);
        if (child.isFile()) {
          files++;
          lengthBytes += child.sizeBytes();
          space.add(FileRemoval.charged(tx.store(), child).inheriting(policyId));
        } else if (child.isSymlink()) {
          symlinks++;
        }
      }
      if (!children.isEmpty()) {
        rights.check(tx, segment.place().path(), segment.place().directory(), children);
      }
      return new PageTotals(children, files, symlinks, lengthBytes, space.total());
    }
  }
}
