package io.warren.namespace.snapshot;

import io.warren.model.Name;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Where a comparison of two states goes on. Clients hand it back as they got it: a path and a
 * number.
 *
 * @param path below the compared directory, as of the first state
 * @param next what to do there
 */
public record SnapshotDiffCursor(List<Name> path, Next next) {
  /** What to do at the path. */
  public enum Next {
    /** There is nothing left, or nothing was done yet. */
    EITHER_END(-1),
    /** Compare the children behind this one; those before it did not differ. */
    BEHIND_EQUALS(0),
    /** Compare the children behind this one; some before it differed. */
    BEHIND_DIFFERENCES(1),
    /** Compare the children of this directory. */
    BEGIN(2);

    private final int index;

    Next(int index) {
      this.index = index;
    }
  }

  /** Before the first page and behind the last one. */
  public static final SnapshotDiffCursor EITHER_END =
      new SnapshotDiffCursor(List.of(), Next.EITHER_END);

  public SnapshotDiffCursor {
    path = List.copyOf(path);
  }

  public boolean isEitherEnd() {
    return next == Next.EITHER_END;
  }

  /** The path with slashes between the names. */
  public String pathText() {
    return path.stream().map(Name::toString).collect(Collectors.joining("/"));
  }

  public int index() {
    return next.index;
  }

  /** Reads what {@link #pathText} and {@link #index} gave; unknown numbers begin anew. */
  public static SnapshotDiffCursor of(String pathText, int index) {
    List<Name> path =
        pathText.isEmpty() ? List.of() : Arrays.stream(pathText.split("/")).map(Name::of).toList();
    for (Next next : Next.values()) {
      boolean behind = next == Next.BEHIND_EQUALS || next == Next.BEHIND_DIFFERENCES;
      if (next.index == index && !(behind && path.isEmpty())) {
        return next == Next.EITHER_END ? EITHER_END : new SnapshotDiffCursor(path, next);
      }
    }
    return EITHER_END;
  }
}
