package io.warren.namenode.rpc;

import io.warren.model.ClusterVariable;
import io.warren.model.HealingHold;
import io.warren.namenode.service.Callers;
import io.warren.store.ReadBatch;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.SafeModeAction;
import org.apache.hadoop.hdfs.server.namenode.SafeModeException;
import org.apache.hadoop.hdfs.server.namenode.ha.ReadOnly;
import org.apache.hadoop.security.AccessControlException;

/**
 * Safe mode: while an operator has turned it on, no namenode changes the file system for a client.
 * It is a row that each namenode looks at again after a short while; turning it on is answered when
 * every namenode has looked. It is also said to be on while the leader waits for datanodes before
 * it heals ({@link HealingHold}); files are served and changed then, and leaving ends the wait.
 */
final class SafeMode {
  /** How long a look counts. */
  static final long LOOK_MS = 500;

  private static final String NAME = "safe_mode";
  private static final String ON = "on";

  /** Calls that change no file although they are not marked as reading. */
  private static final Set<String> ALLOWED =
      Set.of(
          "setSafeMode",
          "renewLease",
          "refreshNodes",
          "finalizeUpgrade",
          "upgradeStatus",
          "rollingUpgrade",
          "metaSave",
          "saveNamespace",
          "rollEdits",
          "restoreFailedStorage",
          "setBalancerBandwidth",
          "reportBadBlocks",
          "getDelegationToken",
          "renewDelegationToken",
          "cancelDelegationToken",
          "listReencryptionStatus");

  private record Look(boolean on, boolean holdsHealing, long atNanos) {}

  private final TransactionRunner runner;
  private final Callers callers;
  private final AtomicReference<Look> last = new AtomicReference<>(new Look(false, false, 0));

  SafeMode(TransactionRunner runner, Callers callers) {
    this.runner = runner;
    this.callers = callers;
    look();
  }

  /** Refuses a call that would change something while safe mode is on. */
  void check(Method method) throws SafeModeException {
    boolean reads = method.isAnnotationPresent(ReadOnly.class) || isAllowed(method);
    if (!reads && isOn()) {
      throw new SafeModeException(
          "Cannot "
              + method.getName()
              + ". Name node is in safe mode.\nIt was turned on manually. Use \"hdfs dfsadmin"
              + " -safemode leave\" to turn safe mode off.");
    }
  }

  private static boolean isAllowed(Method method) {
    return ALLOWED.contains(method.getName());
  }

  private boolean isOn() {
    Look seen = Objects.requireNonNull(last.get());
    long ageNanos = System.nanoTime() - seen.atNanos();
    return ageNanos < TimeUnit.MILLISECONDS.toNanos(LOOK_MS) ? seen.on() : look().on();
  }

  private Look look() {
    long startNanos = System.nanoTime();
    Look seen =
        runner.run(
            TxOptions.read(NAME),
            tx -> {
              ReadBatch batch = tx.batch();
              ReadBatch.Row<ClusterVariable> row = batch.get(Tables.CLUSTER_VARIABLES, NAME);
              ReadBatch.Row<ClusterVariable> hold =
                  batch.get(Tables.CLUSTER_VARIABLES, HealingHold.VARIABLE);
              batch.execute();
              ClusterVariable manual = row.get();
              return new Look(
                  manual != null && manual.value().equals(ON), hold.get() != null, startNanos);
            });
    last.set(seen);
    return seen;
  }

  /** Whether it is on for any reason. */
  private boolean isOnOrHoldsHealing() {
    Look seen = look();
    return seen.on() || seen.holdsHealing();
  }

  public boolean setSafeMode(SafeModeAction action, boolean isChecked) throws IOException {
    if (action == SafeModeAction.SAFEMODE_GET) {
      return isOnOrHoldsHealing();
    }
    if (!callers.current().superuser()) {
      throw new AccessControlException(
          "Access denied for user "
              + callers.current().user()
              + ". Superuser privilege is required for operation setSafeMode");
    }
    boolean on = action == SafeModeAction.SAFEMODE_ENTER;
    ClusterVariable row = new ClusterVariable(NAME, on ? ON : "off");
    runner.run(
        TxOptions.write(NAME),
        tx -> {
          tx.upsert(Tables.CLUSTER_VARIABLES, row);
          if (!on) {
            tx.delete(Tables.CLUSTER_VARIABLES, HealingHold.VARIABLE);
          }
          return true;
        });
    awaitOthers();
    return isOnOrHoldsHealing();
  }

  private static void awaitOthers() throws IOException {
    try {
      TimeUnit.MILLISECONDS.sleep(LOOK_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted while the other namenodes learn of safe mode", e);
    }
  }
}
