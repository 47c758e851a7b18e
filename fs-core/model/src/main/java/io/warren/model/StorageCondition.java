package io.warren.model;

/**
 * A storage as the leader last judged it, and how far it has looked through the storage's blocks
 * since.
 *
 * @param rack of its datanode
 * @param sinceMs when the state began
 * @param checking whether its blocks are being looked through
 * @param checkedInodeId with checkedBlockId the last block looked at; 0 before the first
 * @param blocks how many blocks this pass has seen, or the last one saw
 * @param insufficient how many of them need more replicas before the storage may go
 * @param checkedAtMs when the last pass ended, 0 for never
 */
public record StorageCondition(
    int storageId,
    StorageState state,
    String rack,
    long sinceMs,
    boolean checking,
    long checkedInodeId,
    long checkedBlockId,
    long blocks,
    long insufficient,
    long checkedAtMs) {

  /** A storage in a new state, to be looked through from its first block. */
  public static StorageCondition begin(
      int storageId, StorageState state, String rack, long sinceMs) {
    return new StorageCondition(storageId, state, rack, sinceMs, true, 0, 0, 0, 0, 0);
  }

  /** The same state, looked through once more. */
  public StorageCondition again() {
    return new StorageCondition(storageId, state, rack, sinceMs, true, 0, 0, 0, 0, checkedAtMs);
  }

  /** After some more blocks. */
  public StorageCondition advanced(
      long inodeId, long blockId, long moreBlocks, long moreInsufficient) {
    return new StorageCondition(
        storageId,
        state,
        rack,
        sinceMs,
        true,
        inodeId,
        blockId,
        blocks + moreBlocks,
        insufficient + moreInsufficient,
        checkedAtMs);
  }

  /** After the last block. */
  public StorageCondition finished(StorageState newState, long nowMs) {
    return new StorageCondition(
        storageId,
        newState,
        rack,
        newState == state ? sinceMs : nowMs,
        false,
        0,
        0,
        blocks,
        insufficient,
        nowMs);
  }
}
