package io.warren.namespace.totals;

import io.warren.model.Inode;
import io.warren.model.InodeKind;
import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.namespace.CallContext;
import io.warren.namespace.FsPath;
import io.warren.namespace.LeaderFence;
import io.warren.namespace.Namespace;
import io.warren.namespace.Tally;
import io.warren.namespace.TotalsState;
import io.warren.namespace.walk.FindInTree;
import io.warren.store.Scan;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the directories of a tree and compares them with their totals, in bounded steps, on any
 * namenode and while the tree is in use: nobody waits for a count. Mending waits for no writer but
 * those of the directory that was wrong.
 */
public final class TotalsCheck {
  private static final Logger LOG = LoggerFactory.getLogger(TotalsCheck.class);
  private static final LeaderFence BY_ANYBODY = tx -> {};
  private static final int INODES_PER_PAGE = 500;
  private static final int WRONG_MAX = 20;
  private static final long STEP_MS = 3_000;

  /** A directory that changes while it is counted is counted again so often. */
  private static final int ATTEMPTS_MAX = 5;

  /** What to do with totals that are wrong. */
  public enum Remedy {
    TELL,
    MEND
  }

  /**
   * A directory whose totals were wrong.
   *
   * @param own what they lacked directly in it; less than nothing where they had too much
   * @param below what they lacked below it, own included
   */
  public record Wrong(FsPath path, long inodeId, Tally own, Tally below) {}

  /**
   * What a step found.
   *
   * @param cursor to go on with; null at the end
   * @param inodes that it visited
   * @param directories that it counted
   * @param unsure directories that changed each time while they were counted, or were gone by then
   * @param wrongCount how many were wrong, of which {@code wrong} names the first
   * @param mended how many of them are mended
   */
  public record Step(
      @Nullable String cursor,
      long inodes,
      long directories,
      long unsure,
      long wrongCount,
      long mended,
      List<Wrong> wrong) {}

  private final Namespace namespace;
  private final TotalsMender mender;

  public TotalsCheck(Namespace namespace) {
    this.namespace = namespace;
    this.mender = new TotalsMender(namespace);
  }

  /** Whether all directories of the store were counted once. */
  public boolean isCounted() {
    return namespace.runner().run(TxOptions.read("read_totals_state"), TotalsState::isCounted);
  }

  /** Changes that are not added to totals yet; {@link Scan#LIMIT_MAX} stands for more, too. */
  public long changesWaiting() {
    return namespace
        .runner()
        .run(
            TxOptions.read("read_totals_changes"),
            tx -> tx.scan(Scan.prefix(Tables.DIRECTORY_TOTALS_CHANGES, Scan.LIMIT_MAX)).size());
  }

  /**
   * One step; a superuser's call.
   *
   * @param limit inodes visited at most
   * @throws NamespaceException CONFLICT while the store is counted for the first time; NOT_FOUND
   */
  public Step step(
      FsPath top, @Nullable String cursor, int limit, Remedy remedy, CallContext call) {
    if (!isCounted()) {
      throw new NamespaceException(Code.CONFLICT, "The store's directories are still being counted")
          .with("hint", "Look at the progress with `bin/warren totals status` and try again");
    }
    long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(STEP_MS);
    Findings findings = new Findings();
    String next = cursor;
    long left = limit;
    do {
      int page = (int) Math.min(left, INODES_PER_PAGE);
      FindInTree.Page found =
          namespace.run(new FindInTree(top, InodeKind.DIRECTORY, next, page), call);
      look(found.found(), remedy, findings);
      findings.inodes += found.visited();
      left -= found.visited();
      next = found.next();
    } while (next != null && left > 0 && System.nanoTime() - deadlineNanos < 0);
    return findings.step(next);
  }

  /** What a step has found so far. */
  private static final class Findings {
    private long inodes;
    private long directories;
    private long unsure;
    private long wrongCount;
    private long mended;
    private final List<Wrong> wrong = new ArrayList<>();

    Step step(@Nullable String cursor) {
      return new Step(cursor, inodes, directories, unsure, wrongCount, mended, wrong);
    }

    void add(Wrong found) {
      wrongCount++;
      if (wrong.size() < WRONG_MAX) {
        wrong.add(found);
      }
    }
  }

  private void look(List<FindInTree.Found> directories, Remedy remedy, Findings findings) {
    for (int from = 0; from < directories.size(); from += TotalsMender.DIRECTORIES_MAX) {
      int to = Math.min(directories.size(), from + TotalsMender.DIRECTORIES_MAX);
      Map<Long, FsPath> paths = new HashMap<>();
      List<Inode> left = new ArrayList<>();
      for (FindInTree.Found found : directories.subList(from, to)) {
        paths.put(found.inode().id(), found.path());
        left.add(found.inode());
      }
      for (int i = 0; i < ATTEMPTS_MAX && !left.isEmpty(); i++) {
        left = count(left, paths, remedy, findings);
      }
      findings.unsure += left.size();
    }
  }

  /** Counts some directories; returns those that were changing. */
  private List<Inode> count(
      List<Inode> directories, Map<Long, FsPath> paths, Remedy remedy, Findings findings) {
    TotalsMender.Counted counted = mender.count(directories);
    findings.directories += counted.counts().size();
    List<DirectoryCount> wrong = mender.inTree(counted.wrong());
    wrong.forEach(count -> findings.add(wrong(count, paths)));
    if (remedy == Remedy.MEND && !wrong.isEmpty()) {
      List<DirectoryCount> written =
          mender.mend(wrong.stream().map(DirectoryCount::directory).toList(), BY_ANYBODY);
      for (DirectoryCount count : written) {
        findings.mended++;
        namespace.totalsStats().noteMended();
        LOG.warn(
            "The totals of directory {} were wrong and are mended as asked; they lacked {} in it"
                + " and {} below it",
            count.directory().id(),
            count.own(),
            count.below());
      }
    }
    return counted.unsure();
  }

  private static Wrong wrong(DirectoryCount count, Map<Long, FsPath> paths) {
    long id = count.directory().id();
    return new Wrong(Objects.requireNonNull(paths.get(id)), id, count.own(), count.below());
  }
}
