package io.warren.namenode.election;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.ClusterEvent;
import io.warren.model.ClusterEventCause;
import io.warren.model.ClusterEventKind;
import io.warren.namespace.ClusterEvents;
import io.warren.store.Store;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Exactly one event for each change, with its cause and its times. */
class ElectionEventsTest {
  private static final int MISSES_MAX = 3;

  private final List<ClusterEvent> heard = Collections.synchronizedList(new ArrayList<>());

  @SuppressWarnings("NullAway.Init")
  private Store store;

  @SuppressWarnings("NullAway.Init")
  private TransactionRunner runner;

  @BeforeEach
  void open(@TempDir Path folder) {
    store = EmbeddedStore.open(folder.resolve("store"), EmbeddedOptions.withoutSync());
    runner = new TransactionRunner(store, TransactionRunner.Listener.NONE);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private Election election(String name) {
    return new Election(
        runner, new Election.Settings(name, "test", MISSES_MAX), Clock.systemUTC(), heard::add);
  }

  private List<ClusterEvent> events() {
    List<ClusterEvent> oldestFirst =
        new ArrayList<>(runner.run(TxOptions.read("test_events"), ClusterEvents::recent));
    Collections.reverse(oldestFirst);
    return oldestFirst;
  }

  private List<String> told() {
    return events().stream()
        .map(e -> e.kind().text() + " " + e.subject() + ": " + e.cause().text())
        .toList();
  }

  @Test
  void joiningLeavingAndTakingOverAreToldOnce() {
    Election first = election("a");
    Election second = election("b");
    first.join("rpc-a", "http-a");
    second.join("rpc-b", "http-b");
    first.leave();
    second.tick();
    second.tick();
    assertThat(told())
        .containsExactly(
            "namenode_joined a: started",
            "leader_changed a: no_leader",
            "namenode_joined b: started",
            "namenode_left a: stopped",
            "leader_changed b: leader_left");
    assertThat(heard).containsExactlyElementsOf(events());
    ClusterEvent left = events().get(3);
    assertThat(left.rpcAddress()).isEqualTo("rpc-a");
    ClusterEvent change = events().get(4);
    assertThat(change.related()).isEqualTo("a");
    assertThat(change.epoch()).isEqualTo(2);
    assertThat(change.startedAtMs()).isEqualTo(left.effectiveAtMs());
    assertThat(events().stream().map(ClusterEvent::id)).containsExactly(1L, 2L, 3L, 4L, 5L);
  }

  @Test
  void anEvictionTellsWhatWasMissedAndWhoTookOverAndTheEvictedOneJoinsAgain() {
    Election first = election("a");
    Election second = election("b");
    long oldId = first.join("r", "h").id();
    second.join("r", "h");
    int before = events().size();
    for (int round = 0; round < MISSES_MAX; round++) {
      second.tick();
    }
    first.tick();
    List<ClusterEvent> since = events().subList(before, events().size());
    assertThat(since)
        .extracting(ClusterEvent::cause)
        .containsExactly(
            ClusterEventCause.MISSED_HEARTBEATS,
            ClusterEventCause.LEADER_EVICTED,
            ClusterEventCause.REJOINED);
    ClusterEvent evicted = since.get(0);
    assertThat(evicted.subjectId()).isEqualTo(oldId);
    assertThat(evicted.missedHeartbeats()).isEqualTo(MISSES_MAX);
    assertThat(evicted.observer()).isEqualTo("b");
    assertThat(evicted.startedAtMs())
        .isBetween(evicted.effectiveAtMs() - 60_000, evicted.effectiveAtMs());
    assertThat(since.get(1).startedAtMs()).isEqualTo(evicted.startedAtMs());
    assertThat(since.get(2).relatedId()).isEqualTo(oldId);
  }

  @Test
  void aLeaderThatBeatsAgainBeforeItsRowIsLockedKeepsItsPlace() {
    Election first = election("a");
    Election second = election("b");
    first.join("r", "h");
    second.join("r", "h");
    for (int round = 1; round < MISSES_MAX; round++) {
      second.tick();
    }
    first.tick();
    second.tick();
    assertThat(first.tick().leads()).isTrue();
    assertThat(told()).noneMatch(line -> line.startsWith("namenode_evicted"));
  }

  @Test
  void manyWatchersWriteOneEventForEachChange() throws Exception {
    List<Election> watchers = new ArrayList<>();
    Election leader = election("leader");
    leader.join("r", "h");
    for (int i = 0; i < 4; i++) {
      Election watcher = election("w" + i);
      watcher.join("r", "h");
      watchers.add(watcher);
    }
    ExecutorService threads = Executors.newFixedThreadPool(watchers.size());
    try {
      for (int round = 0; round < MISSES_MAX + 2; round++) {
        List<Future<?>> ticks = new ArrayList<>();
        for (Election watcher : watchers) {
          ticks.add(threads.submit(watcher::tick));
        }
        for (Future<?> tick : ticks) {
          tick.get();
        }
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(told().stream().filter(l -> l.startsWith("namenode_evicted")))
        .containsExactly("namenode_evicted leader: missed_heartbeats");
    assertThat(told().stream().filter(l -> l.startsWith("leader_changed")))
        .containsExactly("leader_changed leader: no_leader", "leader_changed w0: leader_evicted");
  }

  @Test
  void membersOfAnEarlierRunAreToldAsEndedWithTheirProcess() {
    Election before = election("a");
    before.join("r", "h");
    runner.run(TxOptions.write("test"), new Membership(Clock.systemUTC())::endEarlierRun);
    Election after = election("a");
    assertThat(after.join("r", "h").leads()).isTrue();
    assertThat(told().subList(2, told().size()))
        .containsExactly(
            "namenode_evicted a: process_ended",
            "namenode_joined a: started",
            "leader_changed a: leader_evicted");
  }

  @Test
  void eventsArePagedByKindAndTrimmedByNumberAndAge() {
    Election election = election("a");
    for (int i = 0; i < 10; i++) {
      election.join("r", "h");
      election.leave();
    }
    List<ClusterEvent> page =
        runner.run(
            TxOptions.read("test"),
            tx -> ClusterEvents.page(tx, ClusterEventKind.NAMENODE_LEFT, 0, 4));
    List<ClusterEvent> next =
        runner.run(
            TxOptions.read("test"),
            tx -> ClusterEvents.page(tx, ClusterEventKind.NAMENODE_LEFT, page.get(3).id(), 100));
    assertThat(page).hasSize(4);
    assertThat(next).hasSize(6);
    assertThat(next.get(0).id()).isLessThan(page.get(3).id());
    assertThat(next).extracting(ClusterEvent::kind).containsOnly(ClusterEventKind.NAMENODE_LEFT);
    long all = events().size();
    EventRetention retention = new EventRetention(runner, Clock.systemUTC(), 0);
    assertThat(retention.trim(tx -> {}, 5, 0)).isEqualTo((int) all - 5);
    assertThat(events()).hasSize(5);
    assertThat(retention.trim(tx -> {}, 5, Long.MAX_VALUE)).isEqualTo(5);
    assertThat(events()).isEmpty();
  }
}
