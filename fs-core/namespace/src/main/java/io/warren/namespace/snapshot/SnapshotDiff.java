package io.warren.namespace.snapshot;

import io.warren.model.Inode;
import io.warren.model.Name;
import io.warren.model.NamespaceException;
import io.warren.model.Snapshot;
import io.warren.namespace.Access;
import io.warren.namespace.CallContext;
import io.warren.namespace.Children;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.Namespace;
import io.warren.namespace.Operation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.SnapshotView;
import io.warren.store.TransactionRunner.Committed;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What differs between two states of a directory of which, or above which, snapshots are taken.
 * Compares the two trees directory by directory, one transaction each, and finds renames by inode
 * ids. A side without a name is the present state; while that changes, the difference is that of no
 * single moment.
 *
 * @param from a snapshot's name, empty for the present
 * @param to as from
 * @param belowRoots whether the directory may be below the snapshottable one; what is moved between
 *     it and the outside is created and deleted then
 */
public record SnapshotDiff(FsPath path, String from, String to, boolean belowRoots)
    implements Operation<List<SnapshotDiff.Entry>> {
  private static final int ENTRIES_MAX = 200_000;
  private static final int PAGE_ROWS = 1_000;

  /** Kinds of differences, in the words of HDFS. */
  public enum Kind {
    CREATE,
    MODIFY,
    DELETE,
    RENAME
  }

  /**
   * One difference.
   *
   * @param source path below the directory as of the first state (the second for CREATE)
   * @param target only of RENAME: the path as of the second state
   */
  public record Entry(Kind kind, List<Name> source, @Nullable List<Name> target) {}

  /** A directory that both states have, perhaps at different places. */
  private record Pair(Inode before, Inode after, List<Name> source, List<Name> target) {}

  /** A row with its path below the directory. */
  private record Placed(Inode inode, List<Name> path) {}

  /**
   * The children of one pair that differ.
   *
   * @param same children that both states have under the same name
   */
  private record Compared(List<Placed> gone, List<Placed> added, List<Pair> same) {}

  @Override
  public String name() {
    return "snapshot_diff";
  }

  @Override
  public boolean mutates() {
    return false;
  }

  @Override
  public Committed<List<Entry>> perform(Namespace namespace, CallContext call) {
    Walk walk = new Walk(namespace, call);
    Pair root = namespace.inTransaction(new Roots(), call).value();
    walk.queue.add(root);
    walk.run();
    return new Committed<>(walk.entries(), 0);
  }

  private final class Walk {
    private final Namespace namespace;
    private final CallContext call;
    private final Deque<Pair> queue = new ArrayDeque<>();
    private final Map<Long, Placed> gone = new HashMap<>();
    private final Map<Long, Placed> added = new HashMap<>();
    private final List<Entry> changed = new ArrayList<>();
    private final List<Entry> renamed = new ArrayList<>();

    Walk(Namespace namespace, CallContext call) {
      this.namespace = namespace;
      this.call = call;
    }

    void run() {
      while (!queue.isEmpty()) {
        Pair pair = queue.poll();
        Compared compared = namespace.inTransaction(new Compare(pair), call).value();
        boolean children = !compared.gone().isEmpty() || !compared.added().isEmpty();
        if (children || differs(pair.before(), pair.after())) {
          changed.add(new Entry(Kind.MODIFY, pair.source(), null));
        }
        compared.gone().forEach(placed -> match(placed, gone, added, true));
        compared.added().forEach(placed -> match(placed, added, gone, false));
        compared.same().forEach(this::follow);
        requireBounded();
      }
    }

    /** An inode that is gone in one place and new in another was renamed. */
    private void match(
        Placed placed, Map<Long, Placed> mine, Map<Long, Placed> others, boolean isGone) {
      Placed other = others.remove(placed.inode().id());
      if (other == null) {
        mine.put(placed.inode().id(), placed);
        return;
      }
      Placed before = isGone ? placed : other;
      Placed after = isGone ? other : placed;
      renamed.add(new Entry(Kind.RENAME, before.path(), after.path()));
      follow(new Pair(before.inode(), after.inode(), before.path(), after.path()));
    }

    private void follow(Pair pair) {
      if (pair.before().isDirectory()) {
        queue.add(pair);
      } else if (differs(pair.before(), pair.after())) {
        changed.add(new Entry(Kind.MODIFY, pair.source(), null));
      }
    }

    private void requireBounded() {
      if (gone.size() + added.size() + changed.size() + renamed.size() > ENTRIES_MAX) {
        throw new NamespaceException(
                NamespaceException.Code.SNAPSHOT,
                "The states differ in more than 200000 places: compare nearer snapshots")
            .with("path", path);
      }
    }

    List<Entry> entries() {
      List<Entry> all = new ArrayList<>(changed);
      gone.values().forEach(p -> all.add(new Entry(Kind.DELETE, p.path(), null)));
      added.values().forEach(p -> all.add(new Entry(Kind.CREATE, p.path(), null)));
      all.addAll(renamed);
      return all;
    }
  }

  /** Whether the same inode's attributes or content differ; its place does not count. */
  private static boolean differs(Inode before, Inode after) {
    return before.mode() != after.mode()
        || before.ownerId() != after.ownerId()
        || before.groupId() != after.groupId()
        || before.mtimeMs() != after.mtimeMs()
        || before.sizeBytes() != after.sizeBytes()
        || before.replication() != after.replication()
        || before.storagePolicy() != after.storagePolicy();
  }

  /** Compares a snapshottable directory, or what is below one. */
  public SnapshotDiff(FsPath path, String from, String to) {
    this(path, from, to, true);
  }

  private record State(Inode directory, @Nullable SnapshotView view) {}

  /**
   * Where snapshots are taken.
   *
   * @param directory the compared directory as it is now, at the path or below
   */
  private record Root(FsPath path, Inode snapshottable, Inode directory) {}

  private State state(OperationTx tx, Root root, String snapshot) {
    if (snapshot.isEmpty()) {
      return new State(root.directory(), null);
    }
    Snapshot found = SnapshotView.find(tx.store(), root.snapshottable().id(), snapshot);
    if (found == null) {
      throw SnapshotRules.refused(
          "Cannot find the snapshot of directory " + root.path() + " with name " + snapshot, path);
    }
    SnapshotView view = new SnapshotView(tx, found);
    Inode at = view.root(root.snapshottable());
    for (Name name : path.components().subList(root.path().depth(), path.depth())) {
      Inode child = at.isDirectory() ? view.child(at, name) : null;
      if (child == null) {
        throw SnapshotRules.refused(
            "The snapshot " + snapshot + " does not hold the directory " + path, path);
      }
      at = child;
    }
    return new State(at, view);
  }

  private Root root(OperationTx tx) {
    ResolvedPath found = tx.resolve(path);
    tx.permissions().traverse(found);
    Inode directory = found.requireDirectory();
    tx.permissions().last(found, Access.READ);
    for (int depth = found.depth(); depth >= (belowRoots ? 0 : found.depth()); depth--) {
      if (found.at(depth).snapshottable()) {
        return new Root(path.prefix(depth), found.at(depth), directory);
      }
    }
    throw SnapshotRules.refused(
        belowRoots
            ? "The path " + path + " is neither snapshottable nor under a snapshot root!"
            : "Directory is not a snapshottable directory: " + path,
        path);
  }

  private final class Roots implements InodeOperation<Pair> {
    @Override
    public String name() {
      return "snapshot_diff";
    }

    @Override
    public boolean mutates() {
      return false;
    }

    @Override
    public Pair execute(OperationTx tx) {
      Root root = root(tx);
      Inode before = state(tx, root, from).directory();
      Inode after = state(tx, root, to).directory();
      return new Pair(before, after, List.of(), List.of());
    }
  }

  private final class Compare implements InodeOperation<Compared> {
    private final Pair pair;

    Compare(Pair pair) {
      this.pair = pair;
    }

    @Override
    public String name() {
      return "snapshot_diff";
    }

    @Override
    public boolean mutates() {
      return false;
    }

    @Override
    public Compared execute(OperationTx tx) {
      Root root = root(tx);
      Map<Name, Inode> before = children(tx, state(tx, root, from).view(), pair.before());
      Map<Name, Inode> after = children(tx, state(tx, root, to).view(), pair.after());
      List<Placed> gone = new ArrayList<>();
      List<Pair> same = new ArrayList<>();
      before.forEach(
          (name, inode) -> {
            Inode now = after.get(name);
            if (now != null && now.id() == inode.id()) {
              same.add(
                  new Pair(inode, now, below(pair.source(), name), below(pair.target(), name)));
              after.remove(name);
            } else {
              gone.add(new Placed(inode, below(pair.source(), name)));
            }
          });
      List<Placed> added = new ArrayList<>();
      after.forEach((name, inode) -> added.add(new Placed(inode, below(pair.target(), name))));
      return new Compared(gone, added, same);
    }

    private Map<Name, Inode> children(
        OperationTx tx, @Nullable SnapshotView view, Inode directory) {
      Map<Name, Inode> all = new TreeMap<>();
      Name after = null;
      boolean complete = false;
      while (!complete) {
        Children.Page page =
            view == null
                ? tx.children(directory, after, PAGE_ROWS)
                : view.children(directory, after, PAGE_ROWS);
        page.children().forEach(child -> all.put(child.name(), child));
        complete = page.complete();
        after = page.reach();
        if (all.size() > ENTRIES_MAX) {
          throw new NamespaceException(
                  NamespaceException.Code.SNAPSHOT,
                  "A directory is too large to be compared: more than 200000 children")
              .with("inodeId", directory.id());
        }
      }
      return all;
    }

    private static List<Name> below(List<Name> path, Name name) {
      List<Name> longer = new ArrayList<>(path);
      longer.add(name);
      return longer;
    }
  }
}
