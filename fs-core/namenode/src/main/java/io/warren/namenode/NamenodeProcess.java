package io.warren.namenode;

import io.warren.blocks.FileSystemFormat;
import io.warren.blocks.FileSystemIdentity;
import io.warren.model.NamenodeMember;
import io.warren.model.NamespaceException;
import io.warren.namenode.admin.AdminTokens;
import io.warren.namenode.admin.ProcessControl;
import io.warren.namenode.election.DrainOrders;
import io.warren.namenode.election.DrainWatch;
import io.warren.namenode.election.DrainedNamenodes;
import io.warren.namenode.election.Membership;
import io.warren.namenode.safemode.ReadOnlySwitch;
import io.warren.namenode.security.Login;
import io.warren.namenode.service.Callers;
import io.warren.namenode.service.NamenodeSettings;
import io.warren.namenode.service.NamenodeSpec;
import io.warren.namenode.service.StartupException;
import io.warren.store.Store;
import io.warren.store.StoreConfig;
import io.warren.store.StoreException;
import io.warren.store.StoreProvider;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import io.warren.store.WritesUnderWay;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The namenodes of one process over one store. Namenodes, of this process or of others, share
 * nothing but the store: what one writes the others find there.
 */
public final class NamenodeProcess implements ProcessControl, DrainWatch.Process, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(NamenodeProcess.class);
  private static final String STORE = "store";
  private static final String SECRETS = "secrets";
  private static final String LOGS = "logs";

  /**
   * What the namenodes of a process have in common.
   *
   * @param storeShared whether other processes may have the store open, too
   * @param writes of all of them
   * @param readOnly what they know of safe mode
   * @param drains which namenodes shall not serve
   */
  record Shared(
      Store store,
      boolean storeShared,
      WritesUnderWay writes,
      ReadOnlySwitch readOnly,
      DrainOrders drains,
      FileSystemIdentity identity,
      Configuration conf,
      NamenodeSettings settings,
      Callers callers,
      AdminTokens tokens,
      Path logs,
      Clock clock) {}

  private final Shared shared;
  private final Map<String, Namenode> running = new ConcurrentSkipListMap<>();
  private final Map<String, Stopped> stopped = new ConcurrentSkipListMap<>();

  /** Those of the stopped that were to be drained. */
  private final Set<String> drained = new HashSet<>();

  private final DrainWatch drainWatch;
  private final CountDownLatch closed = new CountDownLatch(1);
  private boolean closing;

  private NamenodeProcess(Shared shared) {
    this.shared = shared;
    drainWatch = new DrainWatch(shared.drains(), this, shared.settings().drainedAloneMs());
  }

  /**
   * Opens (or formats) the store and starts the namenodes.
   *
   * @throws StartupException with one line for the operator
   */
  public static NamenodeProcess start(Path home, Configuration conf, List<NamenodeSpec> specs)
      throws StartupException {
    return start(home, conf, specs, StoreSettings.read(conf), Clock.systemUTC());
  }

  /**
   * As above, over a store of any kind.
   *
   * @throws StartupException with one line for the operator
   */
  public static NamenodeProcess start(
      Path home,
      Configuration conf,
      List<NamenodeSpec> specs,
      StoreProvider provider,
      StoreConfig config)
      throws StartupException {
    NamenodeSettings settings = NamenodeSettings.read(conf);
    if (!provider.sharedByProcesses()) {
      return start(home, conf, specs);
    }
    Store store;
    try {
      store = provider.open(config);
    } catch (StoreException e) {
      throw new StartupException("Cannot open the metadata store: " + e.getMessage(), e);
    }
    return launchAll(home, conf, settings, specs, new Opened(store, true), Clock.systemUTC());
  }

  static NamenodeProcess start(
      Path home,
      Configuration conf,
      List<NamenodeSpec> specs,
      EmbeddedOptions storeOptions,
      Clock clock)
      throws StartupException {
    NamenodeSettings settings = NamenodeSettings.read(conf);
    Store store = open(home.resolve(STORE), storeOptions);
    return launchAll(home, conf, settings, specs, new Opened(store, false), clock);
  }

  /** A store, and whether other processes may have it open, too. */
  private record Opened(Store store, boolean shared) {}

  private static NamenodeProcess launchAll(
      Path home,
      Configuration conf,
      NamenodeSettings settings,
      List<NamenodeSpec> specs,
      Opened opened,
      Clock clock)
      throws StartupException {
    Store store = opened.store();
    NamenodeProcess process = null;
    try {
      Login.of(conf, specs.get(0).rpc().host());
      process = new NamenodeProcess(share(home, conf, settings, opened, clock));
      DrainedNamenodes drained = process.shared.drains().now();
      for (NamenodeSpec spec : specs) {
        if (drained.names(spec.name())) {
          process.rest(spec);
        } else {
          process.launch(spec, Set.of());
        }
      }
      process.drainWatch.start();
      return process;
    } catch (IOException e) {
      throw abandon(process, store, new StartupException("Cannot start: " + e.getMessage(), e));
    } catch (StoreException e) {
      String why =
          opened.shared()
              ? "Cannot use the metadata store: " + e.getMessage()
              : advice(home.resolve(STORE), e);
      throw abandon(process, store, new StartupException(why, e));
    } catch (StartupException e) {
      throw abandon(process, store, e);
    }
  }

  private static StartupException abandon(
      @org.jspecify.annotations.Nullable NamenodeProcess process,
      Store store,
      StartupException why) {
    if (process == null) {
      store.close();
    } else {
      process.close();
    }
    return why;
  }

  private static Shared share(
      Path home, Configuration conf, NamenodeSettings settings, Opened opened, Clock clock)
      throws IOException, StartupException {
    Store store = opened.store();
    WritesUnderWay writes = new WritesUnderWay();
    TransactionRunner runner =
        new TransactionRunner(store, TransactionRunner.Listener.NONE, writes);
    Imports.requireEnded(runner);
    FileSystemIdentity identity = FileSystemFormat.loadOrCreate(runner, clock);
    if (!opened.shared()) {
      // This process alone has the store open, so every member in it is of an earlier run.
      runner.run(TxOptions.write("forget_members"), new Membership(clock)::endEarlierRun);
    }
    LOG.info("File system {} with block pool {}", identity.clusterId(), identity.blockPoolId());
    return new Shared(
        store,
        opened.shared(),
        writes,
        new ReadOnlySwitch(runner, opened.shared()),
        new DrainOrders(runner, clock),
        identity,
        conf,
        settings,
        new Callers(conf),
        AdminTokens.loadOrCreate(home.resolve(SECRETS)),
        home.resolve(LOGS),
        clock);
  }

  private static Store open(Path folder, EmbeddedOptions options) throws StartupException {
    try {
      return EmbeddedStore.open(folder, options);
    } catch (StoreException e) {
      throw new StartupException(advice(folder, e), e);
    }
  }

  private static String advice(Path folder, StoreException e) {
    String why = "Cannot open the metadata store in " + folder + ": " + e.getMessage() + ". ";
    return why
        + switch (e.code()) {
          case FOREIGN -> "Choose another --home; nothing was changed";
          case CORRUPT -> "Restore the folder from a backup; nothing was changed";
          case IN_USE -> "Stop the other process, or choose another --home";
          case FULL -> "Free some space on its disk";
          default -> "The log says more";
        };
  }

  private void launch(NamenodeSpec spec, Set<String> awaited) throws StartupException {
    Namenode namenode = Namenode.start(shared, spec, this, awaited);
    running.put(spec.name(), namenode);
    stopped.remove(spec.name());
    drained.remove(spec.name());
  }

  /** Keeps a namenode from serving that was to be drained before this process began. */
  private synchronized void rest(NamenodeSpec spec) {
    LOG.info("Namenode {} is drained; it serves when that is ordered no more", spec.name());
    stopped.put(spec.name(), new Stopped(spec, 0, 0, 0));
    drained.add(spec.name());
  }

  @Override
  public Set<String> names() {
    Set<String> names = new HashSet<>(running.keySet());
    names.addAll(stopped.keySet());
    return names;
  }

  @Override
  public synchronized void follow(DrainedNamenodes ordered) throws InterruptedException {
    if (closing) {
      return;
    }
    for (String name : names()) {
      if (ordered.names(name) && running.containsKey(name)) {
        drain(name);
      } else if (!ordered.names(name) && drained.contains(name)) {
        launchAgain(name);
      } else if (ordered.names(name)) {
        drained.add(name);
      }
    }
  }

  private void drain(String name) throws InterruptedException {
    Namenode namenode = require(name);
    remember(namenode);
    drained.add(name);
    namenode.stop();
  }

  @Override
  public List<Stopped> stopped() {
    return new ArrayList<>(stopped.values());
  }

  /** Where a running namenode listens; with the ports that were really bound. */
  public NamenodeSpec address(String name) {
    return require(name).spec();
  }

  private Namenode require(String name) {
    Namenode namenode = running.get(name);
    if (namenode == null) {
      throw unknown(name);
    }
    return namenode;
  }

  private static NamespaceException unknown(String name) {
    return new NamespaceException(
            NamespaceException.Code.NOT_FOUND, "This process has no such namenode")
        .with("name", name);
  }

  @Override
  public void stop(String name) throws InterruptedException {
    end(name, false);
  }

  @Override
  public void crash(String name) throws InterruptedException {
    end(name, true);
  }

  private synchronized void end(String name, boolean abruptly) throws InterruptedException {
    if (stopped.containsKey(name)) {
      return;
    }
    Namenode namenode = require(name);
    if (running.size() == 1) {
      throw new NamespaceException(
              NamespaceException.Code.CONFLICT,
              "The last running namenode of a process can't be stopped alone")
          .with("name", name);
    }
    remember(namenode);
    if (abruptly) {
      namenode.crash();
    } else {
      namenode.stop();
    }
  }

  private void remember(Namenode namenode) {
    NamenodeMember last = namenode.member();
    String name = namenode.spec().name();
    running.remove(name);
    stopped.put(
        name, new Stopped(namenode.spec(), last.id(), last.startedAtMs(), last.lastHeartbeatMs()));
  }

  @Override
  public synchronized void start(String name) throws InterruptedException {
    shared.drains().lift(name);
    if (!running.containsKey(name)) {
      launchAgain(name);
    }
  }

  private void launchAgain(String name) throws InterruptedException {
    Stopped before = stopped.get(name);
    if (before == null || closing) {
      throw unknown(name);
    }
    try {
      Set<String> known = new HashSet<>();
      running.values().forEach(n -> known.addAll(n.liveDatanodes()));
      launch(before.spec(), known);
    } catch (StartupException e) {
      throw new NamespaceException(NamespaceException.Code.CONFLICT, "The namenode did not start")
          .with("name", name)
          .with("reason", String.valueOf(e.getMessage()));
    }
  }

  /** Waits until {@link #close} has ended. */
  public void awaitClosed() throws InterruptedException {
    closed.await();
  }

  /** Drains and stops every namenode, then closes the store. */
  @Override
  public synchronized void close() {
    if (closing) {
      return;
    }
    closing = true;
    drainWatch.close();
    try {
      for (Namenode namenode : running.values()) {
        namenode.stop();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      shared.readOnly().close();
      shared.store().close();
      LOG.info("All namenodes have stopped");
      closed.countDown();
    }
  }
}
