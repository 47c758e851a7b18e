package io.warren.namespace;

/** What a namenode knows of itself and the others; given by the namenode. */
public interface Liveness {
  /** No namenode runs: whoever has the store is alone with it. */
  Liveness ALONE =
      new Liveness() {
        @Override
        public long selfId() {
          return 0;
        }

        @Override
        public boolean isLive(long namenodeId) {
          return false;
        }
      };

  /** This namenode's present id: the owner of subtree locks that it takes. */
  long selfId();

  /** Whether a namenode may still be running. False only once it can't commit as an owner. */
  boolean isLive(long namenodeId);
}
