package io.warren.namenode.safemode;

import io.warren.model.NamespaceException;
import io.warren.namespace.ChangeGate;
import io.warren.store.LockMode;
import io.warren.store.StoreException;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether files are read-only, as the namenodes of one process know it: from memory, so that asking
 * costs no call of the store. Where other processes may have the store open, what is known counts
 * for {@link #VALID_MS} from the moment before it was read, and is read again by a thread of its
 * own long before that. Thread-safe.
 */
public final class ReadOnlySwitch implements ChangeGate, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ReadOnlySwitch.class);

  /** Nothing is changed because of what was read longer ago. */
  static final long VALID_MS = 2_000;

  private static final long LOOK_MS = 500;

  /**
   * @param atNanos before it was read
   */
  private record Look(@Nullable ReadOnlyRow row, long atNanos) {}

  private final TransactionRunner runner;
  private final boolean storeShared;
  private final AtomicReference<Look> last;
  private final ScheduledExecutorService looking;

  /**
   * Looks at the row, and goes on to.
   *
   * @param storeShared whether other processes may have the store open, too
   */
  public ReadOnlySwitch(TransactionRunner runner, boolean storeShared) {
    this.runner = runner;
    this.storeShared = storeShared;
    last = new AtomicReference<>(read());
    looking =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread daemon = new Thread(task, "safe-mode");
              daemon.setDaemon(true);
              return daemon;
            });
    if (storeShared) {
      looking.scheduleWithFixedDelay(this::lookAgain, LOOK_MS, LOOK_MS, TimeUnit.MILLISECONDS);
    }
  }

  @Override
  public void check() {
    ReadOnlyRow row = now();
    if (row != null) {
      throw new NamespaceException(NamespaceException.Code.SAFE_MODE, "Name node is in safe mode")
          .with("sinceMs", row.sinceMs())
          .with("by", row.by());
    }
  }

  /** What is known, read again where it is too old to count; null when files may be changed. */
  public @Nullable ReadOnlyRow now() {
    Look seen = Objects.requireNonNull(last.get());
    long ageNanos = System.nanoTime() - seen.atNanos();
    return storeShared && ageNanos >= TimeUnit.MILLISECONDS.toNanos(VALID_MS) ? look() : seen.row();
  }

  public boolean isOn() {
    return now() != null;
  }

  /** Reads the row: whoever checks from now on goes by it, or by what was read later. */
  public @Nullable ReadOnlyRow look() {
    Look seen = read();
    Look known =
        last.accumulateAndGet(
            seen, (before, now) -> before.atNanos() - now.atNanos() > 0 ? before : now);
    return known.row();
  }

  private Look read() {
    long atNanos = System.nanoTime();
    Optional<ReadOnlyRow> row =
        runner.run(
            TxOptions.read(ReadOnlyRow.VARIABLE),
            tx ->
                Optional.ofNullable(
                    ReadOnlyRow.of(
                        tx.get(
                            Tables.CLUSTER_VARIABLES,
                            ReadOnlyRow.VARIABLE,
                            LockMode.READ_COMMITTED))));
    return new Look(row.orElse(null), atNanos);
  }

  private void lookAgain() {
    try {
      look();
    } catch (StoreException e) {
      LOG.info("Whether files are read-only is not known now: {}", e.getMessage());
    } catch (RuntimeException e) {
      LOG.warn("Looking whether files are read-only failed; it is looked again", e);
    }
  }

  @Override
  public void close() {
    looking.shutdownNow();
  }
}
