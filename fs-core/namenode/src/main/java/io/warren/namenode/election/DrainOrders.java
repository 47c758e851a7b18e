package io.warren.namenode.election;

import io.warren.model.NamenodeMember;
import io.warren.model.NamespaceException;
import io.warren.store.LockMode;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.time.Clock;
import java.util.List;
import java.util.function.LongPredicate;

/** Orders which namenodes shall not serve, and tells which. Thread-safe. */
public final class DrainOrders {
  private final TransactionRunner runner;
  private final Clock clock;

  public DrainOrders(TransactionRunner runner, Clock clock) {
    this.runner = runner;
    this.clock = clock;
  }

  /** The namenodes that shall not serve, as a transaction sees them. */
  public static DrainedNamenodes read(Tx tx) {
    return DrainedNamenodes.of(
        tx.get(Tables.CLUSTER_VARIABLES, DrainedNamenodes.VARIABLE, LockMode.READ_COMMITTED));
  }

  /** The namenodes that shall not serve, and the members, as of one moment. */
  record Look(DrainedNamenodes drained, List<NamenodeMember> members) {}

  Look look() {
    return runner.run(
        TxOptions.read("read_drained_namenodes"), tx -> new Look(read(tx), Membership.members(tx)));
  }

  /** The namenodes that shall not serve now. */
  public DrainedNamenodes now() {
    return runner.run(TxOptions.read("read_drained_namenodes"), DrainOrders::read);
  }

  /**
   * Orders that a namenode shall not serve; returns whether that is new.
   *
   * @param isSilent whether a member has missed so many heartbeats that it counts as dead
   * @throws NamespaceException NOT_FOUND when it is no member; CONFLICT when no other would serve
   */
  public boolean drain(String namenode, String by, LongPredicate isSilent) {
    return runner.run(
        TxOptions.write("drain_namenode"),
        tx -> {
          DrainedNamenodes drained = locked(tx);
          if (drained.names(namenode)) {
            return false;
          }
          requireAnother(namenode, drained, Membership.members(tx), isSilent);
          DrainedNamenodes.Order order = new DrainedNamenodes.Order(clock.millis(), by);
          tx.upsert(Tables.CLUSTER_VARIABLES, drained.with(namenode, order).toVariable());
          return true;
        });
  }

  private static void requireAnother(
      String namenode,
      DrainedNamenodes drained,
      List<NamenodeMember> members,
      LongPredicate isSilent) {
    if (members.stream().noneMatch(m -> m.name().equals(namenode))) {
      throw new NamespaceException(
              NamespaceException.Code.NOT_FOUND, "No namenode of this name is a member")
          .with("name", namenode);
    }
    boolean another =
        members.stream()
            .anyMatch(
                m ->
                    !m.name().equals(namenode)
                        && !drained.names(m.name())
                        && !isSilent.test(m.id()));
    if (!another) {
      throw new NamespaceException(
              NamespaceException.Code.CONFLICT,
              "No other namenode serves, so this one can't be drained")
          .with("name", namenode);
    }
  }

  /** Takes an order back; returns whether there was one. */
  public boolean lift(String namenode) {
    return runner.run(
        TxOptions.write("resume_namenode"),
        tx -> {
          DrainedNamenodes drained = locked(tx);
          if (!drained.names(namenode)) {
            return false;
          }
          tx.upsert(Tables.CLUSTER_VARIABLES, drained.without(namenode).toVariable());
          return true;
        });
  }

  private static DrainedNamenodes locked(Tx tx) {
    return DrainedNamenodes.of(
        tx.get(Tables.CLUSTER_VARIABLES, DrainedNamenodes.VARIABLE, LockMode.EXCLUSIVE));
  }
}
