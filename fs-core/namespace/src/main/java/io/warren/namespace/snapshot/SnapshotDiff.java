package io.warren.namespace.snapshot;

import io.warren.model.Name;
import io.warren.model.NamespaceException;
import io.warren.namespace.CallContext;
import io.warren.namespace.FsPath;
import io.warren.namespace.Namespace;
import io.warren.namespace.Operation;
import io.warren.store.TransactionRunner.Committed;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All that differs between two states of a directory, as one answer: the pages of {@link
 * SnapshotDiffPage} together, as far as they fit. Something that a directory lost and the second
 * state has elsewhere is a rename.
 *
 * @param pageEntries see {@link SnapshotDiffPage#entriesMax}
 */
public record SnapshotDiff(FsPath path, String from, String to, boolean belowRoots, int pageEntries)
    implements Operation<List<SnapshotDiff.Entry>> {
  private static final int ENTRIES_MAX = 200_000;
  private static final int PAGE_ENTRIES = 1_000;

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
   * @param directory whether it is one of a directory
   * @param source path below the directory as of the first state (the second for CREATE)
   * @param target only of RENAME: the path as of the second state
   */
  public record Entry(
      Kind kind, boolean directory, List<Name> source, @Nullable List<Name> target) {}

  /** With pages of the usual size. */
  public SnapshotDiff(FsPath path, String from, String to, boolean belowRoots) {
    this(path, from, to, belowRoots, PAGE_ENTRIES);
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
  public Committed<List<Entry>> perform(Namespace namespace, CallContext call) {
    List<SnapshotDifference> all = new ArrayList<>();
    SnapshotDiffCursor cursor = SnapshotDiffCursor.EITHER_END;
    do {
      SnapshotDiffPage page = new SnapshotDiffPage(path, from, to, belowRoots, cursor, pageEntries);
      SnapshotDiffPage.Answer answer = page.perform(namespace, call).value();
      all.addAll(answer.differences());
      requireBounded(all.size());
      cursor = answer.next();
    } while (!cursor.isEitherEnd());
    return new Committed<>(entries(all), 0);
  }

  private void requireBounded(int entries) {
    if (entries > ENTRIES_MAX) {
      throw new NamespaceException(
              NamespaceException.Code.SNAPSHOT,
              "The states differ in more than 200000 places: ask for pages, or compare nearer"
                  + " snapshots")
          .with("path", path);
    }
  }

  private static List<Entry> entries(List<SnapshotDifference> all) {
    Set<Long> renamed = new HashSet<>();
    all.stream().filter(d -> d.target() != null).forEach(d -> renamed.add(d.inodeId()));
    List<Entry> entries = new ArrayList<>();
    for (SnapshotDifference each : all) {
      List<Name> target = each.target();
      switch (each.kind()) {
        case MODIFIED -> entries.add(entry(Kind.MODIFY, each, null));
        case LOST -> entries.add(entry(target == null ? Kind.DELETE : Kind.RENAME, each, target));
        case CREATED -> {
          if (!renamed.contains(each.inodeId())) {
            entries.add(entry(Kind.CREATE, each, null));
          }
        }
      }
    }
    return entries;
  }

  private static Entry entry(Kind kind, SnapshotDifference of, @Nullable List<Name> target) {
    return new Entry(kind, of.directory(), of.path(), target);
  }
}
