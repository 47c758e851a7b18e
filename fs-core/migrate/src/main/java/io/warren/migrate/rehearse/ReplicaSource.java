package io.warren.migrate.rehearse;

import java.io.IOException;

/** Where copies of blocks are told. Reads only. */
public interface ReplicaSource {
  /** For people. */
  String name();

  /**
   * Tells every copy, in the source's own order.
   *
   * @throws RehearsalException for what is another file system's, unknown or not whole
   */
  void read(Receiver receiver) throws IOException;

  /** Takes one after the other. */
  @FunctionalInterface
  interface Receiver {
    void take(FoundReplica replica) throws IOException;
  }
}
