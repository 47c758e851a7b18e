package io.warren.migrate.cluster;

import io.warren.model.ClusterVariable;
import io.warren.model.NamenodeMember;
import io.warren.namespace.UnfinishedImport;
import io.warren.namespace.UnfinishedImport.Claim;
import io.warren.store.LockMode;
import io.warren.store.Scan;
import io.warren.store.Store;
import io.warren.store.StoreException;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Table;
import io.warren.store.schema.Tables;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sole right to fill a store that several processes may have open. It is told to the others by
 * a row, which stays when the import is broken off: no namenode serves the store then, and the next
 * import empties it and begins anew. One that waits for too long loses the store to another one,
 * and writes nothing any more.
 */
public final class StoreClaim implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StoreClaim.class);
  private static final int MEMBERS_MAX = 1_000;
  private static final int ROWS_PER_TRANSACTION = 1_000;
  private static final TxOptions WRITE = TxOptions.write("import_claim");
  private static final TxOptions READ = TxOptions.read("import_claim");

  /**
   * How the living are told from the dead.
   *
   * @param beat between two signs of life of an import; namenodes give them more often
   * @param watched how long others are watched for one: several beats
   */
  public record Patience(Duration beat, Duration watched) {
    /** For clusters that may be slow. */
    public static final Patience USUAL =
        new Patience(Duration.ofSeconds(2), Duration.ofSeconds(12));
  }

  /** What is seen of those who may use a store. */
  private record Signs(Optional<Claim> claim, long beats, List<NamenodeMember> members) {
    static Signs of(Tx tx) {
      return new Signs(
          UnfinishedImport.claim(tx, LockMode.READ_COMMITTED),
          UnfinishedImport.beats(tx),
          tx.scan(Scan.prefix(Tables.NAMENODES, MEMBERS_MAX)));
    }

    List<String> aliveSince(Signs before) {
      Map<Long, Long> counters = new HashMap<>();
      before.members().forEach(each -> counters.put(each.id(), each.heartbeatCounter()));
      return members.stream()
          .filter(each -> !Long.valueOf(each.heartbeatCounter()).equals(counters.get(each.id())))
          .map(NamenodeMember::name)
          .toList();
    }
  }

  private final TransactionRunner runner;
  private final Claim claim;
  private final Patience patience;
  private final ScheduledExecutorService beats = Executors.newSingleThreadScheduledExecutor();
  private volatile long beaten;

  private StoreClaim(TransactionRunner runner, Claim claim, Patience patience) {
    this.runner = runner;
    this.claim = claim;
    this.patience = patience;
  }

  /**
   * Claims a store that has no file system, or a part of one from an import that was broken off,
   * which is emptied.
   *
   * @param image what is to be imported, for those who find the claim
   * @throws ClaimException when namenodes run, another import goes on, or a file system is there
   */
  public static StoreClaim of(Store store, String image, Patience patience) {
    TransactionRunner runner = new TransactionRunner(store, TransactionRunner.Listener.NONE);
    Signs first = runner.run(READ, Signs::of);
    if (first.claim().isPresent() || !first.members().isEmpty()) {
      requireNobody(runner, first, patience);
    }
    Claim own = new Claim(UUID.randomUUID().toString(), image);
    StoreClaim claim = new StoreClaim(runner, own, patience);
    boolean taken = false;
    try {
      if (first.claim().isEmpty()) {
        claim.begin();
      } else {
        claim.takeOver(first.claim().get());
      }
      taken = true;
    } finally {
      if (!taken) {
        claim.close();
      }
    }
    return claim;
  }

  private static void requireNobody(TransactionRunner runner, Signs first, Patience patience) {
    LOG.info("Watching for {} whether anybody uses this cluster", patience.watched());
    pause(patience.watched());
    Signs now = runner.run(READ, Signs::of);
    List<String> alive = now.aliveSince(first);
    if (!alive.isEmpty()) {
      throw new ClaimException("Namenodes run on this cluster: stop them. Nothing was changed")
          .with("namenodes", alive);
    }
    if (!now.claim().equals(first.claim()) || now.beats() != first.beats()) {
      throw new ClaimException("Another import fills this cluster: wait for it")
          .with("image", now.claim().map(Claim::image).orElse("none any more"));
    }
  }

  private static void pause(Duration time) {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("The import was interrupted", e);
    }
  }

  private void begin() {
    try {
      runner.run(
          WRITE,
          tx -> {
            requireEmpty(tx);
            UnfinishedImport.begin(tx, claim);
            return claim;
          });
    } catch (StoreException e) {
      if (e.code() == StoreException.Code.ROW_EXISTS) {
        throw new ClaimException("Another import fills this cluster: wait for it");
      }
      throw e;
    }
    // A namenode joins first and looks for the claim then: one of the two sees the other.
    try {
      runner.run(READ, StoreClaim::requireUnused);
    } catch (ClaimException e) {
      giveBack();
      throw e;
    }
    startBeats();
  }

  private static boolean requireEmpty(Tx tx) {
    requireUnused(tx);
    for (Table<?, ?> table : List.of(Tables.INODES, Tables.BLOCKS, Tables.INODE_FORMS)) {
      if (!tx.scan(Scan.prefix(table, 1)).isEmpty()) {
        throw occupied().with("table", table.name());
      }
    }
    return true;
  }

  /** A namenode gives the store an identity when it is the first to serve it. */
  private static boolean requireUnused(Tx tx) {
    if (!tx.scan(Scan.prefix(Tables.NAMENODES, 1)).isEmpty()) {
      throw occupied().with("table", Tables.NAMENODES.name());
    }
    for (ClusterVariable each : tx.scan(Scan.prefix(Tables.CLUSTER_VARIABLES, MEMBERS_MAX))) {
      if (!UnfinishedImport.isOf(each)) {
        throw occupied().with("variable", each.name());
      }
    }
    return true;
  }

  private static ClaimException occupied() {
    return new ClaimException(
        "This cluster holds a file system already: import into one that was never served."
            + " Nothing was changed");
  }

  private void takeOver(Claim former) {
    runner.run(
        WRITE,
        tx -> {
          if (!UnfinishedImport.claim(tx, LockMode.EXCLUSIVE).equals(Optional.of(former))) {
            throw new ClaimException("Another import fills this cluster: wait for it");
          }
          UnfinishedImport.takeOver(tx, claim);
          return claim;
        });
    startBeats();
    LOG.info("Removing what an import of {} has left, which was broken off", former.image());
    TransactionRunner own =
        new TransactionRunner(claimed(runner.store()), TransactionRunner.Listener.NONE);
    Tables.ALL.forEach(table -> empty(own, table));
  }

  private static <K, R> void empty(TransactionRunner runner, Table<K, R> table) {
    int found;
    do {
      found =
          runner.run(
              WRITE,
              tx -> {
                List<R> rows = tx.scan(Scan.prefix(table, ROWS_PER_TRANSACTION));
                List<R> gone = rows.stream().filter(row -> !isOwn(row)).toList();
                gone.forEach(row -> tx.delete(table, table.keyOf().apply(row)));
                return gone.size();
              });
    } while (found > 0);
  }

  private static boolean isOwn(Object row) {
    return row instanceof ClusterVariable variable && UnfinishedImport.isOf(variable);
  }

  private void startBeats() {
    long periodMs = patience.beat().toMillis();
    beats.scheduleAtFixedRate(this::beat, periodMs, periodMs, TimeUnit.MILLISECONDS);
  }

  private void beat() {
    try {
      tell(true);
    } catch (StoreException e) {
      LOG.warn("The cluster was not told that the import goes on", e);
    }
  }

  private void tell(boolean onlyWhileHeld) {
    beaten++;
    runner.run(
        WRITE,
        tx -> {
          if (!onlyWhileHeld || isHeld(tx, LockMode.SHARED)) {
            UnfinishedImport.beat(tx, beaten);
          }
          return beaten;
        });
  }

  private boolean isHeld(Tx tx, LockMode lock) {
    return UnfinishedImport.claim(tx, lock).equals(Optional.of(claim));
  }

  /** The store for the import: nothing is written to it once the claim is lost. */
  public Store claimed(Store store) {
    return new ClaimedStore(store, claim.token());
  }

  /**
   * Has the store served from now on: all of it is there, and on the disks.
   *
   * @throws ClaimException when another import has the store, or the cluster's disks do not follow
   */
  public void finish(Duration durableWithin) {
    stopBeats();
    Durable.await(runner.store(), durableWithin, () -> tell(true));
    end();
    Durable.await(runner.store(), durableWithin, () -> tell(false));
    still();
  }

  /** Gives back a store to which nothing was written. */
  public void giveBack() {
    stopBeats();
    end();
    still();
  }

  private void still() {
    runner.run(
        WRITE,
        tx -> {
          UnfinishedImport.still(tx);
          return claim;
        });
  }

  private void end() {
    runner.run(
        WRITE,
        tx -> {
          if (!isHeld(tx, LockMode.EXCLUSIVE)) {
            throw new ClaimException("Another import has taken this cluster: this one has ended");
          }
          UnfinishedImport.end(tx);
          return claim;
        });
  }

  private void stopBeats() {
    beats.shutdown();
    try {
      if (!beats.awaitTermination(patience.watched().toMillis(), TimeUnit.MILLISECONDS)) {
        beats.shutdownNow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the signs of life; without {@link #finish} the claim stays, for the next import. */
  @Override
  public void close() {
    beats.shutdownNow();
  }
}
