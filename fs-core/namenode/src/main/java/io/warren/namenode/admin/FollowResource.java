package io.warren.namenode.admin;

import io.warren.migrate.follow.FollowState;
import io.warren.namespace.Following;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import java.io.IOException;
import java.time.Clock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * /follow: how far this file system is as a copy of an HDFS whose edits it follows, and a pause of
 * that.
 */
final class FollowResource implements AdminServlet.Resource {
  /**
   * What the answering namenode knows.
   *
   * @param follows whether this is a copy; all else is 0 or null when it is not
   * @param paused whether edits are left where they are, for the time being
   * @param lagSeconds -1 when nothing is known, as at a namenode that has not led yet
   * @param changesSinceTakeOver null where nothing was taken over
   */
  record View(
      String namenode,
      boolean follows,
      boolean paused,
      @Nullable String location,
      long appliedTransaction,
      long newestTransaction,
      long lagTransactions,
      double lagSeconds,
      long editsApplied,
      long editsPassed,
      @Nullable String waitingFor,
      @Nullable String stoppedBy,
      @Nullable Long changesSinceTakeOver,
      long asOfMs) {}

  private final String namenode;
  private final Supplier<@Nullable FollowState> state;
  private final TransactionRunner runner;
  private final Clock clock;

  FollowResource(
      String namenode,
      Supplier<@Nullable FollowState> state,
      TransactionRunner runner,
      Clock clock) {
    this.namenode = namenode;
    this.state = state;
    this.runner = runner;
    this.clock = clock;
  }

  @Override
  public Object handle(AdminRequest request) throws IOException {
    FollowState now = state.get();
    if (request.method().equals("PUT")) {
      pause(now, request);
    }
    long nowMs = clock.millis();
    if (now == null) {
      return new View(
          namenode, false, false, null, 0, 0, 0, -1, 0, 0, null, null, changes(), nowMs);
    }
    return new View(
        namenode,
        true,
        runner.run(TxOptions.read("following_paused"), Following::isPaused),
        now.location(),
        now.appliedTransaction(),
        now.newestTransaction(),
        now.lagTransactions(),
        now.lagSeconds(nowMs),
        now.editsApplied(),
        now.editsPassed(),
        now.waitingFor(),
        now.stoppedBy(),
        null,
        nowMs);
  }

  private @Nullable Long changes() {
    return runner
        .run(TxOptions.read("taken_over"), Following::takenOver)
        .map(taken -> runner.store().feed().head() - taken.position().feedHead())
        .orElse(null);
  }

  private void pause(@Nullable FollowState now, AdminRequest request) throws IOException {
    AdminRequest.Body body = request.body("paused");
    if (!body.has("paused")) {
      throw Problem.invalid("A member is missing", "Give paused, true or false");
    }
    boolean paused = body.flag("paused", false);
    if (now == null) {
      throw new Problem.ProblemException(
          Problem.of(
              409,
              "conflict",
              "This file system follows no other one",
              "`bin/warren migrate follow` has a stopped one follow from its next start on"));
    }
    runner.run(
        TxOptions.write("pause_following"),
        tx -> {
          Following.pause(tx, paused);
          return true;
        });
  }
}
