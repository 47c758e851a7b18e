package io.warren.namenode;

import io.warren.namenode.admin.AdminHolder;
import io.warren.namenode.election.Election;
import io.warren.namenode.peers.ClusterWrites;
import io.warren.namenode.peers.LocalWrites;
import io.warren.namenode.peers.PeerClient;
import io.warren.namenode.safemode.ClusterFence;
import io.warren.namenode.safemode.LocalFence;
import io.warren.namenode.safemode.ReadOnlyFence;
import io.warren.namespace.WriteBarrier;
import io.warren.store.WritesUnderWay;

/**
 * How a namenode waits for all others over its store.
 *
 * @param writes until what they had begun has ended
 * @param readOnly until they also go by what is written of safe mode
 */
record PeerWaits(WriteBarrier writes, ReadOnlyFence readOnly) {
  static PeerWaits of(NamenodeProcess.Shared shared, Election election) {
    WritesUnderWay writes = shared.writes();
    if (!shared.storeShared()) {
      return new PeerWaits(new LocalWrites(writes), new LocalFence(writes));
    }
    PeerClient peers = new PeerClient(shared.tokens().secret(AdminHolder.NAMENODE));
    long fencedAfterMs =
        shared
            .conf()
            .getLong(ClusterFence.FENCED_AFTER_MS_KEY, ClusterFence.FENCED_AFTER_DEFAULT_MS);
    return new PeerWaits(
        new ClusterWrites(election, writes, peers),
        new ClusterFence(election, writes, peers, fencedAfterMs));
  }
}
