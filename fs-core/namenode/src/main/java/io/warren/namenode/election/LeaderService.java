package io.warren.namenode.election;

import io.warren.namespace.LeaderFence;

/** Background work that only the leader does, in bounded portions. */
public interface LeaderService {
  /** For metrics and logs; from a bounded set. */
  String name();

  /** Does a bounded portion; every writing transaction checks the fence first. */
  void run(LeaderFence fence);

  /** Called once when this namenode has stopped leading. */
  default void deposed() {}
}
