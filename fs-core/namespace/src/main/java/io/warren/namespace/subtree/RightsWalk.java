package io.warren.namespace.subtree;

import io.warren.model.DirectoryTotals;
import io.warren.model.DirectoryTotalsChange;
import io.warren.model.Inode;
import io.warren.model.Name;
import io.warren.namespace.CallContext;
import io.warren.namespace.Children;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.Namespace;
import io.warren.namespace.OperationTx;
import io.warren.namespace.Tally;
import io.warren.namespace.TotalsState;
import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.Scan;
import io.warren.store.schema.Tables;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks a caller's rights to what is in a quiet subtree, without locks: sees every directory, and
 * of their files as few as the rights allow. A directory whose totals say that no other is in it
 * need not be read to find those.
 */
final class RightsWalk {
  private static final int DIRECTORIES_AT_ONCE = 64;
  private static final int PAGE_ROWS = 500;

  /** A directory to look at. */
  private record Place(FsPath path, Inode directory) {}

  private final Namespace namespace;
  private final HeldLock held;
  private final CallContext call;
  private final RightsBelow rights;

  RightsWalk(Namespace namespace, HeldLock held, CallContext call, RightsBelow rights) {
    this.namespace = namespace;
    this.held = held;
    this.call = call;
    this.rights = rights;
  }

  /** Returns when the caller has the rights; one page of places per transaction. */
  void run() {
    Begun begun = namespace.inTransaction(new Begin(held), call).value();
    Deque<Place> stack = new ArrayDeque<>(begun.places());
    while (!stack.isEmpty()) {
      List<Place> places = new ArrayList<>();
      while (!stack.isEmpty() && places.size() < DIRECTORIES_AT_ONCE) {
        places.add(stack.pop());
      }
      namespace
          .inTransaction(new Look(rights, places, begun.changed()), call)
          .value()
          .forEach(stack::push);
    }
  }

  /**
   * Where to begin.
   *
   * @param places none for the superuser
   * @param changed directories whose totals have not been brought forward; null when totals say
   *     nothing
   */
  private record Begun(List<Place> places, @Nullable Set<Long> changed) {}

  private record Begin(HeldLock held) implements InodeOperation<Begun> {
    @Override
    public String name() {
      return "subtree_rights";
    }

    @Override
    public boolean mutates() {
      return false;
    }

    @Override
    public Begun execute(OperationTx tx) {
      if (tx.identity().superuser()) {
        return new Begun(List.of(), null);
      }
      Inode row = tx.store().get(Tables.INODES, held.key(), LockMode.READ_COMMITTED);
      if (row == null || row.id() != held.inodeId()) {
        throw held.lost();
      }
      // Before any totals: what is added to them afterwards is still in the set.
      List<DirectoryTotalsChange> waiting =
          tx.store()
              .scan(
                  Scan.prefix(Tables.DIRECTORY_TOTALS_CHANGES, Scan.LIMIT_MAX)
                      .locked(LockMode.SETTLED));
      boolean told = waiting.size() < Scan.LIMIT_MAX && TotalsState.isCounted(tx.store());
      Set<Long> changed = new HashSet<>();
      waiting.forEach(change -> changed.add(change.directoryId()));
      return new Begun(List.of(new Place(held.path(), row)), told ? changed : null);
    }
  }

  /** Looks at some directories; answers those in them. */
  private record Look(RightsBelow rights, List<Place> places, @Nullable Set<Long> changed)
      implements InodeOperation<List<Place>> {
    @Override
    public String name() {
      return "subtree_rights";
    }

    @Override
    public boolean mutates() {
      return false;
    }

    @Override
    public List<Place> execute(OperationTx tx) {
      List<Integer> limits = limits(tx);
      ReadBatch batch = tx.store().batch();
      List<Children.Pending> pages = new ArrayList<>();
      for (int i = 0; i < places.size(); i++) {
        Inode directory = places.get(i).directory();
        pages.add(Children.add(batch, directory, LockMode.READ_COMMITTED, null, limits.get(i)));
      }
      batch.execute();
      List<Place> below = new ArrayList<>();
      for (int i = 0; i < places.size(); i++) {
        see(tx, places.get(i), pages.get(i).page(), limits.get(i) == PAGE_ROWS, below);
      }
      return below;
    }

    private void see(
        OperationTx tx, Place place, Children.Page first, boolean all, List<Place> below) {
      Children.Page page = first;
      while (!page.children().isEmpty()) {
        rights.check(tx, place.path(), place.directory(), page.children());
        for (Inode child : page.children()) {
          if (child.isDirectory()) {
            below.add(new Place(place.path().child(child.name()), child));
          }
        }
        if (!all || page.complete()) {
          return;
        }
        Name reach = page.reach();
        page =
            Children.page(tx.store(), place.directory(), LockMode.READ_COMMITTED, reach, PAGE_ROWS);
      }
    }

    /** How many children to read at first: all in pages, or one. */
    private List<Integer> limits(OperationTx tx) {
      ReadBatch batch = tx.store().batch();
      List<ReadBatch.Row<DirectoryTotals>> totals = new ArrayList<>();
      places.forEach(
          place -> totals.add(batch.get(Tables.DIRECTORY_TOTALS, place.directory().id())));
      batch.execute();
      List<Integer> limits = new ArrayList<>();
      for (int i = 0; i < places.size(); i++) {
        Inode directory = places.get(i).directory();
        boolean one =
            hasNoDirectories(directory, totals.get(i).get())
                && !rights.needsChildren(tx, directory);
        limits.add(one ? 1 : PAGE_ROWS);
      }
      return limits;
    }

    private boolean hasNoDirectories(Inode directory, @Nullable DirectoryTotals totals) {
      return changed != null
          && !changed.contains(directory.id())
          && totals != null
          && totals.counted()
          && Tally.decoded(totals.own()).directories() == 0;
    }
  }
}
