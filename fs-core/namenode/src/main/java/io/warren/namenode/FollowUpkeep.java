package io.warren.namenode;

import io.micrometer.core.instrument.Tags;
import io.warren.blocks.FileSystemIdentity;
import io.warren.migrate.edits.EditsSources;
import io.warren.migrate.edits.Passing;
import io.warren.migrate.follow.FollowState;
import io.warren.migrate.follow.Follower;
import io.warren.namenode.election.LeaderService;
import io.warren.namenode.metrics.NamenodeMetrics;
import io.warren.namespace.Following;
import io.warren.namespace.LeaderFence;
import io.warren.namespace.Namespace;
import io.warren.store.TxOptions;
import java.time.Clock;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/** The leader applies the edits of the HDFS that this file system follows. */
final class FollowUpkeep implements LeaderService, AutoCloseable {
  private static final long TURN_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Follower follower;

  private FollowUpkeep(Follower follower) {
    this.follower = follower;
  }

  /**
   * The service, and a namespace that is read only from now on; null when the store follows
   * nothing.
   */
  static @Nullable FollowUpkeep of(
      Namespace namespace, FileSystemIdentity identity, Configuration conf) {
    Following.Source source =
        namespace.runner().run(TxOptions.read("followed_source"), Following::source).orElse(null);
    if (source == null) {
      return null;
    }
    namespace.follow(source.location());
    return new FollowUpkeep(
        new Follower(
            namespace,
            source.location(),
            source.passing().stream().map(Passing::ofOption).collect(Collectors.toSet()),
            () -> EditsSources.open(source.location(), identity, conf)));
  }

  @Override
  public String name() {
    return "follow";
  }

  FollowState state() {
    return follower.state();
  }

  @Override
  public void run(LeaderFence fence) {
    follower.turn(fence, TURN_NANOS);
  }

  /** What a scrape tells: where it is, and how far behind. */
  void register(NamenodeMetrics metrics, Clock clock) {
    metrics.gauge(
        "warren.follow.transaction",
        Tags.of("of", "applied"),
        this,
        f -> f.state().appliedTransaction());
    metrics.gauge(
        "warren.follow.transaction",
        Tags.of("of", "newest"),
        this,
        f -> f.state().newestTransaction());
    metrics.gauge(
        "warren.follow.lag.transactions", Tags.empty(), this, f -> f.state().lagTransactions());
    metrics.gauge(
        "warren.follow.lag.seconds", Tags.empty(), this, f -> f.state().lagSeconds(clock.millis()));
    metrics.gauge(
        "warren.follow.stopped", Tags.empty(), this, f -> f.state().stoppedBy() == null ? 0 : 1);
    metrics.counter("warren.follow.edits", this, f -> f.state().editsApplied());
  }

  @Override
  public void close() {
    follower.close();
  }
}
