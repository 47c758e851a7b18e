package io.warren.model;

import org.jspecify.annotations.Nullable;

/**
 * An outbox row: an inode as a change left it (for a delete: as it was), and where it was before a
 * rename. commitSequence and committedAtMs are given by the store at commit; both are 0 before.
 * features and erasureCodingPolicy are those of {@link Inode}, changedFacts are bits of {@link
 * ChangedFacts}.
 */
public record Change(
    long inodeId,
    long logicalTime,
    long commitSequence,
    long committedAtMs,
    ChangeOperation operation,
    long parentId,
    Name name,
    InodeKind kind,
    long sizeBytes,
    String owner,
    String group,
    int mode,
    long mtimeMs,
    long atimeMs,
    int replication,
    long blockSizeBytes,
    long beforeParentId,
    @Nullable Name beforeName,
    int storagePolicy,
    int features,
    int changedFacts,
    int erasureCodingPolicy) {
  /** The same change as committed. */
  public Change committed(long sequence, long atMs) {
    return new Change(
        inodeId,
        logicalTime,
        sequence,
        atMs,
        operation,
        parentId,
        name,
        kind,
        sizeBytes,
        owner,
        group,
        mode,
        mtimeMs,
        atimeMs,
        replication,
        blockSizeBytes,
        beforeParentId,
        beforeName,
        storagePolicy,
        features,
        changedFacts,
        erasureCodingPolicy);
  }
}
