package io.warren.namenode.peers;

import io.warren.model.NamenodeMember;
import io.warren.namenode.election.Election;
import io.warren.namespace.WriteBarrier;
import io.warren.store.StoreException;
import io.warren.store.WritesUnderWay;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The writes of all members of a cluster. A namenode is a member before it writes anything, so who
 * is not among the members that are read here begins later than whoever asks. Of a member that was
 * lost nobody knows what it still does: for some time after that the answer is that it is not
 * known.
 */
public final class ClusterWrites implements WriteBarrier {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterWrites.class);

  /** The store ends what a lost member left open much earlier, see infra/ndb. */
  private static final long MEMBERSHIP_SETTLED_AFTER_MS = 30_000;

  private final Election election;
  private final WritesUnderWay writes;
  private final PeerClient peers;

  public ClusterWrites(Election election, WritesUnderWay writes, PeerClient peers) {
    this.election = election;
    this.writes = writes;
    this.peers = peers;
  }

  @Override
  public boolean await() {
    try {
      return awaitMembers();
    } catch (StoreException e) {
      LOG.info("The members are not known now: {}", e.getMessage());
      return false;
    }
  }

  private boolean awaitMembers() {
    Set<Long> seenBefore = ids(election.view().members());
    List<NamenodeMember> members = election.refresh().members();
    long selfId = election.selfId();
    if (!ids(members).containsAll(seenBefore)
        || !seenBefore.contains(selfId)
        || election.lostAMemberWithin(MEMBERSHIP_SETTLED_AFTER_MS)) {
      return false;
    }
    List<CompletableFuture<Boolean>> answers = new ArrayList<>();
    for (NamenodeMember member : members) {
      if (member.id() != selfId) {
        answers.add(peers.writesEnded(member, LocalWrites.TIMEOUT_MS));
      }
    }
    boolean ended = writes.awaitPresent(LocalWrites.TIMEOUT_MS);
    for (CompletableFuture<Boolean> answer : answers) {
      ended &= answer.join();
    }
    return ended;
  }

  private static Set<Long> ids(List<NamenodeMember> members) {
    return members.stream().map(NamenodeMember::id).collect(Collectors.toSet());
  }
}
