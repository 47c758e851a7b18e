package io.warren.namespace.quota;

import io.warren.model.Inode;
import io.warren.model.Name;
import io.warren.model.QuotaDirectory;
import io.warren.namespace.CallContext;
import io.warren.namespace.Children;
import io.warren.namespace.ContentSums;
import io.warren.namespace.ContentTotals;
import io.warren.namespace.EffectivePolicies;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.Namespace;
import io.warren.namespace.Operation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.Partitioning;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.SnapshotPath;
import io.warren.namespace.Walk;
import io.warren.namespace.rights.Access;
import io.warren.namespace.snapshot.SnapshotSummary;
import io.warren.namespace.totals.ReadTotals;
import io.warren.store.InodeRows;
import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.Store;
import io.warren.store.StoreException;
import io.warren.store.TransactionRunner.Committed;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a subtree holds: from its directory's totals, or, where they do not answer, read in bounded
 * batches without locks; needs read and execute on every directory in it. While it is read and the
 * subtree changes, the totals are those of no single moment; but what only changes its place within
 * its directory is counted once.
 *
 * @param walk tells whether to go on
 */
public record ContentSummary(FsPath path, Walk walk) implements Operation<ContentTotals> {
  private static final int SCANS_PER_BATCH = 32;
  private static final int ROWS_PER_PAGE = 500;
  private static final int READS_MAX = 20;

  /** To its end, however long that takes. */
  public ContentSummary(FsPath path) {
    this(path, Walk.TO_THE_END);
  }

  /**
   * A directory's children from a name on.
   *
   * @param directory its row as read before
   * @param policyId the storage policy that holds for it
   * @param reads how often this page was read and found to be of several moments
   * @param seenAt the store's moment after its row was read
   */
  record Place(
      FsPath path, Inode directory, int policyId, @Nullable Name after, int reads, long seenAt) {
    int scans() {
      return Partitioning.childPartitions(directory).size();
    }

    /** Whether the commits that moved children before are known to be visible everywhere. */
    boolean settled(Store store) {
      return directory.childrenVersion() == Inode.CHILDREN_NEVER_MOVED || store.settled(seenAt);
    }
  }

  /** A place to read in a mode. */
  private record Visit(Place place, LockMode mode) {}

  /**
   * What a page read gave.
   *
   * @param again the place to read once more, null when the page is good
   */
  private record Read(Children.Page page, @Nullable Place again) {
    static final Children.Page NOTHING = new Children.Page(List.of(), true);
  }

  private record Root(Inode inode, int policyId, @Nullable QuotaDirectory quota) {}

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
    if (SnapshotPath.isOne(path)) {
      return new Committed<>(new SnapshotSummary(path, walk).count(namespace, call), 0);
    }
    Optional<ReadTotals.Known> known = namespace.inTransaction(new ReadTotals(path), call).value();
    if (known.isPresent()) {
      if (!known.get().listable()) {
        new ListRights(namespace, call, walk).require(path);
      }
      return new Committed<>(known.get().totals(), 0);
    }
    Root root = namespace.inTransaction(new ReadRoot(path), call).value();
    ContentSums sums = new ContentSums();
    sums.add(root.inode(), root.policyId());
    Store store = namespace.runner().store();
    Places places = new Places(store);
    if (root.inode().isDirectory()) {
      places.add(new Place(path, root.inode(), root.policyId(), null, 0, store.moment()));
    }
    long rowsRead = 0;
    while (!places.isEmpty()) {
      walk.goOn(rowsRead);
      List<Visit> next = nextBatch(places);
      List<Read> pages = namespace.inTransaction(new ReadPages(next), call).value();
      rowsRead = pages.stream().mapToLong(read -> read.page().children().size()).sum();
      long moment = store.moment();
      for (int i = 0; i < next.size(); i++) {
        take(next.get(i).place(), pages.get(i), moment, sums, places);
      }
    }
    return new Committed<>(sums.totals(root.quota()), 0);
  }

  private static List<Visit> nextBatch(Places places) {
    List<Visit> next = new ArrayList<>();
    int scans = 0;
    Place place = places.nextSettled();
    while (place != null && scans < SCANS_PER_BATCH) {
      scans += place.scans();
      next.add(new Visit(place, LockMode.READ_COMMITTED));
      place = scans < SCANS_PER_BATCH ? places.nextSettled() : null;
    }
    return next.isEmpty() ? List.of(new Visit(places.nextYoung(), LockMode.SETTLED)) : next;
  }

  private static void take(Place place, Read read, long moment, ContentSums sums, Places places) {
    Place again = read.again();
    if (again != null) {
      places.add(again);
      return;
    }
    List<Inode> children = read.page().children();
    int above = place.policyId();
    children.forEach(child -> sums.add(child, above));
    if (!read.page().complete() && !children.isEmpty()) {
      Name last = children.get(children.size() - 1).name();
      places.add(new Place(place.path(), place.directory(), above, last, 0, place.seenAt()));
    }
    for (Inode child : children) {
      if (child.isDirectory()) {
        int policyId = child.storagePolicy() == 0 ? above : child.storagePolicy();
        FsPath childPath = place.path().child(child.name());
        places.add(new Place(childPath, child, policyId, null, 0, moment));
      }
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
      int policyId = EffectivePolicies.of(found.rows()).storage();
      if (!inode.isDirectory()) {
        return new Root(inode, policyId, null);
      }
      tx.permissions().require(path, inode, Access.READ_EXECUTE);
      QuotaDirectory quota =
          inode.hasQuota()
              ? tx.store().get(Tables.QUOTA_DIRECTORIES, inode.id(), LockMode.READ_COMMITTED)
              : null;
      return new Root(inode, policyId, quota);
    }
  }

  private record ReadPages(List<Visit> visits) implements InodeOperation<List<Read>> {
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
      for (Visit v : visits) {
        Place p = v.place();
        pending.add(Children.add(batch, p.directory(), v.mode(), p.after(), ROWS_PER_PAGE));
      }
      if (!tx.snapshotReads()) {
        batch.execute();
        batch = tx.store().batch();
      }
      for (Visit v : visits) {
        rows.add(batch.get(Tables.INODES, v.place().directory().key(), LockMode.SETTLED));
      }
      batch.execute();
      List<Read> reads = new ArrayList<>();
      for (int i = 0; i < visits.size(); i++) {
        reads.add(check(tx, visits.get(i).place(), rows.get(i).get(), pending.get(i).page()));
      }
      return reads;
    }

    /** A page counts when the directory's children stayed in their places from before it on. */
    private static Read check(
        OperationTx tx, Place place, @Nullable Inode now, Children.Page page) {
      Inode before = place.directory();
      boolean there = now != null && now.id() == before.id();
      Inode present = there ? now : find(tx, before.id());
      if (present == null) {
        return new Read(Read.NOTHING, null);
      }
      boolean stable =
          (there || tx.snapshotReads())
              && present.childrenPartitioning() == before.childrenPartitioning()
              && (tx.snapshotReads() || present.childrenVersion() == before.childrenVersion());
      if (!stable) {
        return new Read(Read.NOTHING, again(tx, place, present));
      }
      for (Inode child : page.children()) {
        if (child.isDirectory()) {
          tx.permissions().require(place.path().child(child.name()), child, Access.READ_EXECUTE);
        }
      }
      return new Read(page, null);
    }

    private static @Nullable Inode find(OperationTx tx, long inodeId) {
      return InodeRows.find(tx.store(), inodeId);
    }

    private static Place again(OperationTx tx, Place place, Inode present) {
      if (place.reads() >= READS_MAX) {
        throw new StoreException(
                StoreException.Code.UNAVAILABLE, "The children kept moving while they were counted")
            .with("path", place.path())
            .with("reads", READS_MAX);
      }
      long seenAt = tx.namespace().runner().store().moment();
      int reads = place.reads() + 1;
      return new Place(place.path(), present, place.policyId(), place.after(), reads, seenAt);
    }
  }
}
