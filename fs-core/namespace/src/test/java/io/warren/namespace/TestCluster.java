package io.warren.namespace;

import io.warren.model.Block;
import io.warren.model.BlockLookup;
import io.warren.model.BlockState;
import io.warren.model.Change;
import io.warren.model.ChildrenPartitioning;
import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.model.InodeKind;
import io.warren.model.Name;
import io.warren.model.NamenodeMember;
import io.warren.model.NamespaceException;
import io.warren.model.Replica;
import io.warren.namespace.operation.GetListing;
import io.warren.namespace.operation.GetStatus;
import io.warren.namespace.operation.Mkdirs;
import io.warren.namespace.rights.Access;
import io.warren.store.ReplicaRows;
import io.warren.store.Scan;
import io.warren.store.Store;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import io.warren.store.TxStats;
import io.warren.store.WritesUnderWay;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import io.warren.store.schema.Table;
import io.warren.store.schema.Tables;
import io.warren.store.testkit.LockRulesStore;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Namenodes over one embedded store, as the namespace sees them. */
public final class TestCluster implements AutoCloseable {
  public static final CallContext ROOT = CallContext.of("hdfs", List.of("supergroup"), true);
  public static final CallContext ALICE = CallContext.of("alice", List.of("staff"), false);
  public static final CallContext BOB = CallContext.of("bob", List.of("staff", "ops"), false);
  public static final CallContext CAROL = CallContext.of("carol", List.of("guests"), false);

  /** One finished transaction. */
  public record Finished(String operation, TxStats stats, String outcome) {}

  /** One namenode: its namespace, and what its transactions cost. */
  public final class Namenode implements Liveness {
    public final Namespace namespace;
    public final ConcurrentLinkedQueue<Finished> finished = new ConcurrentLinkedQueue<>();
    private final long id;

    private Namenode(Store over) {
      id = lastNamenodeId.incrementAndGet();
      TransactionRunner runner =
          new TransactionRunner(
              over,
              (operation, stats, attempt, outcome) ->
                  finished.add(new Finished(operation, stats, outcome)),
              writes);
      namespace =
          new Namespace(
              runner,
              clock,
              new LeaseAges(clock::nanos),
              config,
              this,
              () -> barrier.await(),
              () -> gate.check());
      join(id);
      live.add(id);
    }

    @Override
    public long selfId() {
      return id;
    }

    @Override
    public boolean isLive(long namenodeId) {
      return live.contains(namenodeId);
    }

    public <R> R run(Operation<R> operation, CallContext call) {
      return namespace.run(operation, call);
    }

    /** Declares this namenode dead and removes its membership. */
    public void die() {
      live.remove(id);
      plain.run(
          TxOptions.write("test_leave"),
          tx -> {
            tx.delete(Tables.NAMENODES, id);
            return true;
          });
    }
  }

  private static final long BARRIER_TIMEOUT_MS = 500;
  private static final long VIEWS_BYTES_MAX = 1L << 20;
  private static final long HINTS_MAX = 10_000;

  private final WritesUnderWay writes = new WritesUnderWay();
  private volatile WriteBarrier barrier = () -> writes.awaitPresent(BARRIER_TIMEOUT_MS);
  private volatile ChangeGate gate = ChangeGate.OPEN;
  public final Store store;
  public final TestClock clock = new TestClock();
  private final TransactionRunner plain;
  private final AtomicLong lastNamenodeId = new AtomicLong();
  private final AtomicInteger lastCallId = new AtomicInteger();
  private final Set<Long> live = ConcurrentHashMap.newKeySet();
  private final List<Namenode> namenodes = new ArrayList<>();
  private NamespaceConfig config = config(HINTS_MAX, NamespaceConfig.HASHED_LEVELS_DEFAULT);

  public TestCluster(Path folder) {
    this(new LockRulesStore(EmbeddedStore.open(folder, EmbeddedOptions.withoutSync())));
  }

  public TestCluster(Store store) {
    this.store = store;
    this.plain = new TransactionRunner(store, TransactionRunner.Listener.NONE);
  }

  private static NamespaceConfig config(long hintsMax, int hashedLevels) {
    return new NamespaceConfig(
        "hdfs",
        "supergroup",
        Duration.ofMinutes(10),
        hintsMax,
        VIEWS_BYTES_MAX,
        Duration.ofSeconds(1),
        hashedLevels);
  }

  /** A cluster with a formatted, world-writable root. */
  public static TestCluster open(Path folder) {
    TestCluster cluster = new TestCluster(folder);
    Namenode first = cluster.namenode();
    NamespaceFormat.formatIfEmpty(first.namespace);
    return cluster;
  }

  /** Namenodes that know nothing of each other's writes. */
  public TestCluster withoutBarrier() {
    return withBarrier(WriteBarrier.NONE);
  }

  public TestCluster withBarrier(WriteBarrier other) {
    barrier = other;
    return this;
  }

  /** Whether files may be changed from now on, at all namenodes. */
  public void setGate(ChangeGate other) {
    gate = other;
  }

  public TestCluster withHintsMax(long hintsMax) {
    config = config(hintsMax, NamespaceConfig.HASHED_LEVELS_DEFAULT);
    return this;
  }

  /** For namenodes started from now on. */
  public TestCluster withHashedLevels(int hashedLevels) {
    config = config(HINTS_MAX, hashedLevels);
    return this;
  }

  /** Another namenode over the store. */
  public Namenode namenode() {
    return namenodeOver(store);
  }

  /** Another namenode that reaches the store through a wrapper. */
  public Namenode namenodeOver(Store wrapped) {
    Namenode added = new Namenode(wrapped);
    namenodes.add(added);
    return added;
  }

  /** The n-th namenode, from 0. */
  public Namenode at(int index) {
    return namenodes.get(index);
  }

  /** The same caller with the identity of a new call that a client would retry. */
  public CallContext retryable(CallContext call) {
    return new CallContext(
        call.user(),
        call.groups(),
        call.superuser(),
        "00112233445566778899aabbccddeeff",
        lastCallId.incrementAndGet(),
        "10.0.0.1");
  }

  /** Until nothing is left of what was deleted. */
  public void awaitFreed() {
    while (namenodes.stream().anyMatch(n -> !n.namespace.treesBeingFreed().isEmpty())) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  public void mkdirs(String path) {
    at(0).run(new Mkdirs(FsPath.parse(path), 0755, true), ROOT);
  }

  public void mkdirs(String path, int mode, CallContext call) {
    at(0).run(new Mkdirs(FsPath.parse(path), mode, true), call);
  }

  /** Creates a closed file without blocks. */
  public Inode createFile(String path) {
    return createFile(path, ROOT, 0);
  }

  public Inode createFile(String path, CallContext call, long sizeBytes) {
    return at(0).run(new CreateTestFile(FsPath.parse(path), sizeBytes), call);
  }

  public @Nullable Inode stat(String path) {
    return at(0).run(new GetStatus(FsPath.parse(path)), ROOT).map(EntryStatus::inode).orElse(null);
  }

  public boolean exists(String path) {
    return stat(path) != null;
  }

  /** Names of all children, in pages of the given size. */
  public List<String> list(Namenode namenode, String path, int pageSize) {
    List<String> names = new ArrayList<>();
    Name after = null;
    boolean more = true;
    while (more) {
      ListingPage page =
          namenode.run(new GetListing(FsPath.parse(path), after, pageSize), ROOT).orElseThrow();
      page.entries().forEach(e -> names.add(e.localName()));
      more = page.hasMore();
      if (!page.entries().isEmpty()) {
        after = page.entries().get(page.entries().size() - 1).inode().name();
      }
    }
    return names;
  }

  public List<String> list(String path) {
    return list(at(0), path, 1000);
  }

  /** Everything the feed holds after a sequence. */
  public List<Change> feedAfter(long sequence) {
    return store.feed().read(sequence, 10_000);
  }

  /** Every row of a small table. */
  public <K, R> List<R> rows(Table<K, R> table) {
    return plain.run(TxOptions.read("test_rows"), tx -> tx.scan(Scan.prefix(table, 10_000)));
  }

  public <T> T inStore(TransactionRunner.Body<T> body) {
    return plain.run(TxOptions.write("test"), body);
  }

  private void join(long id) {
    plain.run(
        TxOptions.write("test_join"),
        tx -> {
          tx.upsert(
              Tables.NAMENODES, new NamenodeMember(id, "nn" + id, "", "", 0, 0, 0, 0, "test"));
          return true;
        });
  }

  @Override
  public void close() {
    namenodes.forEach(n -> n.namespace.close());
    store.close();
    if (store instanceof LockRulesStore rules) {
      rules.requireOneOrder();
    }
  }

  /** A clock that only tests move. */
  public static final class TestClock extends Clock {
    private final AtomicLong nowMs = new AtomicLong(1_700_000_000_000L);

    public void advance(Duration by) {
      nowMs.addAndGet(by.toMillis());
    }

    /** The same time as a monotonic clock. */
    public long nanos() {
      return nowMs.get() * 1_000_000;
    }

    @Override
    public long millis() {
      return nowMs.get();
    }

    @Override
    public Instant instant() {
      return Instant.ofEpochMilli(millis());
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }

  /** Makes a closed file as the file operations do, so that this package is tested without them. */
  public record CreateTestFile(FsPath path, long sizeBytes, int blocks)
      implements InodeOperation<Inode> {
    public CreateTestFile(FsPath path, long sizeBytes) {
      this(path, sizeBytes, sizeBytes > 0 ? 1 : 0);
    }

    @Override
    public String name() {
      return "create_test_file";
    }

    @Override
    public boolean mutates() {
      return true;
    }

    @Override
    public Inode execute(OperationTx tx) {
      ResolvedPath found = tx.lock(PathLock.parentAndLast(path));
      tx.permissions().traverse(found);
      Inode parent = found.requireParent();
      tx.permissions().parent(found, Access.WRITE);
      if (found.exists()) {
        throw new NamespaceException(NamespaceException.Code.ALREADY_EXISTS, "The file exists");
      }
      tx.quota().charge(found, 1, PolicySpace.of(0, sizeBytes, sizeBytes * 3));
      tx.touchParent(found);
      InodeKey key = Partitioning.childKey(parent, path.last());
      Inode file = insert(tx, key, parent);
      for (int i = 0; i < blocks; i++) {
        addBlock(tx, file, i);
      }
      return file;
    }

    private void addBlock(OperationTx tx, Inode file, int index) {
      long blockId = tx.ids().next(IdKind.BLOCK);
      tx.store()
          .insert(
              Tables.BLOCKS,
              new Block(
                  file.id(), blockId, index, 1001, sizeBytes / blocks, BlockState.COMPLETE, 0));
      tx.store().insert(Tables.BLOCK_LOOKUP, new BlockLookup(blockId, file.id()));
      for (int storage = 1; storage <= 3; storage++) {
        ReplicaRows.put(
            tx.store(), new Replica(file.id(), blockId, storage, 1001, sizeBytes), null);
      }
    }

    private Inode insert(OperationTx tx, InodeKey key, Inode parent) {
      return tx.inodes()
          .insert(
              new Inode(
                  key.partitionId(),
                  key.parentId(),
                  key.name(),
                  tx.ids().next(IdKind.INODE),
                  InodeKind.FILE,
                  1,
                  tx.identity().userId(),
                  parent.groupId(),
                  0644,
                  tx.nowMs(),
                  tx.nowMs(),
                  sizeBytes,
                  3,
                  128 << 20,
                  0,
                  ChildrenPartitioning.BY_PARENT,
                  false,
                  0,
                  null,
                  null,
                  null,
                  0,
                  0,
                  0,
                  0,
                  0,
                  0));
    }
  }
}
