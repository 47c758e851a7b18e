package io.warren.namenode.election;

import io.warren.blocks.Leadership;
import io.warren.model.ClusterVariable;
import io.warren.model.IdRange;
import io.warren.model.NamenodeMember;
import io.warren.namespace.IdKind;
import io.warren.namespace.Liveness;
import io.warren.store.LockMode;
import io.warren.store.Scan;
import io.warren.store.StoreException;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Membership and leader election through the store (Niazi et al., "Leader Election Using NewSQL
 * Database Systems", DAIS'15): every member raises a counter in its row; a member whose counter
 * stands still for some of the observer's own rounds counts as dead; the smallest live id leads.
 * Each change of leader raises the epoch inside the transaction that takes over, so that {@link
 * EpochFence} stops a deposed leader.
 *
 * <p>Liveness is counted in rounds of the observer, not in wall-clock time: a pause of the whole
 * process declares nobody dead. {@link #join}, {@link #tick} and {@link #leave} are called by one
 * thread at a time; {@link #view} by any. The times in members' rows are for showing: they come
 * from clocks that may differ, and only tell how much these do ({@link #clockSkewMs}).
 */
public final class Election implements Leadership, Liveness {
  private static final Logger LOG = LoggerFactory.getLogger(Election.class);
  private static final int MEMBERS_MAX = 1_000;
  private static final long SKEW_WARNED_MS = 10_000;

  /** Who this namenode is and how patient it is. */
  public record Settings(String name, String version, int missesMax) {}

  /**
   * What a namenode knew after its last round.
   *
   * @param id its own id, 0 while it is no member
   * @param epoch the leader epoch it last saw
   * @param leaderId id of the leader of that epoch, 0 for none
   * @param members all members, smallest id first
   */
  public record View(long id, long epoch, long leaderId, List<NamenodeMember> members) {
    public boolean leads() {
      return id != 0 && id == leaderId;
    }
  }

  private record Observation(long counter, int rounds) {}

  private record Round(boolean evicted, View view) {}

  private final TransactionRunner runner;
  private final Settings settings;
  private final Clock clock;
  private final Map<Long, Observation> observations = new HashMap<>();
  private volatile View view = new View(0, 0, 0, List.of());
  private volatile Set<Long> silent = Set.of();
  private volatile long clockSkewMs;
  private boolean skewWarned;
  private String rpcAddress = "";
  private String httpAddress = "";
  private long startedAtMs;

  public Election(TransactionRunner runner, Settings settings, Clock clock) {
    this.runner = runner;
    this.settings = settings;
    this.clock = clock;
  }

  public View view() {
    return view;
  }

  /** Takes a new id and becomes a member that is reached at these addresses; runs a first round. */
  public View join(String rpc, String http) {
    rpcAddress = rpc;
    httpAddress = http;
    startedAtMs = clock.millis();
    return enter();
  }

  private View enter() {
    long id = runner.run(TxOptions.write("namenode_join"), this::insertMember);
    observations.clear();
    view = new View(id, view.epoch(), view.leaderId(), List.of());
    LOG.info("Namenode {} joined with id {}", settings.name(), id);
    return tick();
  }

  private long insertMember(Tx tx) {
    IdRange range = tx.get(Tables.ID_RANGES, IdKind.NAMENODE.stored(), LockMode.EXCLUSIVE);
    long id = range == null ? IdKind.NAMENODE.firstId() : range.nextId();
    tx.upsert(Tables.ID_RANGES, new IdRange(IdKind.NAMENODE.stored(), id + 1));
    tx.insert(
        Tables.NAMENODES,
        new NamenodeMember(
            id,
            settings.name(),
            rpcAddress,
            httpAddress,
            0,
            clock.millis(),
            startedAtMs,
            0,
            settings.version()));
    return id;
  }

  /**
   * One round: heartbeat, look at the others, lead or step back. An evicted namenode joins again
   * under a new id.
   *
   * @throws StoreException when the store can't be used; the namenode then no longer counts itself
   *     as the leader
   */
  public View tick() {
    long id = view.id();
    Set<Long> suspects = suspects();
    Round round;
    try {
      round = runner.run(TxOptions.write("namenode_heartbeat"), tx -> round(tx, id, suspects));
    } catch (StoreException e) {
      view = new View(id, view.epoch(), 0, view.members());
      throw e;
    }
    if (round.evicted()) {
      LOG.warn("Namenode {} was declared dead as id {} and joins again", settings.name(), id);
      return enter();
    }
    observe(round.view().members());
    if (round.view().leads() && !view.leads()) {
      LOG.info("Namenode {} leads with epoch {}", settings.name(), round.view().epoch());
    }
    view = round.view();
    return view;
  }

  private Round round(Tx tx, long id, Set<Long> suspects) {
    NamenodeMember own = tx.get(Tables.NAMENODES, id, LockMode.EXCLUSIVE);
    if (own == null) {
      return new Round(true, view);
    }
    long epoch = EpochFence.variable(tx, EpochFence.EPOCH, LockMode.READ_COMMITTED);
    long leaderId = EpochFence.variable(tx, EpochFence.LEADER_ID, LockMode.READ_COMMITTED);
    List<NamenodeMember> members = members(tx);
    boolean smallest = members.stream().noneMatch(m -> m.id() < id && !suspects.contains(m.id()));
    if (smallest) {
      if (leaderId != id) {
        epoch = EpochFence.variable(tx, EpochFence.EPOCH, LockMode.EXCLUSIVE) + 1;
        leaderId = id;
        tx.upsert(Tables.CLUSTER_VARIABLES, new ClusterVariable(EpochFence.EPOCH, "" + epoch));
        tx.upsert(Tables.CLUSTER_VARIABLES, new ClusterVariable(EpochFence.LEADER_ID, "" + id));
      }
      members = evict(tx, members, suspects);
    }
    NamenodeMember beaten = heartbeat(own, leaderId == id ? epoch : 0);
    tx.update(Tables.NAMENODES, beaten);
    List<NamenodeMember> seen = new ArrayList<>(members);
    seen.removeIf(m -> m.id() == id);
    seen.add(beaten);
    seen.sort(Comparator.comparingLong(NamenodeMember::id));
    return new Round(false, new View(id, epoch, leaderId, List.copyOf(seen)));
  }

  private static List<NamenodeMember> members(Tx tx) {
    return tx.scan(Scan.prefix(Tables.NAMENODES, MEMBERS_MAX));
  }

  /** Deletes the rows of suspects that still stand where they stood. */
  private List<NamenodeMember> evict(Tx tx, List<NamenodeMember> members, Set<Long> suspects) {
    List<NamenodeMember> left = new ArrayList<>();
    for (NamenodeMember m : members) {
      NamenodeMember now =
          suspects.contains(m.id()) ? tx.get(Tables.NAMENODES, m.id(), LockMode.EXCLUSIVE) : m;
      if (now != null && suspects.contains(m.id()) && stoodStill(now)) {
        tx.delete(Tables.NAMENODES, m.id());
      } else if (now != null) {
        left.add(now);
      }
    }
    return left;
  }

  private boolean stoodStill(NamenodeMember member) {
    Observation seen = observations.get(member.id());
    return seen != null && seen.counter() == member.heartbeatCounter();
  }

  private NamenodeMember heartbeat(NamenodeMember own, long leaderEpoch) {
    return new NamenodeMember(
        own.id(),
        own.name(),
        own.rpcAddress(),
        own.httpAddress(),
        own.heartbeatCounter() + 1,
        clock.millis(),
        own.startedAtMs(),
        leaderEpoch,
        own.version());
  }

  private Set<Long> suspects() {
    Set<Long> suspects = new HashSet<>();
    observations.forEach(
        (id, seen) -> {
          if (seen.rounds() >= settings.missesMax()) {
            suspects.add(id);
          }
        });
    return suspects;
  }

  private void observe(List<NamenodeMember> members) {
    Map<Long, Observation> next = new HashMap<>();
    long nowMs = clock.millis();
    long skewMs = 0;
    for (NamenodeMember m : members) {
      Observation before = observations.get(m.id());
      int rounds =
          before != null && before.counter() == m.heartbeatCounter() ? before.rounds() + 1 : 0;
      next.put(m.id(), new Observation(m.heartbeatCounter(), rounds));
      if (before != null && rounds == 0) {
        skewMs = Math.max(skewMs, Math.abs(nowMs - m.lastHeartbeatMs()));
      }
    }
    observations.clear();
    observations.putAll(next);
    silent = suspects();
    noteSkew(skewMs);
  }

  private void noteSkew(long skewMs) {
    clockSkewMs = skewMs;
    boolean great = skewMs > SKEW_WARNED_MS;
    if (great && !skewWarned) {
      LOG.warn(
          "The clocks of the namenodes differ by about {} s: modification times will be off by as"
              + " much. Check the time service on their machines",
          skewMs / 1000);
    }
    skewWarned = great;
  }

  /**
   * How much this namenode's clock differs from that of the member furthest from it, to within the
   * time between two heartbeats; milliseconds.
   */
  public long clockSkewMs() {
    return clockSkewMs;
  }

  /** Whether a member's counter has stood still for as many rounds as make it count as dead. */
  public boolean isSilent(long namenodeId) {
    return silent.contains(namenodeId);
  }

  @Override
  public boolean leads() {
    return view.leads();
  }

  @Override
  public long epoch() {
    return view.epoch();
  }

  @Override
  public long selfId() {
    return view.id();
  }

  /** Only an evicted member has no row, and an owner without one can't commit any more. */
  @Override
  public boolean isLive(long namenodeId) {
    if (view.members().stream().anyMatch(m -> m.id() == namenodeId)) {
      return true;
    }
    return runner.run(
        TxOptions.read("namenode_lookup"),
        tx -> tx.get(Tables.NAMENODES, namenodeId, LockMode.READ_COMMITTED) != null);
  }

  /** The view with the members as they are stored now; counts as no round. */
  public View refresh() {
    View now = view;
    List<NamenodeMember> members = runner.run(TxOptions.read("namenode_list"), Election::members);
    return new View(now.id(), now.epoch(), now.leaderId(), members);
  }

  /** A fence for work that this namenode does as the leader; null while it does not lead. */
  public @Nullable EpochFence fence() {
    View now = view;
    return now.leads() ? new EpochFence(now.epoch()) : null;
  }

  /** Ends the membership, so that the others need not wait for it to time out. */
  public void leave() {
    long id = view.id();
    if (id != 0) {
      runner.run(
          TxOptions.write("namenode_leave"),
          tx -> {
            tx.delete(Tables.NAMENODES, id);
            return id;
          });
      view = new View(0, view.epoch(), 0, List.of());
    }
  }
}
