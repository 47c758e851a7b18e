package io.warren.namespace.walk;

import io.warren.model.Inode;
import io.warren.model.Name;
import io.warren.namespace.Children;
import io.warren.namespace.FsPath;
import io.warren.namespace.OperationTx;
import io.warren.namespace.ResolvedPath;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A depth-first walk in name order from a cursor on, over a bounded number of inodes. */
public final class StepWalk {
  private static final int PAGE_MIN = 16;

  /**
   * An inode that the walk came to.
   *
   * @param ancestors the directories above it, the file system's root first
   */
  public record Visited(FsPath path, Inode inode, List<Inode> ancestors) {}

  /** A directory whose children the walk goes through. */
  private static final class Frame {
    final FsPath path;
    final Inode directory;
    final List<Inode> ancestors;
    @Nullable Name after;
    final Deque<Inode> page = new ArrayDeque<>();
    boolean complete;

    Frame(FsPath path, Inode directory, List<Inode> ancestors, @Nullable Name after) {
      this.path = path;
      this.directory = directory;
      this.ancestors = ancestors;
      this.after = after;
    }

    List<Inode> ancestorsOfChildren() {
      List<Inode> above = new ArrayList<>(ancestors);
      above.add(directory);
      return above;
    }
  }

  private final OperationTx tx;
  private final FsPath root;
  private final boolean bottomUp;
  private final int limit;
  private final Deque<Frame> stack = new ArrayDeque<>();
  private final List<Visited> visited = new ArrayList<>();

  private StepWalk(OperationTx tx, FsPath root, boolean bottomUp, int limit) {
    this.tx = tx;
    this.root = root;
    this.bottomUp = bottomUp;
    this.limit = limit;
  }

  /** What was visited, and the cursor of the last of it; null when the walk is at its end. */
  public record Walked(List<Visited> visited, @Nullable StepCursor next) {}

  public static Walked walk(
      OperationTx tx, ResolvedPath found, @Nullable StepCursor from, boolean bottomUp, int limit) {
    StepWalk walk = new StepWalk(tx, found.path(), bottomUp, limit);
    Inode rootInode = found.requireLast();
    if (from == null) {
      walk.start(found, rootInode);
    } else {
      walk.resume(found, rootInode, from.below());
    }
    walk.run();
    return walk.result(rootInode.id());
  }

  private void start(ResolvedPath found, Inode rootInode) {
    if (!rootInode.isDirectory()) {
      visited.add(new Visited(root, rootInode, found.ancestors()));
      return;
    }
    if (!bottomUp) {
      visited.add(new Visited(root, rootInode, found.ancestors()));
    }
    stack.push(new Frame(root, rootInode, found.ancestors(), null));
  }

  /**
   * Rebuilds the directories that the walk was in. Where one of them is gone the walk goes on
   * behind its name.
   */
  private void resume(ResolvedPath found, Inode rootInode, List<Name> below) {
    if (!rootInode.isDirectory() || (bottomUp && below.isEmpty())) {
      return;
    }
    FsPath last = root;
    for (Name name : below) {
      last = last.child(name);
    }
    ResolvedPath present = tx.resolve(last);
    List<Inode> ancestors = found.ancestors();
    FsPath path = root;
    Inode directory = rootInode;
    for (int i = 0; i <= below.size(); i++) {
      boolean inside = i < below.size();
      if (!inside && bottomUp) {
        break;
      }
      Frame frame = new Frame(path, directory, ancestors, inside ? below.get(i) : null);
      stack.push(frame);
      int depth = root.depth() + i + 1;
      if (!inside || depth > present.existingDepth() || !present.at(depth).isDirectory()) {
        break;
      }
      ancestors = frame.ancestorsOfChildren();
      path = path.child(below.get(i));
      directory = present.at(depth);
    }
  }

  private void run() {
    while (visited.size() < limit && !stack.isEmpty()) {
      Frame frame = stack.element();
      Inode child = next(frame);
      if (child == null) {
        stack.pop();
        if (bottomUp) {
          visited.add(new Visited(frame.path, frame.directory, frame.ancestors));
        }
        continue;
      }
      FsPath path = frame.path.child(child.name());
      List<Inode> ancestors = frame.ancestorsOfChildren();
      if (child.isDirectory()) {
        stack.push(new Frame(path, child, ancestors, null));
      }
      if (!child.isDirectory() || !bottomUp) {
        visited.add(new Visited(path, child, ancestors));
      }
    }
  }

  private @Nullable Inode next(Frame frame) {
    if (frame.page.isEmpty() && !frame.complete) {
      int wanted = Math.max(PAGE_MIN, limit - visited.size());
      Children.Page page = tx.children(frame.directory, frame.after, wanted);
      frame.page.addAll(page.children());
      frame.complete = page.complete();
    }
    Inode child = frame.page.poll();
    if (child != null) {
      frame.after = child.name();
    }
    return child;
  }

  private Walked result(long rootId) {
    boolean done = stack.isEmpty();
    if (done || visited.isEmpty()) {
      return new Walked(visited, null);
    }
    FsPath last = visited.get(visited.size() - 1).path();
    List<Name> below = last.components().subList(root.depth(), last.depth());
    return new Walked(visited, new StepCursor(rootId, bottomUp, below));
  }
}
