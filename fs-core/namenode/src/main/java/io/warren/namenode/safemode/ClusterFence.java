package io.warren.namenode.safemode;

import io.warren.model.NamenodeMember;
import io.warren.namenode.election.Election;
import io.warren.namenode.peers.PeerClient;
import io.warren.store.StoreException;
import io.warren.store.WritesUnderWay;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks every member to look at the row and to wait for its writes. Of who does not answer, or was
 * lost shortly before, time tells: what it read before the row's commit counts for {@link
 * ReadOnlySwitch#VALID_MS}, and a commit that it began by then takes effect soon or never.
 */
public final class ClusterFence implements ReadOnlyFence {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterFence.class);

  /**
   * After this time nobody changes a file by what he read before. No less than {@link
   * ReadOnlySwitch#VALID_MS} and what the store takes at most to end a commit or to drop what
   * stands still.
   */
  public static final String FENCED_AFTER_MS_KEY = "warren.safemode.fenced-after-ms";

  /** A commit whose outcome is unknown takes ten seconds at most, see {@link WritesUnderWay}. */
  public static final long FENCED_AFTER_DEFAULT_MS = ReadOnlySwitch.VALID_MS + 12_000;

  private static final long ANSWER_MAX_MS = 3_000;
  private static final long PAUSE_MS = 200;

  private final Election election;
  private final WritesUnderWay writes;
  private final PeerClient peers;
  private final long fencedAfterMs;

  public ClusterFence(
      Election election, WritesUnderWay writes, PeerClient peers, long fencedAfterMs) {
    this.election = election;
    this.writes = writes;
    this.peers = peers;
    this.fencedAfterMs = fencedAfterMs;
  }

  @Override
  public boolean await(long committedAtNanos) {
    Set<Long> answered = new HashSet<>();
    boolean ownEnded = false;
    while (true) {
      boolean fencedByTime =
          System.nanoTime() - committedAtNanos >= TimeUnit.MILLISECONDS.toNanos(fencedAfterMs);
      Map<Long, CompletableFuture<Boolean>> asked = ask(answered);
      ownEnded = ownEnded || writes.awaitPresent(ANSWER_MAX_MS);
      asked.forEach(
          (id, answer) -> {
            if (answer.join()) {
              answered.add(id);
            }
          });
      if (ownEnded && (fencedByTime || allAnswered(answered))) {
        return true;
      }
      if (fencedByTime || Thread.currentThread().isInterrupted()) {
        return false;
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSE_MS));
    }
  }

  private Map<Long, CompletableFuture<Boolean>> ask(Set<Long> answered) {
    Map<Long, CompletableFuture<Boolean>> asked = new HashMap<>();
    for (NamenodeMember member : members()) {
      if (member.id() != election.selfId() && !answered.contains(member.id())) {
        asked.put(member.id(), peers.readOnlySeen(member, ANSWER_MAX_MS));
      }
    }
    return asked;
  }

  /** Who joins later reads the row before it serves. */
  private boolean allAnswered(Set<Long> answered) {
    Set<Long> seenBefore = ids(election.view().members());
    Set<Long> present = ids(members());
    long selfId = election.selfId();
    return present.contains(selfId)
        && present.containsAll(seenBefore)
        && present.stream().allMatch(id -> id == selfId || answered.contains(id))
        && !election.lostAMemberWithin(fencedAfterMs);
  }

  private List<NamenodeMember> members() {
    try {
      return election.refresh().members();
    } catch (StoreException e) {
      LOG.info("The members are not known now: {}", e.getMessage());
      return List.of();
    }
  }

  private static Set<Long> ids(List<NamenodeMember> members) {
    return members.stream().map(NamenodeMember::id).collect(Collectors.toSet());
  }
}
