package io.warren.namespace.snapshot;

import io.warren.model.Inode;
import io.warren.model.Name;
import io.warren.namespace.AttributeRows;
import io.warren.namespace.CallContext;
import io.warren.namespace.Children;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.Namespace;
import io.warren.namespace.Operation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.snapshot.SnapshotDiffCursor.Next;
import io.warren.namespace.snapshot.SnapshotDifference.Kind;
import io.warren.namespace.snapshot.SnapshotState.Placed;
import io.warren.store.TransactionRunner.Committed;
import io.warren.store.Tx;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A page of what differs between two states of a directory of which, or above which, snapshots are
 * taken. Walks the first state depth first and compares each directory that the second one has,
 * too, with what it is there, some children per transaction; what is gone from a directory is
 * looked for in the second state by its id. Nothing is kept between pages but the cursor, so any
 * namenode gives the next one. A side without a name is the present state; while that changes, the
 * difference is that of no single moment.
 *
 * @param from a snapshot's name, empty for the present
 * @param to as from
 * @param belowRoots whether the directory may be below the snapshottable one; what is moved between
 *     it and the outside is created and deleted then
 * @param entriesMax the page ends with the transaction that reaches so many
 */
public record SnapshotDiffPage(
    FsPath path,
    String from,
    String to,
    boolean belowRoots,
    SnapshotDiffCursor cursor,
    int entriesMax)
    implements Operation<SnapshotDiffPage.Answer> {
  private static final int PAGE_ROWS = 1_000;
  private static final int TRANSACTIONS_MAX = 500;

  /** Child directories that are kept for one directory; more are read again. */
  private static final int DIRECTORIES_KEPT_MAX = 2_000;

  /**
   * Differences in the order in which they were found.
   *
   * @param next {@link SnapshotDiffCursor#EITHER_END} behind the last page
   */
  public record Answer(List<SnapshotDifference> differences, SnapshotDiffCursor next) {}

  /** A directory that both states have, perhaps at different places. */
  private record Pair(Inode before, Inode after, List<Name> source, List<Name> target) {}

  /** A directory on the way; its pair is null when only its child directories are of interest. */
  private static final class Frame {
    final Inode before;
    final List<Name> source;
    final @Nullable Pair pair;

    /** The last child that was compared, or the last child directory that was entered. */
    @Nullable Name after;

    boolean differs;

    /** Child directories that are still to be entered; null when they must be read again. */
    @Nullable Deque<Pair> directories = new ArrayDeque<>();

    boolean compared;

    Frame(Inode before, List<Name> source, @Nullable Pair pair) {
      this.before = before;
      this.source = source;
      this.pair = pair;
    }

    static Frame of(Pair pair) {
      return new Frame(pair.before(), pair.source(), pair);
    }

    /** A directory of which only the child directories behind a name are left. */
    static Frame entered(Inode before, List<Name> source, Name after) {
      Frame frame = new Frame(before, source, null);
      frame.compared = true;
      frame.directories = null;
      frame.after = after;
      return frame;
    }

    void take(Compared part) {
      differs = part.childrenDiffer();
      Deque<Pair> known = directories;
      if (known != null) {
        known.addAll(part.directories());
        directories = known.size() > DIRECTORIES_KEPT_MAX ? null : known;
      }
      Name end = part.end();
      compared = end == null;
      after = compared ? null : end;
    }

    SnapshotDiffCursor cursor() {
      Name last = after;
      if (last == null) {
        return new SnapshotDiffCursor(source, Next.BEGIN);
      }
      Next next = differs ? Next.BEHIND_DIFFERENCES : Next.BEHIND_EQUALS;
      return new SnapshotDiffCursor(below(source, last), next);
    }
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
  public Committed<Answer> perform(Namespace namespace, CallContext call) {
    Deque<Frame> stack = namespace.inTransaction(new Step<>(this::resume), call).value();
    List<SnapshotDifference> found = new ArrayList<>();
    int transactions = 1;
    while (!stack.isEmpty()) {
      Frame top = stack.element();
      boolean full = found.size() >= entriesMax || transactions >= TRANSACTIONS_MAX;
      if (!top.compared && full && transactions > 1) {
        return new Committed<>(new Answer(found, top.cursor()), 0);
      }
      transactions++;
      if (!top.compared) {
        Body<Compared> compare = (before, after) -> new Comparison(top, before, after).run();
        Compared compared = namespace.inTransaction(new Step<>(compare), call).value();
        found.addAll(compared.found());
        top.take(compared);
      } else {
        Pair next = next(namespace, call, top);
        if (next == null) {
          stack.pop();
        } else {
          stack.push(Frame.of(next));
        }
      }
    }
    return new Committed<>(new Answer(found, SnapshotDiffCursor.EITHER_END), 0);
  }

  private @Nullable Pair next(Namespace namespace, CallContext call, Frame frame) {
    Deque<Pair> known = frame.directories;
    if (known != null) {
      return known.poll();
    }
    Body<Optional<Pair>> enter = (before, after) -> enter(frame, before, after);
    Pair next = namespace.inTransaction(new Step<>(enter), call).value().orElse(null);
    frame.after = next == null ? frame.after : next.source().get(next.source().size() - 1);
    return next;
  }

  /** Where the cursor says, with the directories above it. */
  private Deque<Frame> resume(SnapshotState before, SnapshotState after) {
    Deque<Frame> stack = new ArrayDeque<>();
    List<Name> names = cursor.path();
    boolean begins = cursor.isEitherEnd() || cursor.next() == Next.BEGIN;
    List<Name> begun = begins ? names : names.subList(0, names.size() - 1);
    Inode at = before.directory();
    for (int depth = 0; depth < begun.size() && at.isDirectory(); depth++) {
      Name name = begun.get(depth);
      stack.push(Frame.entered(at, begun.subList(0, depth), name));
      Inode next = before.child(at, name);
      if (next == null) {
        return stack;
      }
      at = next;
    }
    Placed placed = after.place(at.id());
    if (at.isDirectory() && placed != null) {
      Frame top = Frame.of(new Pair(at, placed.inode(), begun, placed.path()));
      if (!begins) {
        top.after = names.get(names.size() - 1);
        top.differs = cursor.next() == Next.BEHIND_DIFFERENCES;
        top.directories = null;
      }
      stack.push(top);
    }
    return stack;
  }

  /** The next child directory that both states have. */
  private static Optional<Pair> enter(Frame frame, SnapshotState before, SnapshotState after) {
    Name last = frame.after;
    Children.Page page;
    do {
      page = before.children(frame.before, last, PAGE_ROWS);
      for (Inode child : page.children()) {
        Placed placed = child.isDirectory() ? after.place(child.id()) : null;
        if (placed != null) {
          List<Name> source = below(frame.source, child.name());
          return Optional.of(new Pair(child, placed.inode(), source, placed.path()));
        }
      }
      last = page.reach();
    } while (!page.complete());
    return Optional.empty();
  }

  private static List<Name> below(List<Name> path, Name name) {
    List<Name> longer = new ArrayList<>(path);
    longer.add(name);
    return longer;
  }

  /** Whether the same inode's attributes or content differ; its place does not count. */
  private static boolean differs(Tx tx, Inode before, Inode after) {
    return before.mode() != after.mode()
        || before.ownerId() != after.ownerId()
        || before.groupId() != after.groupId()
        || before.mtimeMs() != after.mtimeMs()
        || before.sizeBytes() != after.sizeBytes()
        || before.replication() != after.replication()
        || before.storagePolicy() != after.storagePolicy()
        || !AttributeRows.same(tx, before, after);
  }

  /** Compares the next children of a directory that both states have. */
  private static final class Comparison {
    private final Frame frame;
    private final Pair pair;
    private final SnapshotState before;
    private final SnapshotState after;
    private final List<SnapshotDifference> found = new ArrayList<>();
    private final List<Pair> directories = new ArrayList<>();

    Comparison(Frame frame, SnapshotState before, SnapshotState after) {
      this.frame = frame;
      this.pair = Objects.requireNonNull(frame.pair, "A directory to compare has a pair");
      this.before = before;
      this.after = after;
    }

    /** May run again after a conflict: the frame changes only at the end. */
    Compared run() {
      Children.Page was = before.children(pair.before(), frame.after, PAGE_ROWS);
      Children.Page is = after.children(pair.after(), frame.after, PAGE_ROWS);
      Name end = nearer(was.complete() ? null : was.reach(), is.complete() ? null : is.reach());
      Map<Name, Inode> gone = upTo(was, end);
      Map<Name, Inode> added = upTo(is, end);
      TreeSet<Name> names = new TreeSet<>(gone.keySet());
      names.addAll(added.keySet());
      for (Name name : names) {
        compare(name, gone.get(name), added.get(name));
      }
      boolean childrenDiffer =
          frame.differs || found.stream().anyMatch(d -> d.kind() != Kind.MODIFIED);
      if (end == null && (childrenDiffer || differs(before.store(), pair.before(), pair.after()))) {
        found.add(modified(pair.before().id(), pair.before(), pair.source()));
      }
      return new Compared(found, directories, childrenDiffer, end);
    }

    private static @Nullable Name nearer(@Nullable Name one, @Nullable Name other) {
      if (one == null || other == null) {
        return one == null ? other : one;
      }
      return one.compareTo(other) <= 0 ? one : other;
    }

    private static Map<Name, Inode> upTo(Children.Page page, @Nullable Name end) {
      Map<Name, Inode> rows = new HashMap<>();
      for (Inode child : page.children()) {
        if (end == null || child.name().compareTo(end) <= 0) {
          rows.put(child.name(), child);
        }
      }
      return rows;
    }

    private void compare(Name name, @Nullable Inode was, @Nullable Inode is) {
      List<Name> source = below(pair.source(), name);
      List<Name> target = below(pair.target(), name);
      long directoryId = pair.before().id();
      if (was != null && is != null && was.id() == is.id()) {
        follow(was, is, source, target);
        return;
      }
      if (was != null) {
        Placed now = after.place(was.id());
        List<Name> elsewhere = now == null ? null : now.path();
        found.add(
            new SnapshotDifference(
                Kind.LOST, directoryId, was.id(), was.isDirectory(), source, elsewhere, false));
        if (now != null) {
          follow(was, now.inode(), source, now.path());
        }
      }
      if (is != null) {
        boolean moved = before.place(is.id()) != null;
        found.add(
            new SnapshotDifference(
                Kind.CREATED, directoryId, is.id(), is.isDirectory(), target, null, moved));
      }
    }

    private void follow(Inode was, Inode is, List<Name> source, List<Name> target) {
      if (was.isDirectory()) {
        directories.add(new Pair(was, is, source, target));
      } else if (differs(before.store(), was, is)) {
        found.add(modified(pair.before().id(), was, source));
      }
    }

    private static SnapshotDifference modified(long directoryId, Inode inode, List<Name> path) {
      boolean directory = inode.isDirectory();
      return new SnapshotDifference(
          Kind.MODIFIED, directoryId, inode.id(), directory, path, null, false);
    }
  }

  /**
   * What one transaction compared.
   *
   * @param end the name to go on behind; null when all children were compared
   */
  private record Compared(
      List<SnapshotDifference> found,
      List<Pair> directories,
      boolean childrenDiffer,
      @Nullable Name end) {}

  private interface Body<R> {
    R run(SnapshotState before, SnapshotState after);
  }

  /** One transaction that reads both states. */
  private final class Step<R> implements InodeOperation<R> {
    private final Body<R> body;

    Step(Body<R> body) {
      this.body = body;
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
    public R execute(OperationTx tx) {
      SnapshotState.Root root = SnapshotState.Root.find(tx, path, belowRoots);
      return body.run(SnapshotState.of(tx, root, from), SnapshotState.of(tx, root, to));
    }
  }
}
