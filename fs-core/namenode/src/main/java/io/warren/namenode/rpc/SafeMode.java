package io.warren.namenode.rpc;

import io.warren.model.HealingHold;
import io.warren.namenode.safemode.ReadOnlyFence;
import io.warren.namenode.safemode.ReadOnlyRow;
import io.warren.namenode.safemode.ReadOnlySwitch;
import io.warren.namenode.service.Callers;
import io.warren.namespace.Namespace;
import io.warren.store.LockMode;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.io.IOException;
import java.lang.reflect.Method;
import java.time.Clock;
import java.util.Set;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.SafeModeAction;
import org.apache.hadoop.hdfs.server.namenode.SafeModeException;
import org.apache.hadoop.hdfs.server.namenode.ha.ReadOnly;
import org.apache.hadoop.io.retry.AtMostOnce;
import org.apache.hadoop.security.AccessControlException;

/**
 * Safe mode: while an operator has turned it on, no namenode changes the file system. Turning it on
 * is answered when none can any more, see {@link ReadOnlyFence}. It is also said to be on while the
 * leader waits for datanodes before it heals ({@link HealingHold}); files are served and changed
 * then, and leaving ends the wait.
 */
public final class SafeMode {
  private static final String SET = "set_safe_mode";

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

  private final Namespace namespace;
  private final TransactionRunner runner;
  private final ReadOnlySwitch readOnly;
  private final ReadOnlyFence fence;
  private final Callers callers;
  private final Clock clock;

  public SafeMode(
      Namespace namespace,
      ReadOnlySwitch readOnly,
      ReadOnlyFence fence,
      Callers callers,
      Clock clock) {
    this.namespace = namespace;
    this.runner = namespace.runner();
    this.readOnly = readOnly;
    this.fence = fence;
    this.callers = callers;
    this.clock = clock;
  }

  /**
   * Refuses a call that would change something while safe mode is on. Those of which a repetition
   * gets the first answer are refused by the namespace, which knows that answer.
   */
  void check(Method method) throws SafeModeException {
    boolean passes =
        method.isAnnotationPresent(ReadOnly.class)
            || method.isAnnotationPresent(AtMostOnce.class)
            || ALLOWED.contains(method.getName());
    String followed = namespace.followed();
    if (!passes && followed != null) {
      throw new SafeModeException(
          "Cannot "
              + method.getName()
              + ". Name node is in safe mode.\nThis file system is a copy that follows the edits in "
              + followed
              + " and is read only: change the original.");
    }
    if (!passes && readOnly.isOn()) {
      throw refusal(method.getName());
    }
  }

  /** What a client gets whose call would change something. */
  static SafeModeException refusal(String call) {
    return new SafeModeException(
        "Cannot "
            + call
            + ". Name node is in safe mode.\nIt was turned on manually. Use \"hdfs dfsadmin"
            + " -safemode leave\" to turn safe mode off.");
  }

  /** Whether it is on for any reason. */
  private boolean isOnOrHoldsHealing() {
    boolean holdsHealing =
        runner.run(
            TxOptions.read(SET),
            tx ->
                tx.get(Tables.CLUSTER_VARIABLES, HealingHold.VARIABLE, LockMode.READ_COMMITTED)
                    != null);
    return readOnly.look() != null || holdsHealing || namespace.followed() != null;
  }

  public boolean setSafeMode(SafeModeAction action, boolean isChecked) throws IOException {
    if (action == SafeModeAction.SAFEMODE_GET) {
      return isOnOrHoldsHealing();
    }
    String user = callers.current().user();
    if (!callers.current().superuser()) {
      throw new AccessControlException(
          "Access denied for user "
              + user
              + ". Superuser privilege is required for operation setSafeMode");
    }
    if (action == SafeModeAction.SAFEMODE_ENTER) {
      enter(user);
    } else {
      leave();
    }
    return isOnOrHoldsHealing();
  }

  /** Whoever enters again only waits: it is told since when it has been on. */
  private void enter(String user) throws IOException {
    runner.run(
        TxOptions.write(SET),
        tx -> {
          ReadOnlyRow before =
              ReadOnlyRow.of(
                  tx.get(Tables.CLUSTER_VARIABLES, ReadOnlyRow.VARIABLE, LockMode.EXCLUSIVE));
          if (before == null) {
            tx.upsert(Tables.CLUSTER_VARIABLES, new ReadOnlyRow(clock.millis(), user).toVariable());
          }
          return true;
        });
    long committedAtNanos = System.nanoTime();
    readOnly.look();
    if (!fence.await(committedAtNanos)) {
      throw new IOException(
          "Safe mode is on, but writes that had begun before have not ended yet. Enter it again to"
              + " wait for them");
    }
  }

  private void leave() throws IOException {
    runner.run(
        TxOptions.write(SET),
        tx -> {
          tx.upsert(Tables.CLUSTER_VARIABLES, ReadOnlyRow.off());
          tx.delete(Tables.CLUSTER_VARIABLES, HealingHold.VARIABLE);
          return true;
        });
    long committedAtNanos = System.nanoTime();
    readOnly.look();
    // So that no other namenode refuses the writes of who was told that safe mode is off.
    fence.await(committedAtNanos);
  }
}
