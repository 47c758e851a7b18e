package io.warren.namenode.admin;

import io.warren.blocks.Datanodes;
import io.warren.blocks.RedundancyCounts;
import io.warren.migrate.follow.FollowState;
import io.warren.namenode.audit.AuditLog;
import io.warren.namenode.election.DrainOrders;
import io.warren.namenode.election.Election;
import io.warren.namenode.heat.Heat;
import io.warren.namenode.limits.CallLimits;
import io.warren.namenode.safemode.ReadOnlySwitch;
import io.warren.namenode.service.Callers;
import io.warren.namenode.service.ServiceGate;
import io.warren.namenode.small.SmallFileSteps;
import io.warren.namenode.small.SmallFiles;
import io.warren.namenode.walks.Walks;
import io.warren.namespace.FileSettings;
import io.warren.namespace.Namespace;
import io.warren.namespace.policy.EnabledErasureCoding;
import io.warren.store.TransactionRunner;
import io.warren.store.WritesUnderWay;
import java.io.IOException;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import javax.servlet.http.HttpServlet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.jspecify.annotations.Nullable;

/** Puts the admin API of one namenode together. */
public final class AdminApi {
  /**
   * The parts of a namenode that its admin API uses.
   *
   * @param files limits of files
   * @param follow how far the copy of another file system is; tells null when this is none
   * @param client what RPC serves, with its gate and errors
   * @param conf of the namenode, for its calls of datanodes
   * @param staleAfterMs age of a datanode's heartbeat from which it counts as stale
   */
  public record Parts(
      String namenode,
      String version,
      String clusterId,
      ServiceGate gate,
      AdminTokens tokens,
      AuditLog audit,
      ProcessControl process,
      Election election,
      TransactionRunner runner,
      WritesUnderWay writes,
      ReadOnlySwitch readOnly,
      DrainOrders drains,
      Namespace namespace,
      FileSettings files,
      Callers callers,
      SmallFiles smallFiles,
      SmallFileSteps smallFileSteps,
      Walks walks,
      Datanodes datanodes,
      RedundancyCounts redundancy,
      Heat heat,
      CallLimits limits,
      Supplier<@Nullable FollowState> follow,
      ClientProtocol client,
      Configuration conf,
      Clock clock,
      long staleAfterMs) {}

  /** Clients of the admin API wait longer than this. */
  private static final long CALLS_TIME_LIMIT_MS = 20_000;

  private AdminApi() {}

  /**
   * @throws IOException when the configuration is not one that clients can have
   */
  public static HttpServlet servlet(Parts parts) throws IOException {
    NamenodeViews namenodes =
        new NamenodeViews(
            new NamenodeViews.Sources(
                parts.election(), parts.runner(), parts.process(), parts.version(), parts.clock()));
    ReplicaCounts counts = new ReplicaCounts(parts.runner());
    ClusterResource cluster =
        new ClusterResource(
            new ClusterResource.Sources(
                parts.datanodes(),
                namenodes,
                parts.readOnly(),
                parts.runner().store().kind(),
                parts.staleAfterMs(),
                parts.clock()),
            counts);
    ClusterEventsResource events = new ClusterEventsResource(parts.runner(), parts.clock());
    Map<String, AdminServlet.Resource> resources = new HashMap<>();
    resources.put(
        "cluster",
        request ->
            request.segments().get(request.segments().size() - 1).equals("events")
                ? events.handle(request)
                : cluster.handle(request));
    HeatResource heat =
        new HeatResource(
            parts.namenode(),
            parts.heat(),
            new DirectoryShards(
                parts.namespace(), parts.callers(), parts.runner().store().shards()),
            parts.clock());
    ShardsResource shards =
        new ShardsResource(parts.namenode(), parts.runner().store(), parts.clock());
    resources.put(
        "heat",
        request -> request.segments().size() == 1 ? heat.handle(request) : shards.handle(request));
    resources.put("limits", new LimitsResource(parts.namenode(), parts.limits(), parts.clock()));
    resources.put(
        "namenodes",
        new NamenodesResource(parts.drains(), parts.election(), parts.process(), namenodes));
    resources.put("process", new ProcessResource(parts.process(), namenodes));
    resources.put(
        "feed",
        new FeedResource(
            parts.runner().store().feed(), parts.clock(), new FeedCursors(parts.clusterId())));
    resources.put(
        "blocks",
        new BlocksResource(
            parts.runner(),
            new BlockDetails(parts.runner(), parts.datanodes(), parts.clock()),
            new FsckCalls(parts.client()),
            parts.redundancy(),
            parts.clock()));
    resources.put(
        "datanodes",
        new DatanodesResource(
            parts.runner(), parts.datanodes(), counts, parts.staleAfterMs(), parts.clock()));
    resources.put(
        "block-reports",
        new BlockReportsResource(parts.runner(), parts.datanodes(), parts.clock()));
    resources.put(
        "storages", new StoragesResource(parts.runner(), parts.datanodes(), parts.clock()));
    RowsResource rows = new RowsResource(parts.runner(), parts.datanodes(), parts.clock());
    HeatRowsResource heatRows = new HeatRowsResource(parts.namenode(), parts.heat(), parts.clock());
    resources.put(
        "rows",
        request ->
            request.segments().get(request.segments().size() - 1).equals("heat")
                ? heatRows.handle(request)
                : rows.handle(request));
    ChecksumClient checksums = new ChecksumClient(parts.client(), parts.conf());
    resources.put(
        "files",
        new ChecksumsResource(
            new ChecksumCalls(
                parts.namenode(),
                new FileChecksums(parts.runner(), checksums::getFileChecksum)::of,
                CALLS_TIME_LIMIT_MS),
            parts.clock()));
    resources.put("inodes", new InodesResource(parts.runner(), parts.namespace(), parts.clock()));
    resources.put(
        "namespace",
        new NamespaceResource(
            parts.namespace(),
            parts.callers(),
            new EntryDetails(parts.namespace(), parts.datanodes()),
            new TreeSums(parts.namespace(), parts.walks(), CALLS_TIME_LIMIT_MS),
            new InodeChanges(parts.runner().store().feed(), parts.clock())));
    resources.put("users", new UsersResource(parts.namespace(), parts.callers()));
    resources.put(
        "smallfiles",
        new SmallFilesResource(
            parts.namenode(), parts.smallFiles(), parts.smallFileSteps(), parts.clock()));
    resources.put(
        "totals",
        new TotalsResource(parts.namenode(), parts.namespace(), parts.callers(), parts.clock()));
    resources.put("writes", new WritesResource(parts.namenode(), parts.writes(), parts.readOnly()));
    resources.put(
        "follow",
        new FollowResource(parts.namenode(), parts.follow(), parts.runner(), parts.clock()));
    resources.put(
        "store",
        new CheckpointsResource(
            parts.runner().store(),
            parts.version(),
            new FeedCursors(parts.clusterId()),
            parts.clock()));
    resources.put(
        "directories",
        new DirectoriesResource(
            parts.namespace(), parts.callers(), parts.runner().store().shards()));
    resources.put(
        "subtree",
        new SubtreeResource(
            parts.namespace(),
            parts.callers(),
            StepOperations.Rules.of(
                parts.files(),
                parts.conf(),
                name ->
                    parts
                        .namespace()
                        .run(new EnabledErasureCoding(name), parts.callers().system()))));
    resources.put(
        "subtree-operations", new SubtreeOperationsResource(parts.runner(), parts.clock()));
    return new AdminServlet(
        parts.namenode(), parts.gate(), parts.tokens(), parts.audit(), Map.copyOf(resources));
  }
}
