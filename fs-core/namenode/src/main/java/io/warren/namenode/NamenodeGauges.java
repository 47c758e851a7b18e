package io.warren.namenode;

import io.micrometer.core.instrument.Tags;
import io.warren.blocks.Datanodes;
import io.warren.namenode.election.Election;
import io.warren.namenode.election.LeaderLoop;
import io.warren.namenode.metrics.NamenodeMetrics;
import io.warren.namenode.peers.CountedBarrier;
import io.warren.namenode.rpc.RpcFace;
import io.warren.namenode.small.SmallFileCounts;
import io.warren.namenode.small.SmallFileCounts.Fallback;
import io.warren.namenode.small.SmallFileRoom;
import io.warren.namenode.small.SmallFiles;
import io.warren.namenode.walks.Walks;
import io.warren.namespace.Namespace;
import io.warren.namespace.TotalsStats;
import io.warren.namespace.view.DirectoryViews;
import io.warren.namespace.view.ViewStats;
import io.warren.store.Store;
import java.util.Locale;

/** What one namenode shows of itself and of the datanodes. */
final class NamenodeGauges {
  private NamenodeGauges() {}

  static void register(
      NamenodeMetrics metrics, Datanodes datanodes, RpcFace rpc, Election election, Store store) {
    metrics.gauge("warren.datanodes", Tags.of("state", "live"), datanodes, d -> d.live().size());
    metrics.gauge("warren.datanodes", Tags.of("state", "dead"), datanodes, d -> d.dead().size());
    metrics.gauge(
        "warren.capacity.bytes",
        Tags.of("kind", "total"),
        datanodes,
        d -> d.totals().getCapacityTotal());
    metrics.gauge(
        "warren.capacity.bytes",
        Tags.of("kind", "used"),
        datanodes,
        d -> d.totals().getCapacityUsed());
    metrics.gauge(
        "warren.capacity.bytes",
        Tags.of("kind", "remaining"),
        datanodes,
        d -> d.totals().getCapacityRemaining());
    metrics.gauge("warren.leader", Tags.empty(), election, e -> e.leads() ? 1 : 0);
    metrics.gauge(
        "warren.clock.skew.seconds", Tags.empty(), election, e -> e.clockSkewMs() / 1000.0);
    metrics.gauge("warren.leader.epoch", Tags.empty(), election, Election::epoch);
    store.counters().forEach(metrics::counter);
    metrics.gauge("warren.feed.head.sequence", Tags.empty(), store, s -> s.feed().head());
    metrics.gauge("warren.rpc.queue.calls", Tags.empty(), rpc, RpcFace::queueLength);
    metrics.gauge("warren.rpc.connections", Tags.empty(), rpc, RpcFace::openConnections);
  }

  /** How subtree operations waited for the writes of all namenodes. */
  static void register(NamenodeMetrics metrics, CountedBarrier barrier) {
    metrics.counter(
        "warren.write.barriers", Tags.of("outcome", "passed"), barrier, CountedBarrier::passed);
    metrics.counter(
        "warren.write.barriers", Tags.of("outcome", "unknown"), barrier, CountedBarrier::unknown);
    metrics.counter(
        "warren.write.barrier.seconds", Tags.empty(), barrier, CountedBarrier::waitedSeconds);
  }

  /** What the namenode has done with small files. */
  static void register(NamenodeMetrics metrics, SmallFiles smallFiles) {
    SmallFileCounts counts = smallFiles.counts();
    metrics.counter("warren.small.files.written", counts, SmallFileCounts::written);
    metrics.counter("warren.small.files.read", counts, SmallFileCounts::read);
    for (Fallback why : Fallback.values()) {
      metrics.counter(
          "warren.small.file.fallbacks",
          Tags.of("reason", why.name().toLowerCase(Locale.ROOT)),
          counts,
          c -> c.fallbacks(why));
    }
    metrics.gauge(
        "warren.small.file.bytes.in.flight", Tags.empty(), smallFiles, s -> s.inFlight().bytes());
    metrics.counter("warren.small.files.taken.in", counts, SmallFileCounts::takenIn);
    metrics.counter("warren.small.file.bytes.taken.in", counts, SmallFileCounts::takenInBytes);
    metrics.counter("warren.small.files.moved.out", counts, SmallFileCounts::filesMovedOut);
    SmallFileRoom room = smallFiles.room();
    if (room.now() != null) {
      metrics.gauge(
          "warren.small.file.store.used.bytes", Tags.empty(), room, SmallFileRoom::usedBytes);
      metrics.gauge(
          "warren.small.file.store.size.bytes", Tags.empty(), room, SmallFileRoom::sizeBytes);
    }
  }

  /**
   * How many directories were counted again, whether any was found wrong, which should not be, and
   * how far the first count is; and what became of looks at directories.
   */
  static void register(NamenodeMetrics metrics, Namespace namespace) {
    register(metrics, namespace.directoryViews());
    TotalsStats stats = namespace.totalsStats();
    metrics.counter("warren.directory.totals.checked", stats, TotalsStats::checked);
    metrics.counter("warren.directory.totals.mended", stats, TotalsStats::mended);
    metrics.gauge(
        "warren.directory.totals.inodes.passed", Tags.empty(), stats, TotalsStats::inodesPassed);
  }

  private static void register(NamenodeMetrics metrics, DirectoryViews views) {
    ViewStats stats = views.stats();
    metrics.counter(
        "warren.directory.views.looks", Tags.of("from", "memory"), stats, ViewStats::answered);
    metrics.counter(
        "warren.directory.views.looks", Tags.of("from", "store"), stats, ViewStats::read);
    metrics.counter("warren.directory.views.changes", stats, ViewStats::changes);
    metrics.counter("warren.directory.views.caught.up", stats, ViewStats::caughtUp);
    metrics.counter("warren.directory.views.overtaken", stats, ViewStats::overtaken);
    metrics.counter("warren.directory.views.forgotten", stats, ViewStats::forgotten);
    metrics.gauge("warren.directory.views.kept", Tags.empty(), views, DirectoryViews::kept);
  }

  /** How calls that walk whole trees fare. */
  static void register(NamenodeMetrics metrics, Walks walks) {
    metrics.gauge("warren.walks", Tags.of("state", "running"), walks, Walks::running);
    metrics.gauge("warren.walks", Tags.of("state", "waiting"), walks, Walks::waiting);
    metrics.counter("warren.walks.abandoned", walks, Walks::abandoned);
    metrics.counter("warren.walks.refused", walks, Walks::refused);
    metrics.counter("warren.walks.joined", walks, Walks::joined);
  }

  /** How each of the leader's services fares on this namenode. */
  static void register(NamenodeMetrics metrics, LeaderLoop loop) {
    for (int i = 0; i < loop.health().size(); i++) {
      int place = i;
      Tags tags = Tags.of("service", loop.health().get(i).service());
      metrics.counter(
          "warren.leader.service.turns", tags, loop, l -> l.health().get(place).turns());
      metrics.counter(
          "warren.leader.service.failures", tags, loop, l -> l.health().get(place).failures());
      metrics.counter(
          "warren.leader.service.restarts", tags, loop, l -> l.health().get(place).restarts());
      metrics.gauge(
          "warren.leader.service.silent.seconds",
          tags,
          loop,
          l -> l.health().get(place).silentMs() / 1000.0);
    }
  }
}
