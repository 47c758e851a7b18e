package io.warren.namenode.admin;

import io.warren.model.ClusterEvent;
import io.warren.model.ClusterEventKind;
import io.warren.model.NamenodeMember;
import io.warren.model.NamespaceException;
import io.warren.namenode.election.DrainOrders;
import io.warren.namenode.election.DrainedNamenodes;
import io.warren.namenode.election.Election;
import io.warren.namespace.ClusterEvents;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The namenodes that are members, and those that lately were: how a membership ended is told by the
 * events, whichever process the namenode belonged to.
 */
final class NamenodeViews {
  private static final String DRAINED = "drained";
  private static final long DEPARTED_SHOWN_MS = 24L * 3_600_000;

  /** That a namenode shall not serve. */
  record DrainView(long sinceMs, String by) {
    static @Nullable DrainView of(DrainedNamenodes.@Nullable Order order) {
      return order == null ? null : new DrainView(order.sinceMs(), order.by());
    }
  }

  /**
   * One namenode.
   *
   * @param startedAtMs null when nobody knows it any more
   * @param drained null unless it shall not serve
   */
  record NamenodeView(
      String name,
      long id,
      long epoch,
      String role,
      String state,
      String rpcAddress,
      String httpAddress,
      @Nullable Long startedAtMs,
      long lastHeartbeatMs,
      String version,
      @Nullable DrainView drained) {}

  /** The rows that tell of namenodes which are no members. */
  private record Rows(List<ClusterEvent> events, DrainedNamenodes drained) {}

  /** What the views are made from. */
  record Sources(
      Election election,
      TransactionRunner runner,
      ProcessControl process,
      String version,
      Clock clock) {}

  private final Sources sources;

  NamenodeViews(Sources sources) {
    this.sources = sources;
  }

  /** All of them by name; a namenode that was replaced but not yet evicted stands there twice. */
  List<NamenodeView> now() {
    // Events first: who joins between the two reads is then a member, and not lost between them.
    Rows rows =
        sources
            .runner()
            .run(
                TxOptions.read("list_departures"),
                tx -> new Rows(ClusterEvents.recent(tx), DrainOrders.read(tx)));
    Map<String, DrainedNamenodes.Order> drained = rows.drained().orders();
    Election.View view = sources.election().refresh();
    Map<String, ClusterEvent> departed = departed(rows.events(), view.members());
    List<NamenodeView> all = new ArrayList<>();
    view.members().forEach(member -> all.add(member(member, view, drained.get(member.name()))));
    Set<Long> memberIds =
        view.members().stream().map(NamenodeMember::id).collect(Collectors.toSet());
    for (ProcessControl.Stopped stopped : sources.process().stopped()) {
      ClusterEvent end = departed.remove(stopped.spec().name());
      if (!memberIds.contains(stopped.id())) {
        DrainedNamenodes.Order order = drained.get(stopped.spec().name());
        all.add(stopped(stopped, end, view.epoch(), order));
      }
    }
    departed.values().forEach(end -> all.add(departed(end, drained.get(end.subject()))));
    Set<String> shown = all.stream().map(NamenodeView::name).collect(Collectors.toSet());
    drained.forEach(
        (name, order) -> {
          if (!shown.contains(name)) {
            all.add(longDrained(name, order));
          }
        });
    all.sort(Comparator.comparing(NamenodeView::name).thenComparing(NamenodeView::id));
    return all;
  }

  /**
   * The newest of one name: one that was evicted, or will be, may still stand beside the one that
   * took its name.
   */
  NamenodeView one(String name) {
    return now().stream()
        .filter(each -> each.name().equals(name))
        .max(Comparator.comparing(NamenodeView::id))
        .orElseThrow(
            () ->
                new NamespaceException(
                        NamespaceException.Code.NOT_FOUND, "There is no such namenode")
                    .with("name", name));
  }

  /** The newest event of each name whose newest membership ended lately, without members' names. */
  private Map<String, ClusterEvent> departed(
      List<ClusterEvent> events, List<NamenodeMember> members) {
    long shownFromMs = sources.clock().millis() - DEPARTED_SHOWN_MS;
    Map<String, ClusterEvent> newest = new HashMap<>();
    for (ClusterEvent event : events) {
      if (event.isDeparture() || event.kind() == ClusterEventKind.NAMENODE_JOINED) {
        newest.putIfAbsent(event.subject(), event);
      }
    }
    members.forEach(member -> newest.remove(member.name()));
    newest.values().removeIf(e -> !e.isDeparture() || e.effectiveAtMs() < shownFromMs);
    return newest;
  }

  private NamenodeView member(
      NamenodeMember m, Election.View view, DrainedNamenodes.@Nullable Order order) {
    boolean dead = sources.election().isSilent(m.id()) && m.id() != view.id();
    String serving = order == null ? "live" : "draining";
    return new NamenodeView(
        m.name(),
        m.id(),
        m.leaderEpoch(),
        m.id() == view.leaderId() ? "leader" : "follower",
        dead ? "dead" : serving,
        m.rpcAddress(),
        m.httpAddress(),
        m.startedAtMs(),
        m.lastHeartbeatMs(),
        m.version(),
        DrainView.of(order));
  }

  private NamenodeView stopped(
      ProcessControl.Stopped stopped,
      @Nullable ClusterEvent end,
      long epoch,
      DrainedNamenodes.@Nullable Order order) {
    String state = end == null ? "stopped" : state(end);
    return new NamenodeView(
        stopped.spec().name(),
        stopped.id(),
        end == null ? epoch : end.epoch(),
        "follower",
        order == null ? state : DRAINED,
        stopped.spec().rpc().toString(),
        stopped.spec().http().toString(),
        stopped.startedAtMs() == 0 ? null : stopped.startedAtMs(),
        stopped.lastHeartbeatMs() == 0 && order != null
            ? order.sinceMs()
            : stopped.lastHeartbeatMs(),
        sources.version(),
        DrainView.of(order));
  }

  private NamenodeView departed(ClusterEvent end, DrainedNamenodes.@Nullable Order order) {
    return new NamenodeView(
        end.subject(),
        end.subjectId(),
        end.epoch(),
        "follower",
        order == null ? state(end) : DRAINED,
        end.rpcAddress() == null ? "" : end.rpcAddress(),
        end.httpAddress() == null ? "" : end.httpAddress(),
        null,
        end.startedAtMs(),
        "",
        DrainView.of(order));
  }

  /** One that was drained so long ago that its leaving is forgotten. */
  private static NamenodeView longDrained(String name, DrainedNamenodes.Order order) {
    return new NamenodeView(
        name, 0, 0, "follower", DRAINED, "", "", null, order.sinceMs(), "", DrainView.of(order));
  }

  private static String state(ClusterEvent end) {
    return end.kind() == ClusterEventKind.NAMENODE_LEFT ? "stopped" : "dead";
  }
}
