package io.warren.namenode.admin;

import io.warren.migrate.follow.FollowState;
import java.time.Clock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** /follow: how far this file system is as a copy of an HDFS whose edits it follows. */
final class FollowResource implements AdminServlet.Resource {
  /**
   * What the answering namenode knows.
   *
   * @param follows whether this is a copy; all else is 0 or null when it is not
   * @param lagSeconds -1 when nothing is known, as at a namenode that has not led yet
   */
  record View(
      String namenode,
      boolean follows,
      @Nullable String location,
      long appliedTransaction,
      long newestTransaction,
      long lagTransactions,
      double lagSeconds,
      long editsApplied,
      long editsPassed,
      @Nullable String waitingFor,
      @Nullable String stoppedBy,
      long asOfMs) {}

  private final String namenode;
  private final Supplier<@Nullable FollowState> state;
  private final Clock clock;

  FollowResource(String namenode, Supplier<@Nullable FollowState> state, Clock clock) {
    this.namenode = namenode;
    this.state = state;
    this.clock = clock;
  }

  @Override
  public Object handle(AdminRequest request) {
    FollowState now = state.get();
    long nowMs = clock.millis();
    if (now == null) {
      return new View(namenode, false, null, 0, 0, 0, -1, 0, 0, null, null, nowMs);
    }
    return new View(
        namenode,
        true,
        now.location(),
        now.appliedTransaction(),
        now.newestTransaction(),
        now.lagTransactions(),
        now.lagSeconds(nowMs),
        now.editsApplied(),
        now.editsPassed(),
        now.waitingFor(),
        now.stoppedBy(),
        nowMs);
  }
}
