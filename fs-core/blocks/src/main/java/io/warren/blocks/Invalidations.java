package io.warren.blocks;

import io.warren.model.InvalidatedReplica;
import io.warren.model.ReplicaKey;
import io.warren.store.Scan;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hdfs.protocol.Block;

/**
 * The leader's side of deleting replicas: rows of invalidated_blocks become commands in heartbeat
 * answers, a bounded number each; a row goes when its datanode reports the deletion. An order that
 * is not confirmed in time is sent again, and is dropped after some attempts: then the replica was
 * gone already (a datanode says nothing about those) or the next full report finds it again. What
 * was sent is kept in memory only; a new leader sends again, which is harmless. Thread-safe.
 */
public final class Invalidations {
  private static final int ATTEMPTS_MAX = 3;
  private static final int ROWS_PER_DELETE = 500;

  private record Sent(Set<ReplicaKey> rows, long atMs, int attempts) {}

  private final TransactionRunner runner;
  private final Clock clock;
  private final int limitPerHeartbeat;
  private final long resendMs;
  private final Map<ReplicaPlace, Sent> sent = new ConcurrentHashMap<>();

  /**
   * @param limitPerHeartbeat most deletions ordered in one heartbeat answer
   * @param resendMs how long to wait for a deletion report
   */
  public Invalidations(
      TransactionRunner runner, Clock clock, int limitPerHeartbeat, long resendMs) {
    this.runner = runner;
    this.clock = clock;
    this.limitPerHeartbeat = limitPerHeartbeat;
    this.resendMs = resendMs;
  }

  /** Replicas that a datanode with these storages must delete now. */
  public List<Block> take(Collection<Integer> storageIds) {
    List<Block> orders = new ArrayList<>();
    List<ReplicaKey> givenUp = new ArrayList<>();
    for (int storageId : storageIds) {
      takeFrom(storageId, orders, givenUp);
    }
    delete(givenUp);
    return orders;
  }

  private void takeFrom(int storageId, List<Block> orders, List<ReplicaKey> givenUp) {
    long inFlight = sent.keySet().stream().filter(p -> p.storageId() == storageId).count();
    int limit = (int) Math.min(Scan.LIMIT_MAX, inFlight + limitPerHeartbeat);
    List<InvalidatedReplica> rows =
        runner.run(
            TxOptions.read("scan_invalidated"),
            tx ->
                tx.scan(
                    Scan.index(Tables.INVALIDATED_BLOCKS, Tables.BY_STORAGE, limit, storageId)));
    Map<ReplicaPlace, List<InvalidatedReplica>> places = new HashMap<>();
    for (InvalidatedReplica row : rows) {
      places
          .computeIfAbsent(new ReplicaPlace(storageId, row.blockId()), p -> new ArrayList<>())
          .add(row);
    }
    long nowMs = clock.millis();
    for (Map.Entry<ReplicaPlace, List<InvalidatedReplica>> entry : places.entrySet()) {
      if (orders.size() >= limitPerHeartbeat) {
        return;
      }
      Set<ReplicaKey> keys = new HashSet<>();
      entry.getValue().forEach(row -> keys.add(row.key()));
      Sent before = sent.get(entry.getKey());
      if (before != null && before.rows().containsAll(keys) && nowMs - before.atMs() < resendMs) {
        continue;
      }
      int attempts = before == null ? 0 : before.attempts();
      if (attempts >= ATTEMPTS_MAX) {
        givenUp.addAll(keys);
        sent.remove(entry.getKey());
        continue;
      }
      sent.put(entry.getKey(), new Sent(keys, nowMs, attempts + 1));
      for (InvalidatedReplica row : entry.getValue()) {
        orders.add(new Block(row.blockId(), row.lengthBytes(), row.generationStamp()));
      }
    }
  }

  /** Takes deletions that a datanode reported. */
  public void confirm(List<ReportedReplica> deleted) {
    List<ReplicaKey> rows = new ArrayList<>();
    for (ReportedReplica replica : deleted) {
      Sent done = sent.remove(new ReplicaPlace(replica.storageId(), replica.blockId()));
      if (done != null) {
        rows.addAll(done.rows());
      }
    }
    delete(rows);
  }

  private void delete(List<ReplicaKey> rows) {
    for (int from = 0; from < rows.size(); from += ROWS_PER_DELETE) {
      List<ReplicaKey> part = rows.subList(from, Math.min(rows.size(), from + ROWS_PER_DELETE));
      runner.run(TxOptions.write("forget_invalidated"), tx -> delete(tx, part));
    }
  }

  private static int delete(Tx tx, List<ReplicaKey> rows) {
    for (ReplicaKey key : rows) {
      tx.delete(Tables.INVALIDATED_BLOCKS, key);
    }
    return rows.size();
  }

  /** Forgets orders whose rows are long gone, and everything when this namenode stops leading. */
  public void trim(boolean leads) {
    if (!leads) {
      sent.clear();
      return;
    }
    long oldestMs = clock.millis() - resendMs * (ATTEMPTS_MAX + 1);
    for (Iterator<Sent> all = sent.values().iterator(); all.hasNext(); ) {
      if (all.next().atMs() < oldestMs) {
        all.remove();
      }
    }
  }
}
