package io.warren.blocks;

import io.warren.model.InvalidatedReplica;
import io.warren.model.ReplicaKey;
import io.warren.store.Durability;
import io.warren.store.Scan;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.hadoop.hdfs.protocol.Block;

/**
 * The leader's side of deleting replicas: rows of invalidated_blocks become commands in heartbeat
 * answers, a bounded number each; a row goes when its datanode reports the deletion. An order that
 * is not confirmed in time is sent again, and is dropped after some attempts: then the replica was
 * gone already (a datanode says nothing about those) or the next full report finds it again. What
 * was sent is kept in memory only; a new leader sends again, which is harmless.
 *
 * <p>A row is seen before it is durable. A loss of power could undo it, with the deletion of the
 * file that it came from, so no order leaves before the row can no longer be undone: until then it
 * is passed over, and looked at again with the next heartbeat. Thread-safe.
 */
public final class Invalidations {
  private static final int ATTEMPTS_MAX = 3;
  private static final int ROWS_PER_DELETE = 500;

  private record Sent(Set<ReplicaKey> rows, long atMs, int attempts) {}

  /**
   * Rows of a replica that may still be undone, or that there was no room for.
   *
   * @param mark covers the first time that these rows were seen
   */
  private record Held(Set<InvalidatedReplica> rows, long mark) {}

  private final TransactionRunner runner;
  private final Durability durability;
  private final Clock clock;
  private final int limitPerHeartbeat;
  private final long resendMs;
  private final Map<ReplicaPlace, Sent> sent = new ConcurrentHashMap<>();

  /** Rows whose orders are not sent any more, until the leader's next round deletes them. */
  private final Set<ReplicaKey> givenUp = ConcurrentHashMap.newKeySet();

  /** By storage, then by place. */
  private final Map<Integer, Map<ReplicaPlace, Held>> held = new ConcurrentHashMap<>();

  /**
   * @param limitPerHeartbeat most deletions ordered in one heartbeat answer
   * @param resendMs how long to wait for a deletion report
   */
  public Invalidations(
      TransactionRunner runner, Clock clock, int limitPerHeartbeat, long resendMs) {
    this.runner = runner;
    this.durability = runner.store().durability();
    this.clock = clock;
    this.limitPerHeartbeat = limitPerHeartbeat;
    this.resendMs = resendMs;
  }

  /** Replicas that a datanode with these storages must delete now. */
  public List<Block> take(Collection<Integer> storageIds) {
    List<Block> orders = new ArrayList<>();
    for (int storageId : storageIds) {
      takeFrom(storageId, orders);
    }
    return orders;
  }

  private void takeFrom(int storageId, List<Block> orders) {
    Map<ReplicaPlace, List<InvalidatedReplica>> places = read(storageId);
    if (places.isEmpty()) {
      held.remove(storageId);
      return;
    }
    long mark = durability.mark();
    Map<ReplicaPlace, Held> before = held.getOrDefault(storageId, Map.of());
    Map<ReplicaPlace, Held> after = new HashMap<>();
    places.forEach(
        (place, rows) -> {
          if (isUnderWay(place, rows) || givenUp.containsAll(keys(rows))) {
            return;
          }
          Held first = before.get(place);
          if (first == null || !first.rows().containsAll(rows)) {
            first = new Held(Set.copyOf(rows), mark);
          }
          switch (durability.state(first.mark())) {
            case PENDING -> after.put(place, first);
            case VOID -> after.put(place, new Held(first.rows(), mark));
            case DURABLE -> {
              if (orders.size() < limitPerHeartbeat) {
                order(place, rows, orders);
              } else {
                after.put(place, first);
              }
            }
          }
        });
    if (after.isEmpty()) {
      held.remove(storageId);
    } else {
      held.put(storageId, after);
    }
  }

  private static Set<ReplicaKey> keys(List<InvalidatedReplica> rows) {
    return rows.stream().map(InvalidatedReplica::key).collect(Collectors.toSet());
  }

  private boolean isUnderWay(ReplicaPlace place, List<InvalidatedReplica> rows) {
    Sent before = sent.get(place);
    return before != null
        && before.rows().containsAll(keys(rows))
        && clock.millis() - before.atMs() < resendMs;
  }

  private void order(ReplicaPlace place, List<InvalidatedReplica> rows, List<Block> orders) {
    Set<ReplicaKey> keys = keys(rows);
    Sent before = sent.get(place);
    int attempts = before == null ? 0 : before.attempts();
    if (attempts >= ATTEMPTS_MAX) {
      givenUp.addAll(keys);
      sent.remove(place);
      return;
    }
    sent.put(place, new Sent(keys, clock.millis(), attempts + 1));
    for (InvalidatedReplica row : rows) {
      orders.add(new Block(row.blockId(), row.lengthBytes(), row.generationStamp()));
    }
  }

  private Map<ReplicaPlace, List<InvalidatedReplica>> read(int storageId) {
    long inFlight = sent.keySet().stream().filter(p -> p.storageId() == storageId).count();
    long waiting = held.getOrDefault(storageId, Map.of()).size();
    long over = givenUp.stream().filter(key -> key.storageId() == storageId).count();
    int limit = (int) Math.min(Scan.LIMIT_MAX, inFlight + waiting + over + limitPerHeartbeat);
    List<InvalidatedReplica> rows =
        runner.run(
            TxOptions.read("scan_invalidated"),
            tx ->
                tx.scan(
                    Scan.index(Tables.INVALIDATED_BLOCKS, Tables.BY_STORAGE, limit, storageId)));
    Map<ReplicaPlace, List<InvalidatedReplica>> places = new LinkedHashMap<>();
    for (InvalidatedReplica row : rows) {
      places
          .computeIfAbsent(new ReplicaPlace(storageId, row.blockId()), p -> new ArrayList<>())
          .add(row);
    }
    return places;
  }

  /** Replicas whose orders wait, most of them until what they rest on is durable. */
  int waiting() {
    return held.values().stream().mapToInt(Map::size).sum();
  }

  /** Takes deletions that a datanode reported. That is so, whoever leads: it needs no fence. */
  public void confirm(List<ReportedReplica> deleted) {
    List<ReplicaKey> rows = new ArrayList<>();
    for (ReportedReplica replica : deleted) {
      Sent done = sent.remove(new ReplicaPlace(replica.storageId(), replica.blockId()));
      if (done != null) {
        rows.addAll(done.rows());
      }
    }
    delete(rows, tx -> {});
  }

  private void delete(List<ReplicaKey> rows, Consumer<Tx> fence) {
    for (int from = 0; from < rows.size(); from += ROWS_PER_DELETE) {
      List<ReplicaKey> part = rows.subList(from, Math.min(rows.size(), from + ROWS_PER_DELETE));
      runner.run(
          TxOptions.write("forget_invalidated"),
          tx -> {
            fence.accept(tx);
            return delete(tx, part);
          });
    }
  }

  private static int delete(Tx tx, List<ReplicaKey> rows) {
    for (ReplicaKey key : rows) {
      tx.delete(Tables.INVALIDATED_BLOCKS, key);
    }
    return rows.size();
  }

  /** This namenode stops leading: forgets everything. */
  public void deposed() {
    sent.clear();
    held.clear();
    givenUp.clear();
  }

  /**
   * Deletes the rows of orders that were given up, and forgets orders whose rows are long gone.
   *
   * @param fence refuses a transaction once another namenode leads
   */
  public void round(Consumer<Tx> fence) {
    List<ReplicaKey> over = List.copyOf(givenUp);
    delete(over, fence);
    over.forEach(givenUp::remove);
    long oldestMs = clock.millis() - resendMs * (ATTEMPTS_MAX + 1);
    for (Iterator<Sent> all = sent.values().iterator(); all.hasNext(); ) {
      if (all.next().atMs() < oldestMs) {
        all.remove();
      }
    }
  }
}
