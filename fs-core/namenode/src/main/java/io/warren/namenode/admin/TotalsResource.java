package io.warren.namenode.admin;

import io.warren.namenode.service.Callers;
import io.warren.namespace.FsPath;
import io.warren.namespace.Namespace;
import io.warren.namespace.TotalsStats;
import io.warren.namespace.totals.TotalsCheck;
import io.warren.namespace.totals.TotalsCheck.Remedy;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** /totals: what is known of the totals of directories, and counting those of a tree again. */
final class TotalsResource implements AdminServlet.Resource {
  private static final long LIMIT_MAX = 10_000;
  private static final long LIMIT_DEFAULT = 1_000;

  /** Each holds a thread and reads all the time. */
  private static final int CHECKS_AT_ONCE = 2;

  record State(
      String namenode,
      boolean counted,
      long inodesPassed,
      long changesWaiting,
      long directoriesChecked,
      long mended,
      long asOfMs) {}

  record Wrong(String path, long inodeId, Amounts lacksInIt, Amounts lacksBelow) {
    static Wrong of(TotalsCheck.Wrong wrong) {
      return new Wrong(
          wrong.path().toString(),
          wrong.inodeId(),
          Amounts.of(wrong.own()),
          Amounts.of(wrong.below()));
    }
  }

  record Step(
      @Nullable String cursor,
      long inodes,
      long directories,
      long unsure,
      long wrongCount,
      long mended,
      List<Wrong> wrong) {}

  private final String namenode;
  private final Namespace namespace;
  private final TotalsCheck check;
  private final Callers callers;
  private final Clock clock;
  private final Semaphore atOnce = new Semaphore(CHECKS_AT_ONCE);

  TotalsResource(String namenode, Namespace namespace, Callers callers, Clock clock) {
    this.namenode = namenode;
    this.namespace = namespace;
    this.check = new TotalsCheck(namespace);
    this.callers = callers;
    this.clock = clock;
  }

  @Override
  public Object handle(AdminRequest request) throws IOException {
    List<String> path = request.segments();
    String call = request.method() + (path.size() == 2 ? " " + path.get(1) : "");
    return switch (call) {
      case "GET" -> state();
      case "POST checks" -> step(request, Remedy.TELL);
      case "POST recounts" -> step(request, Remedy.MEND);
      default -> throw AdminServlet.noSuchCall();
    };
  }

  private State state() {
    TotalsStats stats = namespace.totalsStats();
    return new State(
        namenode,
        check.isCounted(),
        stats.inodesPassed(),
        check.changesWaiting(),
        stats.checked(),
        stats.mended(),
        clock.millis());
  }

  private Step step(AdminRequest request, Remedy remedy) throws IOException {
    AdminRequest.Body body = request.body("path", "cursor", "limit");
    FsPath path = FsPath.parse(body.requiredText("path"));
    long limit = Objects.requireNonNullElse(body.number("limit", 1, LIMIT_MAX), LIMIT_DEFAULT);
    if (!atOnce.tryAcquire()) {
      throw new Problem.ProblemException(
          Problem.of(
              503,
              "unavailable",
              "Other calls count directories at this namenode",
              "Try again in some seconds"));
    }
    try {
      TotalsCheck.Step done =
          check.step(path, body.text("cursor"), (int) limit, remedy, callers.system());
      return new Step(
          done.cursor(),
          done.inodes(),
          done.directories(),
          done.unsure(),
          done.wrongCount(),
          done.mended(),
          done.wrong().stream().map(Wrong::of).toList());
    } finally {
      atOnce.release();
    }
  }
}
