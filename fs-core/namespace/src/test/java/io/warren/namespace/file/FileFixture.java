package io.warren.namespace.file;

import io.warren.model.Block;
import io.warren.model.BlockKey;
import io.warren.model.BlockState;
import io.warren.model.Change;
import io.warren.model.Inode;
import io.warren.model.NamenodeMember;
import io.warren.model.Replica;
import io.warren.model.ReplicaUnderConstruction;
import io.warren.namespace.CallContext;
import io.warren.namespace.ChangeGate;
import io.warren.namespace.EntryStatus;
import io.warren.namespace.FileSettings;
import io.warren.namespace.FsPath;
import io.warren.namespace.LeaseAges;
import io.warren.namespace.Liveness;
import io.warren.namespace.Namespace;
import io.warren.namespace.NamespaceConfig;
import io.warren.namespace.NamespaceFormat;
import io.warren.namespace.Operation;
import io.warren.namespace.WriteBarrier;
import io.warren.namespace.lease.BlockRecovery;
import io.warren.namespace.recovery.CommitBlockSynchronization;
import io.warren.store.LockMode;
import io.warren.store.ReplicaRows;
import io.warren.store.Scan;
import io.warren.store.Store;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import io.warren.store.TxStats;
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
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Two namenodes over one embedded store, and rows as datanodes' reports would write them. */
public final class FileFixture implements AutoCloseable {
  public static final CallContext ROOT = CallContext.of("hdfs", List.of("supergroup"), true);
  public static final CallContext ALICE = CallContext.of("alice", List.of("staff"), false);
  public static final CallContext BOB = CallContext.of("bob", List.of("ops"), false);
  public static final long BLOCK_BYTES = 1 << 20;
  public static final FileSettings SETTINGS = FileSettings.defaults();

  /** A clock that only moves when told to. */
  public static final class ManualClock extends Clock {
    private final AtomicLong nowMs = new AtomicLong(1_700_000_000_000L);

    public void advance(long ms) {
      nowMs.addAndGet(ms);
    }

    @Override
    public Instant instant() {
      return Instant.ofEpochMilli(nowMs.get());
    }

    @Override
    public long millis() {
      return nowMs.get();
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

  public final ManualClock clock = new ManualClock();
  public final LockRulesStore store;
  private final Store seen;
  public final TransactionRunner plain;
  public final Namespace first;
  public final Namespace second;
  private final Map<String, TxStats> costs = new ConcurrentHashMap<>();
  private final AtomicInteger calls = new AtomicInteger();

  public FileFixture(Path folder) {
    this(folder, store -> store);
  }

  /** Namenodes that see the store through something, e.g. without snapshots. */
  public FileFixture(Path folder, UnaryOperator<Store> seen) {
    store = new LockRulesStore(EmbeddedStore.open(folder, EmbeddedOptions.withoutSync()));
    this.seen = seen.apply(store);
    plain = new TransactionRunner(store, TransactionRunner.Listener.NONE);
    first = namespace(1);
    second = namespace(2);
    plain.run(
        TxOptions.write("join"),
        tx -> {
          for (long id = 1; id <= 2; id++) {
            tx.upsert(
                Tables.NAMENODES, new NamenodeMember(id, "nn" + id, "", "", 0, 0, 0, 0, "test"));
          }
          return true;
        });
    NamespaceFormat.formatIfEmpty(first);
    plain.run(
        TxOptions.write("open_root"),
        tx -> {
          Inode root = tx.scan(Scan.prefix(Tables.INODES, 10, 0L)).get(0);
          tx.update(Tables.INODES, root.toBuilder().mode(0777).build());
          return true;
        });
  }

  private Namespace namespace(long id) {
    TransactionRunner runner =
        new TransactionRunner(
            seen, (operation, stats, attempt, outcome) -> costs.put(operation, stats));
    Liveness liveness =
        new Liveness() {
          @Override
          public long selfId() {
            return id;
          }

          @Override
          public boolean isLive(long namenodeId) {
            return true;
          }
        };
    NamespaceConfig config =
        new NamespaceConfig(
            "hdfs",
            "supergroup",
            Duration.ofMinutes(10),
            10_000,
            1L << 20,
            Duration.ofSeconds(1),
            2);
    return new Namespace(
        runner,
        clock,
        new LeaseAges(() -> clock.millis() * 1_000_000),
        config,
        liveness,
        WriteBarrier.NONE,
        ChangeGate.OPEN);
  }

  /** A datanode tells that the recovery of a truncated block has ended; whether that closed it. */
  public boolean cutIsDone(BlockRecovery recovery) {
    return first.run(
        new CommitBlockSynchronization(
            recovery.blockId(),
            recovery.recoveryId(),
            recovery.lengthBytes(),
            true,
            false,
            List.of(1)),
        ROOT);
  }

  /** What the last transaction of an operation cost. */
  public TxStats cost(String operation) {
    return Objects.requireNonNull(costs.get(operation));
  }

  public <R> R run(Operation<R> operation) {
    return first.run(operation, ALICE);
  }

  /** A call with a retry identity. */
  public CallContext call(CallContext of) {
    return new CallContext(
        of.user(),
        of.groups(),
        of.superuser(),
        "0123456789abcdef",
        calls.incrementAndGet(),
        "127.0.0.1");
  }

  public static FsPath path(String text) {
    return FsPath.parse(text);
  }

  public static Create create(String path, String holder, boolean overwrite) {
    return new Create(
        path(path), 0644, holder, "127.0.0.1", overwrite, true, 3, BLOCK_BYTES, 0, SETTINGS);
  }

  public EntryStatus open(String path, String holder) {
    return run(create(path, holder, false));
  }

  public FileBlock add(String path, String holder, @Nullable BlockRef previous) {
    return run(new AddBlock(path(path), 0, holder, previous, List.of(1, 2, 3), SETTINGS));
  }

  public boolean complete(String path, String holder, @Nullable BlockRef last) {
    return run(new Complete(path(path), 0, holder, last, SETTINGS));
  }

  /** The block as its writer names it after writing so much. */
  public static BlockRef written(FileBlock block, long lengthBytes) {
    return new BlockRef(block.block().blockId(), block.block().generationStamp(), lengthBytes);
  }

  /** A file of whole blocks and a rest, closed. */
  public void write(String path, String holder, long... blockLengths) {
    open(path, holder);
    BlockRef previous = null;
    for (long length : blockLengths) {
      FileBlock added = add(path, holder, previous);
      previous = written(added, length);
      received(added.block(), 1, length);
    }
    if (!complete(path, holder, previous)) {
      throw new AssertionError("The file could not be closed: " + path);
    }
  }

  /** Writes what a finished replica's report writes. */
  public void received(Block block, int storageId, long lengthBytes) {
    plain.run(
        TxOptions.write("received"),
        tx -> {
          BlockKey key = new BlockKey(block.inodeId(), block.blockId());
          Block now = tx.get(Tables.BLOCKS, key, LockMode.EXCLUSIVE);
          Replica replica =
              new Replica(
                  block.inodeId(),
                  block.blockId(),
                  storageId,
                  block.generationStamp(),
                  lengthBytes);
          ReplicaRows.put(tx, replica, tx.get(Tables.REPLICAS, replica.key(), LockMode.EXCLUSIVE));
          if (now != null && now.state() == BlockState.COMMITTED) {
            tx.update(Tables.BLOCKS, now.withState(BlockState.COMPLETE));
            for (ReplicaUnderConstruction r :
                tx.scan(
                    Scan.prefix(
                        Tables.REPLICAS_UNDER_CONSTRUCTION,
                        100,
                        block.inodeId(),
                        block.blockId()))) {
              tx.delete(Tables.REPLICAS_UNDER_CONSTRUCTION, r.key());
            }
          }
          return true;
        });
  }

  public OpenedFile read(String path) {
    return run(new GetBlockLocations(path(path), 0, Long.MAX_VALUE, SETTINGS));
  }

  public <K, R> List<R> rows(Table<K, R> table) {
    return plain.run(
        TxOptions.read("rows"), tx -> new ArrayList<>(tx.scan(Scan.prefix(table, 1000))));
  }

  /** Changes of an inode in the feed. */
  public List<Change> changes(long inodeId) {
    return store.feed().read(0, 1000).stream().filter(c -> c.inodeId() == inodeId).toList();
  }

  @Override
  public void close() {
    first.close();
    second.close();
    store.close();
  }
}
