package io.warren.namenode.admin;

import io.warren.model.ClusterEvent;
import io.warren.model.ClusterEventKind;
import io.warren.model.NamenodeMember;
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
  private static final long DEPARTED_SHOWN_MS = 24L * 3_600_000;

  /** One namenode. startedAtMs is null when nobody knows it any more. */
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
      String version) {}

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
    List<ClusterEvent> events =
        sources.runner().run(TxOptions.read("list_departures"), ClusterEvents::recent);
    Election.View view = sources.election().refresh();
    Map<String, ClusterEvent> departed = departed(events, view.members());
    List<NamenodeView> all = new ArrayList<>();
    view.members().forEach(member -> all.add(member(member, view)));
    Set<Long> memberIds =
        view.members().stream().map(NamenodeMember::id).collect(Collectors.toSet());
    for (ProcessControl.Stopped stopped : sources.process().stopped()) {
      ClusterEvent end = departed.remove(stopped.spec().name());
      if (!memberIds.contains(stopped.id())) {
        all.add(stopped(stopped, end, view.epoch()));
      }
    }
    departed.values().forEach(end -> all.add(departed(end)));
    all.sort(Comparator.comparing(NamenodeView::name).thenComparing(NamenodeView::id));
    return all;
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

  private NamenodeView member(NamenodeMember m, Election.View view) {
    boolean silent = sources.election().isSilent(m.id());
    return new NamenodeView(
        m.name(),
        m.id(),
        m.leaderEpoch(),
        m.id() == view.leaderId() ? "leader" : "follower",
        silent && m.id() != view.id() ? "dead" : "live",
        m.rpcAddress(),
        m.httpAddress(),
        m.startedAtMs(),
        m.lastHeartbeatMs(),
        m.version());
  }

  private NamenodeView stopped(
      ProcessControl.Stopped stopped, @Nullable ClusterEvent end, long epoch) {
    return new NamenodeView(
        stopped.spec().name(),
        stopped.id(),
        end == null ? epoch : end.epoch(),
        "follower",
        end == null ? "stopped" : state(end),
        stopped.spec().rpc().toString(),
        stopped.spec().http().toString(),
        stopped.startedAtMs(),
        stopped.lastHeartbeatMs(),
        sources.version());
  }

  private NamenodeView departed(ClusterEvent end) {
    return new NamenodeView(
        end.subject(),
        end.subjectId(),
        end.epoch(),
        "follower",
        state(end),
        end.rpcAddress() == null ? "" : end.rpcAddress(),
        end.httpAddress() == null ? "" : end.httpAddress(),
        null,
        end.startedAtMs(),
        "");
  }

  private static String state(ClusterEvent end) {
    return end.kind() == ClusterEventKind.NAMENODE_LEFT ? "stopped" : "dead";
  }
}
