package io.warren.namenode;

import io.micrometer.core.instrument.Tags;
import io.warren.blocks.BlockSynchronization;
import io.warren.blocks.DatanodeService;
import io.warren.blocks.Datanodes;
import io.warren.blocks.RowBlockPlaces;
import io.warren.blocks.StorageIds;
import io.warren.model.NamenodeMember;
import io.warren.namenode.admin.AdminApi;
import io.warren.namenode.admin.ProcessControl;
import io.warren.namenode.audit.AuditLog;
import io.warren.namenode.audit.AuditSettings;
import io.warren.namenode.audit.ClientAudit;
import io.warren.namenode.election.Election;
import io.warren.namenode.election.EventRetention;
import io.warren.namenode.election.FeedRetention;
import io.warren.namenode.election.LeaderLoop;
import io.warren.namenode.election.LeaderService;
import io.warren.namenode.fsck.FsckServlet;
import io.warren.namenode.heat.Heat;
import io.warren.namenode.heat.HeatWitness;
import io.warren.namenode.http.CrossSiteFilter;
import io.warren.namenode.http.HttpFace;
import io.warren.namenode.http.KnownHostsFilter;
import io.warren.namenode.http.MembersServlet;
import io.warren.namenode.http.MetricsServlet;
import io.warren.namenode.http.Spnego;
import io.warren.namenode.inotify.Inotify;
import io.warren.namenode.jmx.NamenodeBeans;
import io.warren.namenode.limits.CallLimits;
import io.warren.namenode.limits.LimitedAdmission;
import io.warren.namenode.metrics.NamenodeMetrics;
import io.warren.namenode.peers.CountedBarrier;
import io.warren.namenode.rpc.CallQueues;
import io.warren.namenode.rpc.NamenodeProtocols;
import io.warren.namenode.rpc.RpcFace;
import io.warren.namenode.rpc.SafeMode;
import io.warren.namenode.rpc.ServiceAcls;
import io.warren.namenode.rpc.Witnesses;
import io.warren.namenode.safemode.ReadOnlyFence;
import io.warren.namenode.security.Tokens;
import io.warren.namenode.service.NamenodeSettings;
import io.warren.namenode.service.NamenodeSpec;
import io.warren.namenode.service.ServiceGate;
import io.warren.namenode.service.StartupException;
import io.warren.namenode.small.SmallFileSettings;
import io.warren.namenode.small.SmallFileSteps;
import io.warren.namenode.small.SmallFiles;
import io.warren.namenode.walks.Walks;
import io.warren.namenode.webhdfs.WebHdfs;
import io.warren.namespace.Namespace;
import io.warren.namespace.NamespaceConfig;
import io.warren.namespace.NamespaceFormat;
import io.warren.namespace.recovery.CommitBlockSynchronization;
import io.warren.store.StoreException;
import io.warren.store.TransactionRunner;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.servlet.http.HttpServlet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.eclipse.jetty.servlet.FilterHolder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One namenode: its parts, started in order and stopped in the reverse one. */
final class Namenode {
  private static final Logger LOG = LoggerFactory.getLogger(Namenode.class);
  private static final String VERSION = "0.1.0";
  private static final String WEBHDFS = "/webhdfs/v1/*";
  private static final String FSCK = "/fsck";

  /** A stock DataNode that lost a namenode tries again every five seconds. */
  private static final long DATANODES_WAIT_MS = 10_000;

  private static final long DATANODES_LOOK_MS = 50;

  /** A leader's service that does nothing in the store for so long is started again. */
  private static final String STUCK_AFTER_MS_KEY = "warren.leader.service.stuck-after-ms";

  private static final long STUCK_AFTER_DEFAULT_MS = 300_000;

  private final NamenodeProcess.Shared shared;
  private final ServiceGate gate = new ServiceGate();
  private final ServiceGate datanodeGate = new ServiceGate();
  private final NamenodeMetrics metrics;
  private final CallQueues callQueues;
  private final ServiceAcls serviceAcls;
  private final Heat heat;
  private final HeatWitness heatWitness;
  private final CallLimits limits;
  private final TransactionRunner runner;
  private final Election election;
  private final CountedBarrier writeBarrier;
  private final ReadOnlyFence readOnlyFence;
  private final Deque<Runnable> closers = new ArrayDeque<>();
  private NamenodeSpec spec;
  private boolean crashed;
  private Supplier<Set<String>> liveDatanodes = Set::of;
  private @Nullable FollowUpkeep follow;

  private Namenode(NamenodeProcess.Shared shared, NamenodeSpec spec) {
    this.shared = shared;
    this.spec = spec;
    metrics = new NamenodeMetrics(spec.name());
    heat = new Heat(spec.name(), System::nanoTime);
    heatWitness = new HeatWitness(heat);
    callQueues = new CallQueues(shared.conf(), shared.settings(), heatWitness::refusedByQueue);
    serviceAcls = new ServiceAcls(shared.conf());
    runner =
        new TransactionRunner(
            shared.store(),
            (operation, stats, attempt, outcome) -> {
              metrics.finished(operation, stats, attempt, outcome);
              heatWitness.finished(operation, stats, attempt, outcome);
            },
            shared.writes());
    limits = new CallLimits(spec.name(), runner, shared.clock());
    election =
        new Election(
            runner,
            new Election.Settings(spec.name(), VERSION, shared.settings().heartbeatMissesMax()),
            shared.clock(),
            metrics);
    PeerWaits waits = PeerWaits.of(shared, election);
    writeBarrier = new CountedBarrier(waits.writes());
    readOnlyFence = waits.readOnly();
  }

  /**
   * Starts a namenode; it serves when this returns.
   *
   * @param awaited UUIDs of datanodes that must find it before clients may (bounded): those that
   *     its peers know, so that no client is worse off here than there
   * @throws StartupException after everything was let go of again
   */
  static Namenode start(
      NamenodeProcess.Shared shared, NamenodeSpec spec, ProcessControl process, Set<String> awaited)
      throws StartupException {
    Namenode namenode = new Namenode(shared, spec);
    boolean started = false;
    try {
      namenode.run(process, awaited);
      started = true;
      return namenode;
    } catch (IOException e) {
      throw new StartupException("Namenode " + spec.name() + ": " + e.getMessage(), e);
    } finally {
      if (!started) {
        namenode.closeParts();
      }
    }
  }

  private void run(ProcessControl process, Set<String> awaited)
      throws StartupException, IOException {
    Configuration conf = shared.conf();
    NamenodeSettings settings = shared.settings();
    closers.push(metrics::close);
    AuditLog audit = AuditLog.open(shared.logs(), spec.name(), AuditSettings.read(conf));
    closers.push(audit::close);
    closers.push(heat::close);
    heat.start();
    closers.push(limits::close);
    limits.start();
    Namespace namespace = namespace();
    FollowUpkeep following = FollowUpkeep.of(namespace, shared.identity(), conf);
    follow = following;
    if (following != null) {
      closers.push(following::close);
      following.register(metrics, shared.clock());
      LOG.info("Namenode {} is read only: it follows {}", spec.name(), namespace.followed());
    }
    Datanodes datanodes =
        new Datanodes(
            conf,
            shared.identity().blockPoolId(),
            new StorageIds(runner),
            election.namenodes().selfId());
    closers.push(datanodes::close);
    BlockServices blocks =
        BlockServices.wire(
            runner,
            shared.clock(),
            conf,
            datanodes,
            shared.identity().clusterId(),
            election.namenodes());
    Tokens tokens = new Tokens(runner, shared.clock(), conf, datanodes.tokens());
    closers.push(tokens::close);
    tokens.start();
    SmallFiles.Parts smallFileParts =
        new SmallFiles.Parts(namespace, shared.callers(), FileRules.read(conf));
    SmallFiles smallFiles =
        new SmallFiles(spec.name(), smallFileParts, SmallFileSettings.read(conf));
    Walks walks = Walks.read(conf);
    RpcFace.Protocols protocols = protocols(namespace, smallFiles, walks, blocks, tokens, audit);
    closers.push(smallFiles::close);
    smallFiles.start(protocols.client(), protocols.smallFiles(), settings.rpcHandlers(), conf);
    RpcFace rpc =
        RpcFace.bind(
            spec.name(), spec.rpc(), settings.rpcHandlers(), conf, tokens.delegation(), protocols);
    closers.push(rpc::stop);
    closers.push(callQueues::close);
    callQueues.serve(rpc);
    serviceAcls.serve(rpc);
    HttpFace http =
        new HttpFace(
            spec.name(),
            spec.http(),
            settings.httpThreadsMax(),
            settings.drainTimeoutMs(),
            servlets(
                process,
                namespace,
                smallFiles,
                new SmallFileSteps(smallFiles, smallFileParts),
                walks,
                blocks,
                protocols,
                tokens,
                audit),
            filters(),
            Instrumentation.attributes(conf));
    // Jetty waits for running requests, among them the one that asked for the stop.
    closers.push(() -> CompletableFuture.runAsync(http::stop));
    spec =
        new NamenodeSpec(
            spec.name(), spec.rpc().withPort(rpc.port()), spec.http().withPort(http.port()));
    election.join(spec.rpc().toString(), spec.http().toString());
    closers.push(this::leave);
    // An import that began since looks for members after it has told of itself.
    Imports.requireEnded(runner);
    // Who turned safe mode on before this one was a member did not ask it to look.
    shared.readOnly().look();
    LeaderLoop loop =
        new LeaderLoop(
            spec.name(), election, leaderServices(namespace, blocks, tokens), loopSettings());
    closers.push(loop::close);
    loop.start();
    closers.push(new ReportUpkeep(spec.name(), blocks, settings.servicesIntervalMs())::close);
    LeaseObserver leases = new LeaseObserver(spec.name(), namespace);
    closers.push(leases::close);
    closers.push(new LeftTrees(spec.name(), namespace)::close);
    NamenodeGauges.register(metrics, datanodes, rpc, election, shared.store());
    NamenodeGauges.register(metrics, loop);
    NamenodeGauges.register(metrics, smallFiles);
    NamenodeGauges.register(metrics, walks);
    NamenodeGauges.register(metrics, namespace);
    NamenodeGauges.register(metrics, writeBarrier);
    CallQueueGauges.register(metrics, callQueues, limits);
    HeatGauges.register(metrics, heat);
    blocks.registerGauges(metrics);
    metrics.gauge(
        "warren.subtree.locks.held", Tags.empty(), namespace, n -> n.subtreeLocksHeld().size());
    metrics.counter("warren.subtree.locks.broken", namespace, Namespace::subtreeLocksBroken);
    datanodeGate.open();
    rpc.start();
    http.start();
    awaitDatanodes(datanodes, awaited);
    liveDatanodes = () -> uuids(datanodes);
    gate.open();
    LOG.info("Namenode {} serves RPC on {} and HTTP on {}", spec.name(), spec.rpc(), spec.http());
  }

  private List<LeaderService> leaderServices(
      Namespace namespace, BlockServices blocks, Tokens tokens) {
    NamenodeSettings settings = shared.settings();
    List<LeaderService> services = new ArrayList<>();
    FollowUpkeep following = follow;
    if (following == null) {
      services.add(new LeaseUpkeep(namespace, shared.conf(), blocks.recoveries()));
      services.addAll(TrashUpkeep.services(namespace, shared.conf()));
    } else {
      // Writers and trash are those of the followed file system, which sees to them itself.
      services.add(following);
    }
    services.addAll(blocks.leaderServices(election));
    services.addAll(NamespaceUpkeep.services(namespace));
    services.add(tokens.upkeep());
    services.add(new FeedRetention(runner, shared.clock(), settings.feedRetentionMs()));
    services.add(new EventRetention(runner, shared.clock(), settings.eventRetentionMs()));
    return WaitsInSafeMode.all(services, shared.readOnly()::isOn);
  }

  private LeaderLoop.Settings loopSettings() {
    NamenodeSettings settings = shared.settings();
    return new LeaderLoop.Settings(
        settings.heartbeatIntervalMs(),
        settings.servicesIntervalMs(),
        shared.conf().getLong(STUCK_AFTER_MS_KEY, STUCK_AFTER_DEFAULT_MS));
  }

  private Namespace namespace() {
    NamespaceConfig defaults = NamespaceConfig.defaults(shared.callers().processUser());
    NamespaceConfig config =
        new NamespaceConfig(
            defaults.superuserName(),
            shared.callers().superGroup(),
            Duration.ofMillis(
                shared
                    .conf()
                    .getLong(
                        DFSConfigKeys.DFS_NAMENODE_RETRY_CACHE_EXPIRYTIME_MILLIS_KEY,
                        DFSConfigKeys.DFS_NAMENODE_RETRY_CACHE_EXPIRYTIME_MILLIS_DEFAULT)),
            shared.settings().hintsMax(),
            shared.settings().viewsBytesMax(),
            defaults.parentMtimeGranularity(),
            shared.settings().hashedLevels());
    Namespace namespace =
        new Namespace(runner, shared.clock(), config, election, writeBarrier, shared.readOnly());
    closers.push(namespace::close);
    NamespaceFormat.formatIfEmpty(namespace);
    return namespace;
  }

  private RpcFace.Protocols protocols(
      Namespace namespace,
      SmallFiles smallFiles,
      Walks walks,
      BlockServices blocks,
      Tokens tokens,
      AuditLog audit) {
    DatanodeService datanodeService =
        new DatanodeService(
            shared.identity(),
            DatanodeClaims.of(runner, election),
            blocks.datanodes(),
            blocks.incrementalReports(),
            blocks.stockReports(),
            blocks.invalidations(),
            blocks.recoveries(),
            blocks.redundancy(),
            blocks.badBlocks(),
            result -> synchronize(namespace, result),
            shared.readOnly()::isOn);
    return NamenodeProtocols.of(
        new NamenodeProtocols.Parts(
            namespace,
            FileRules.read(shared.conf()),
            smallFiles,
            walks,
            blocks.datanodes(),
            new RowBlockPlaces(blocks.datanodes(), System::nanoTime),
            blocks.badBlocks(),
            blocks.counts(),
            blocks.incrementalReports().arrivals(),
            datanodeService,
            blocks.hashReports(),
            shared.callers(),
            new SafeMode(
                namespace, shared.readOnly(), readOnlyFence, shared.callers(), shared.clock()),
            tokens,
            new Inotify(runner, eventsMax(shared.conf())),
            new LimitedAdmission(limits, new UserShares(callQueues.shares())),
            callQueues,
            serviceAcls,
            shared.conf()),
        gate,
        datanodeGate,
        metrics,
        new Witnesses(List.of(new ClientAudit(audit), heatWitness)));
  }

  private static int eventsMax(Configuration conf) {
    return conf.getInt(
        DFSConfigKeys.DFS_NAMENODE_INOTIFY_MAX_EVENTS_PER_RPC_KEY,
        DFSConfigKeys.DFS_NAMENODE_INOTIFY_MAX_EVENTS_PER_RPC_DEFAULT);
  }

  private void synchronize(Namespace namespace, BlockSynchronization.Result result) {
    namespace.run(
        new CommitBlockSynchronization(
            result.blockId(),
            result.recoveryId(),
            result.lengthBytes(),
            result.closeFile(),
            result.deleteBlock(),
            result.storageIds()),
        shared.callers().system());
  }

  private Map<String, HttpServlet> servlets(
      ProcessControl process,
      Namespace namespace,
      SmallFiles smallFiles,
      SmallFileSteps smallFileSteps,
      Walks walks,
      BlockServices blocks,
      RpcFace.Protocols protocols,
      Tokens tokens,
      AuditLog audit)
      throws IOException {
    Datanodes datanodes = blocks.datanodes();
    NamenodeSettings settings = shared.settings();
    long staleAfterMs =
        shared
            .conf()
            .getLong(
                DFSConfigKeys.DFS_NAMENODE_STALE_DATANODE_INTERVAL_KEY,
                DFSConfigKeys.DFS_NAMENODE_STALE_DATANODE_INTERVAL_DEFAULT);
    ClientProtocol client = protocols.client();
    HttpServlet admin =
        AdminApi.servlet(
            new AdminApi.Parts(
                spec.name(),
                VERSION,
                shared.identity().clusterId(),
                gate,
                shared.tokens(),
                audit,
                process,
                election,
                runner,
                shared.writes(),
                shared.readOnly(),
                shared.drains(),
                namespace,
                FileRules.read(shared.conf()),
                shared.callers(),
                smallFiles,
                smallFileSteps,
                walks,
                datanodes,
                blocks.counts(),
                heat,
                limits,
                () -> follow == null ? null : follow.state(),
                client,
                shared.conf(),
                shared.clock(),
                staleAfterMs));
    Map<String, HttpServlet> servlets =
        new HashMap<>(
            Map.of(
                "/admin/v1/*",
                admin,
                WEBHDFS,
                WebHdfs.servlet(
                    client,
                    protocols.smallFiles(),
                    datanodes,
                    () -> spec.rpc().toString(),
                    tokens.delegation(),
                    heatWitness::encoded,
                    shared.conf()),
                FSCK,
                new FsckServlet(client, audit),
                "/metrics",
                new MetricsServlet(metrics),
                "/members",
                new MembersServlet(() -> election.view().members())));
    servlets.putAll(
        Instrumentation.servlets(
            new Instrumentation.Parts(
                spec.name(),
                () -> election.leads() ? "leader" : "active",
                new NamenodeBeans.Parts(
                    shared.identity().clusterId(),
                    shared.identity().blockPoolId(),
                    VERSION,
                    () -> spec.rpc().toString(),
                    () -> gate.state() == ServiceGate.State.SERVING,
                    shared.readOnly()::isOn,
                    datanodes,
                    blocks.counts()))));
    return servlets;
  }

  private List<HttpFace.Mounted> filters() throws IOException {
    Configuration conf = shared.conf();
    List<String> hosts = List.of(spec.http().host(), spec.rpc().host());
    List<HttpFace.Mounted> filters = new ArrayList<>();
    mount(filters, WEBHDFS, KnownHostsFilter.holder(conf, hosts));
    mount(filters, FSCK, KnownHostsFilter.holder(conf, hosts));
    mount(filters, WEBHDFS, CrossSiteFilter.holder(conf, WebHdfs::changesByGet));
    mount(filters, FSCK, CrossSiteFilter.holder(conf, FsckServlet::changesByGet));
    mount(filters, WEBHDFS, Spnego.filter(conf, spec.http().host()));
    for (String page : Instrumentation.PAGES) {
      mount(filters, page, KnownHostsFilter.holder(conf, hosts));
    }
    mount(
        filters,
        Instrumentation.LOG_LEVEL,
        CrossSiteFilter.holder(conf, Instrumentation::changesByGet));
    for (String page : Instrumentation.OF_ADMINISTRATORS) {
      mount(filters, page, Spnego.filter(conf, spec.http().host()));
    }
    return filters;
  }

  private static void mount(
      List<HttpFace.Mounted> filters, String path, @Nullable FilterHolder filter) {
    if (filter != null) {
      filters.add(new HttpFace.Mounted(path, filter));
    }
  }

  private static Set<String> uuids(Datanodes datanodes) {
    return datanodes.live().stream()
        .filter(d -> d.getStorageInfos().length > 0)
        .map(DatanodeDescriptor::getDatanodeUuid)
        .collect(Collectors.toSet());
  }

  private void awaitDatanodes(Datanodes datanodes, Set<String> awaited) {
    long deadlineNanos = System.nanoTime() + DATANODES_WAIT_MS * 1_000_000;
    try {
      while (!uuids(datanodes).containsAll(awaited)) {
        if (System.nanoTime() - deadlineNanos > 0) {
          LOG.warn("Namenode {} serves although not all datanodes have found it", spec.name());
          return;
        }
        Thread.sleep(DATANODES_LOOK_MS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** UUIDs of the datanodes that this namenode can use now. */
  Set<String> liveDatanodes() {
    return liveDatanodes.get();
  }

  NamenodeSpec spec() {
    return spec;
  }

  /** This namenode as a member; as it last knew itself. */
  NamenodeMember member() {
    Election.View view = election.view();
    return view.members().stream()
        .filter(m -> m.id() == view.id())
        .findFirst()
        .orElseGet(
            () ->
                new NamenodeMember(
                    view.id(),
                    spec.name(),
                    spec.rpc().toString(),
                    spec.http().toString(),
                    0,
                    0,
                    0,
                    0,
                    VERSION));
  }

  /** Refuses new calls, lets running ones end (bounded), and lets go of everything. */
  void stop() throws InterruptedException {
    if (!gate.drain(shared.settings().drainTimeoutMs())) {
      LOG.warn("Namenode {} stops although calls still run", spec.name());
    }
    closeParts();
    LOG.info("Namenode {} has stopped", spec.name());
  }

  /**
   * Stops as a killed process does: no call is waited for, and the others are not told. For drills.
   */
  void crash() {
    crashed = true;
    closeParts();
    LOG.warn("Namenode {} was ended abruptly, as a drill", spec.name());
  }

  private void leave() {
    if (crashed) {
      return;
    }
    try {
      election.leave();
    } catch (StoreException e) {
      LOG.warn("Leaving the election failed; the others notice by its missing heartbeats", e);
    }
  }

  private void closeParts() {
    gate.close();
    datanodeGate.close();
    while (!closers.isEmpty()) {
      try {
        closers.pop().run();
      } catch (RuntimeException e) {
        LOG.warn("A part of namenode {} did not close cleanly", spec.name(), e);
      }
    }
  }
}
