package io.warren.namenode.election;

import io.warren.blocks.Leadership;
import io.warren.blocks.LiveNamenodes;
import io.warren.model.ClusterEvent;
import io.warren.model.NamenodeMember;
import io.warren.namespace.Liveness;
import io.warren.store.LockMode;
import io.warren.store.StoreException;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
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
  private static final long SKEW_WARNED_MS = 10_000;

  /** Who this namenode is and how patient it is. */
  public record Settings(String name, String version, int missesMax) {}

  /** Hears of every event that this namenode has committed. */
  @FunctionalInterface
  public interface Listener {
    /** Nobody listens. */
    Listener NONE = event -> {};

    void recorded(ClusterEvent event);
  }

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

  private record Round(boolean evicted, View view, List<ClusterEvent> events) {}

  private final TransactionRunner runner;
  private final Settings settings;
  private final Clock clock;
  private final Listener listener;
  private final Membership membership;
  private final Heartbeats heartbeats = new Heartbeats(System::nanoTime);
  private volatile View view = new View(0, 0, 0, List.of());
  private volatile Set<Long> silent = Set.of();
  private volatile long clockSkewMs;

  /** When a member was last lost, or this one came and knew nothing of others before. */
  private volatile long lastLossNanos;

  private boolean skewWarned;
  private String rpcAddress = "";
  private String httpAddress = "";
  private long startedAtMs;

  public Election(TransactionRunner runner, Settings settings, Clock clock, Listener listener) {
    this.runner = runner;
    this.settings = settings;
    this.clock = clock;
    this.listener = listener;
    this.membership = new Membership(clock);
  }

  public View view() {
    return view;
  }

  /** Takes a new id and becomes a member that is reached at these addresses; runs a first round. */
  public View join(String rpc, String http) {
    rpcAddress = rpc;
    httpAddress = http;
    startedAtMs = clock.millis();
    return enter(0);
  }

  private View enter(long formerId) {
    NamenodeMember draft =
        new NamenodeMember(
            0, settings.name(), rpcAddress, httpAddress, 0, 0, startedAtMs, 0, settings.version());
    ClusterEvent joined =
        runner.run(TxOptions.write("namenode_join"), tx -> membership.join(tx, draft, formerId));
    listener.recorded(joined);
    heartbeats.forget();
    lastLossNanos = System.nanoTime();
    view = new View(joined.subjectId(), view.epoch(), view.leaderId(), List.of());
    LOG.info("Namenode {} joined with id {}", settings.name(), joined.subjectId());
    return tick();
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
    Round round;
    try {
      round = runner.run(TxOptions.write("namenode_heartbeat"), tx -> round(tx, id));
    } catch (StoreException e) {
      view = new View(id, view.epoch(), 0, view.members());
      throw e;
    }
    if (round.evicted()) {
      LOG.warn("Namenode {} was declared dead as id {} and joins again", settings.name(), id);
      return enter(id);
    }
    observe(round.view().members());
    noteLosses(view.members(), round.view().members());
    if (round.view().leads() && !view.leads()) {
      LOG.info("Namenode {} leads with epoch {}", settings.name(), round.view().epoch());
    }
    view = round.view();
    round.events().forEach(listener::recorded);
    return view;
  }

  private Round round(Tx tx, long id) {
    NamenodeMember own = tx.get(Tables.NAMENODES, id, LockMode.EXCLUSIVE);
    if (own == null) {
      return new Round(true, view, List.of());
    }
    long epoch = EpochFence.variable(tx, EpochFence.EPOCH, LockMode.READ_COMMITTED);
    long leaderId = EpochFence.variable(tx, EpochFence.LEADER_ID, LockMode.READ_COMMITTED);
    long formerId = leaderId;
    int incarnation = runner.store().incarnation(tx);
    if (EpochFence.variable(tx, EpochFence.INCARNATION, LockMode.READ_COMMITTED) != incarnation) {
      // The store may have been set back: whoever led, the next epoch is to begin.
      leaderId = 0;
    }
    List<ClusterEvent> events = new ArrayList<>();
    List<NamenodeMember> members = Membership.members(tx);
    if (members.stream().noneMatch(m -> m.id() < id && !isSilent(m))) {
      members = evictSilent(tx, own, members, events);
      if (leaderId != id && members.stream().noneMatch(m -> m.id() < id)) {
        Optional<ClusterEvent> led = membership.lead(tx, own, formerId, incarnation);
        led.ifPresent(events::add);
        leaderId = led.isPresent() ? id : leaderId;
        epoch = led.map(ClusterEvent::epoch).orElse(epoch);
      }
    }
    NamenodeMember beaten = heartbeat(own, epoch);
    tx.update(Tables.NAMENODES, beaten);
    List<NamenodeMember> seen = members.stream().map(m -> m.id() == id ? beaten : m).toList();
    return new Round(false, new View(id, epoch, leaderId, seen), events);
  }

  private boolean isSilent(NamenodeMember member) {
    return member.id() != view.id() && heartbeats.missed(member) >= settings.missesMax();
  }

  /** Ends the membership of silent members whose counters still stand; returns who is left. */
  private List<NamenodeMember> evictSilent(
      Tx tx, NamenodeMember own, List<NamenodeMember> members, List<ClusterEvent> events) {
    List<NamenodeMember> left = new ArrayList<>();
    for (NamenodeMember member : members) {
      NamenodeMember now =
          isSilent(member) ? tx.get(Tables.NAMENODES, member.id(), LockMode.EXCLUSIVE) : member;
      if (now == null) {
        continue;
      }
      if (isSilent(now)) {
        int missed = heartbeats.missed(now);
        events.add(membership.evict(tx, own, now, missed, heartbeats.silentMs(now)));
      } else {
        left.add(now);
      }
    }
    return left;
  }

  private void observe(List<NamenodeMember> members) {
    long nowMs = clock.millis();
    noteSkew(
        members.stream()
            .filter(heartbeats::moved)
            .mapToLong(m -> Math.abs(nowMs - m.lastHeartbeatMs()))
            .max()
            .orElse(0));
    silent =
        members.stream()
            .filter(this::isSilent)
            .map(NamenodeMember::id)
            .collect(Collectors.toUnmodifiableSet());
    heartbeats.observe(members);
  }

  private void noteLosses(List<NamenodeMember> before, List<NamenodeMember> now) {
    Set<Long> present = now.stream().map(NamenodeMember::id).collect(Collectors.toSet());
    if (before.stream().anyMatch(member -> !present.contains(member.id()))) {
      lastLossNanos = System.nanoTime();
    }
  }

  /**
   * Whether a member may have been lost in the last time, by this namenode's monotonic clock: who
   * is declared dead may still end what it had begun.
   */
  public boolean lostAMemberWithin(long lastMs) {
    return System.nanoTime() - lastLossNanos < TimeUnit.MILLISECONDS.toNanos(lastMs);
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

  private NamenodeMember heartbeat(NamenodeMember own, long epoch) {
    return new NamenodeMember(
        own.id(),
        own.name(),
        own.rpcAddress(),
        own.httpAddress(),
        own.heartbeatCounter() + 1,
        clock.millis(),
        own.startedAtMs(),
        epoch,
        own.version());
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

  /** The members as this namenode last saw them. */
  public LiveNamenodes namenodes() {
    return new LiveNamenodes(
        this::selfId, () -> view.members().stream().map(NamenodeMember::id).toList());
  }

  /** Members, leader and epoch as they are stored now; counts as no round. */
  public View refresh() {
    long id = view.id();
    return runner.run(
        TxOptions.read("namenode_list"),
        tx ->
            new View(
                id,
                EpochFence.variable(tx, EpochFence.EPOCH, LockMode.READ_COMMITTED),
                EpochFence.variable(tx, EpochFence.LEADER_ID, LockMode.READ_COMMITTED),
                Membership.members(tx)));
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
      runner
          .run(TxOptions.write("namenode_leave"), tx -> membership.leave(tx, id))
          .ifPresent(listener::recorded);
      view = new View(0, view.epoch(), 0, List.of());
    }
  }
}
