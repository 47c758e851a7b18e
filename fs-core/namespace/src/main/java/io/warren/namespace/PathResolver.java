package io.warren.namespace;

import io.warren.model.ChildrenPartitioning;
import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.model.Name;
import io.warren.namespace.HintCache.Hint;
import io.warren.namespace.view.DirectoryViews;
import io.warren.namespace.view.Look;
import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Turns paths into inode rows with one batched read when the hints are right (HopsFS, FAST'17
 * §5.1). Directories above the last component are taken from their views where those are kept.
 * Every row is checked against the row above it, so a wrong or missing hint only costs another
 * batch that goes on from the last row that was right.
 */
final class PathResolver {
  private final HintCache hints;
  private final DirectoryViews views;

  PathResolver(HintCache hints, DirectoryViews views) {
    this.hints = hints;
    this.views = views;
  }

  /**
   * Resolves paths together.
   *
   * @param chains what the hints say of each path
   * @param locked rows (or known absences) that the transaction holds locks on: not read again
   * @param alongside adds reads of the caller to the first batch
   * @throws StalePathException when a directory changed meanwhile
   */
  List<ResolvedPath> resolve(
      Reading reading,
      List<HintChain> chains,
      Map<InodeKey, Optional<Inode>> locked,
      Consumer<ReadBatch> alongside) {
    if (chains.size() == 1 && locked.isEmpty()) {
      return List.of(resolveAlone(reading, chains.get(0), alongside));
    }
    Tx tx = reading.tx();
    Look look = views.look(reading.wrote());
    List<Walk> walks = chains.stream().map(chain -> new Walk(chain, look)).toList();
    walks.forEach(walk -> walk.takeKnown(locked));
    Map<InodeKey, Optional<Inode>> known = new HashMap<>(locked);
    boolean first = true;
    while (first || walks.stream().anyMatch(w -> !w.done)) {
      ReadBatch batch = tx.batch();
      if (first) {
        look.addTo(batch);
      }
      Map<InodeKey, ReadBatch.Row<Inode>> asked = new HashMap<>();
      for (Walk walk : walks) {
        for (Predicted each : walk.predict()) {
          for (InodeKey key : each.keys()) {
            if (!known.containsKey(key) && !asked.containsKey(key)) {
              asked.put(key, batch.get(Tables.INODES, key));
            }
          }
        }
      }
      if (first) {
        alongside.accept(batch);
      }
      batch.execute();
      asked.forEach((key, row) -> known.put(key, Optional.ofNullable(row.get())));
      walks.forEach(
          walk ->
              walk.accept(
                  (position, key) -> known.getOrDefault(key, Optional.empty()).orElse(null)));
      walks.forEach(walk -> walk.confirmAbsence(tx, known, locked.keySet()));
      first = false;
    }
    requireHolds(tx, look);
    return walks.stream().map(w -> new ResolvedPath(w.path, w.rows)).toList();
  }

  private static void requireHolds(Tx tx, Look look) {
    if (!look.holds(tx)) {
      throw new StalePathException();
    }
  }

  /** What most operations do: all keys of one path differ, so they are found by their order. */
  ResolvedPath resolveAlone(Reading reading, HintChain chain, Consumer<ReadBatch> alongside) {
    Tx tx = reading.tx();
    Look look = views.look(reading.wrote());
    Walk walk = new Walk(chain, look);
    walk.takeKnown(Map.of());
    boolean first = true;
    while (first || !walk.done) {
      ReadBatch batch = tx.batch();
      if (first) {
        look.addTo(batch);
      }
      List<ReadBatch.Row<Inode>> asked = new ArrayList<>(chain.path().depth() + 1);
      for (Predicted each : walk.predict()) {
        for (int i = 0; i < each.keys().size(); i++) {
          asked.add(batch.get(Tables.INODES, each.keys().get(i)));
        }
      }
      if (first) {
        alongside.accept(batch);
      }
      batch.execute();
      walk.accept((position, key) -> asked.get(position).get());
      if (!walk.absent.isEmpty()) {
        walk.confirmAbsence(tx, new HashMap<>(), Set.of());
      }
      first = false;
    }
    requireHolds(tx, look);
    return new ResolvedPath(walk.path, walk.rows);
  }

  /** What the hints say of a path now. */
  HintChain chain(FsPath path) {
    return HintChain.of(hints, path);
  }

  /** The keys that the hints give a path's last component, see {@link HintChain#keysAt}. */
  @Nullable List<InodeKey> predictKeys(FsPath path) {
    return chain(path).keysAt(path.depth());
  }

  /** The hint of a path that was a directory when it was seen last, or null. */
  @Nullable Hint guessDirectory(FsPath path) {
    return chain(path).directory();
  }

  /** The hint of the path's last component, or null. */
  @Nullable Hint hintOf(FsPath path) {
    return chain(path).last();
  }

  /**
   * Where one component should be.
   *
   * @param hint what is known of the row there
   */
  private record Predicted(List<InodeKey> keys, @Nullable Hint hint) {}

  /** The rows of a batch, by their number in it or by their key. */
  private interface Found {
    @Nullable Inode row(int position, InodeKey key);
  }

  private static final Optional<Inode> NONE = Optional.empty();

  /** The state of resolving one path. */
  private final class Walk {
    private final FsPath path;
    private final HintChain chain;
    private final Look look;
    private final List<Inode> rows = new ArrayList<>();
    private List<Predicted> predicted = List.of();
    private List<InodeKey> absent = List.of();
    private boolean done;

    Walk(HintChain chain, Look look) {
      this.path = chain.path();
      this.chain = chain;
      this.look = look;
    }

    /** Takes what need not be read from the root on: rows that are locked, and views. */
    void takeKnown(Map<InodeKey, Optional<Inode>> locked) {
      if (!look.mayTake()) {
        return;
      }
      while (!done) {
        Inode next = isLocked(locked) ? lockedRow(locked) : viewed();
        if (next == null) {
          return;
        }
        rows.add(next);
        done = !next.isDirectory() || rows.size() - 1 == path.depth();
      }
    }

    private boolean isLocked(Map<InodeKey, Optional<Inode>> locked) {
      return !locked.isEmpty() && locked.keySet().containsAll(keysBelow());
    }

    private @Nullable Inode lockedRow(Map<InodeKey, Optional<Inode>> locked) {
      Hint hint = chain.at(rows.size());
      Inode row =
          present(keysBelow(), 0, (position, key) -> locked.getOrDefault(key, NONE).orElse(null));
      if (row != null) {
        hints.refresh(row, hint);
        look.found(row);
      }
      return row;
    }

    /** The keys of the component below what is known. */
    private List<InodeKey> keysBelow() {
      int depth = rows.size();
      return depth == 0
          ? List.of(Partitioning.ROOT_KEY)
          : Partitioning.childKeys(rows.get(depth - 1), path.components().get(depth - 1));
    }

    /** The view of the component below what is known; the last component is always read. */
    private @Nullable Inode viewed() {
      int depth = rows.size();
      Hint hint = depth == path.depth() ? null : chain.directoryAt(depth);
      if (hint == null) {
        return null;
      }
      return depth == 0
          ? look.take(Inode.ROOT_ID, 0, Name.ROOT)
          : look.take(hint.id(), rows.get(depth - 1).id(), path.components().get(depth - 1));
    }

    /** Keys of the components that are not resolved yet, as far as hints reach. */
    List<Predicted> predict() {
      predicted = new ArrayList<>(path.depth() + 1);
      if (done) {
        return predicted;
      }
      if (rows.isEmpty()) {
        predictFromChain();
      } else {
        predictFromRows();
      }
      return predicted;
    }

    private void predictFromChain() {
      for (int depth = 0; depth <= path.depth(); depth++) {
        List<InodeKey> keys = chain.keysAt(depth);
        if (keys == null) {
          return;
        }
        predicted.add(new Predicted(keys, chain.at(depth)));
      }
    }

    /** Rows are known, or the hints were wrong, or ended: what is known of the rest by now. */
    private void predictFromRows() {
      int depth = rows.size() - 1;
      long parentId = rows.get(depth).id();
      Hint above = chain.at(depth);
      boolean asHinted = above != null && above.id() == parentId;
      ChildrenPartitioning children = rows.get(depth).childrenPartitioning();
      for (; depth < path.depth(); depth++) {
        Name name = path.components().get(depth);
        Hint hint = asHinted ? chain.at(depth + 1) : hints.get(parentId, name);
        predicted.add(new Predicted(Partitioning.childKeys(parentId, children, name), hint));
        if (hint == null || !hint.directory()) {
          return;
        }
        parentId = hint.id();
        children = hint.children();
      }
    }

    void accept(Found found) {
      if (done) {
        return;
      }
      int position = 0;
      Hint above = null;
      for (Predicted each : predicted) {
        if (!keysWereRight(each.keys(), above)) {
          return;
        }
        Inode row = present(each.keys(), position, found);
        if (row == null) {
          if (rows.isEmpty()) {
            throw new IllegalStateException("The store holds no root directory: format it first");
          }
          absent = each.keys();
          done = true;
          return;
        }
        add(row, each.hint());
        if (done) {
          return;
        }
        position += each.keys().size();
        above = each.hint();
      }
      done = rows.size() - 1 == path.depth();
    }

    /**
     * @param above the hint by which the keys were predicted; null when they follow from a row
     */
    private boolean keysWereRight(List<InodeKey> keys, @Nullable Hint above) {
      if (rows.isEmpty()) {
        return true;
      }
      Inode parent = rows.get(rows.size() - 1);
      return (above != null && above.hasChildrenOf(parent))
          || keys.equals(Partitioning.childKeys(parent, keys.get(0).name()));
    }

    private void add(Inode row, @Nullable Hint known) {
      hints.refresh(row, known);
      look.found(row);
      rows.add(row);
      done = !row.isDirectory() || rows.size() - 1 == path.depth();
    }

    /** A child that is being moved may be seen in both places; where it goes it stays. */
    private static @Nullable Inode present(List<InodeKey> keys, int position, Found found) {
      for (int i = keys.size() - 1; i >= 0; i--) {
        Inode row = found.row(position + i, keys.get(i));
        if (row != null) {
          return row;
        }
      }
      return null;
    }

    /**
     * A child that moved to its new place between the reads of one batch is seen in neither. It was
     * absent from the old place, so a later look at the new one finds it, which waits for the move
     * to be visible there. Under locks (of the parent, too) nothing moves.
     */
    void confirmAbsence(Tx tx, Map<InodeKey, Optional<Inode>> known, Set<InodeKey> locked) {
      if (absent.isEmpty()) {
        return;
      }
      List<InodeKey> keys = absent;
      absent = List.of();
      if (keys.size() > 1 && !locked.containsAll(keys)) {
        Inode parent = rows.get(rows.size() - 1);
        ReadBatch batch = tx.batch();
        ReadBatch.Row<Inode> parentNow = batch.get(Tables.INODES, parent.key());
        ReadBatch.Row<Inode> there =
            batch.get(Tables.INODES, keys.get(keys.size() - 1), LockMode.SETTLED);
        batch.execute();
        Inode now = parentNow.get();
        if (now == null
            || now.id() != parent.id()
            || now.childrenPartitioning() != parent.childrenPartitioning()) {
          hints.forget(parent.parentId(), parent.name());
          throw new StalePathException();
        }
        Inode moved = there.get();
        if (moved != null) {
          known.put(moved.key(), Optional.of(moved));
          add(moved, null);
          return;
        }
      }
      hints.forget(keys.get(0).parentId(), keys.get(0).name());
    }
  }
}
