package io.warren.blocks;

/** What a datanode says about one of its replicas. */
public record ReportedReplica(
    int storageId, long blockId, long generationStamp, long lengthBytes, State state) {

  /** State of a reported replica; DELETED only comes in incremental reports. */
  public enum State {
    FINALIZED,
    /** Being written (RBW). */
    BEING_WRITTEN,
    /** Its writer is gone (RWR). */
    WAITING_FOR_RECOVERY,
    DELETED
  }
}
