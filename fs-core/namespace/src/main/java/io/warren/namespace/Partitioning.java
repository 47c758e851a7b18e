package io.warren.namespace;

import io.warren.model.ChildrenPartitioning;
import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.model.Name;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Which partition a child's row is in. Children of a BY_PARENT directory share the partition of its
 * id. Children of a HASHED one are spread over {@link #BUCKETS} partitions by a hash of their name,
 * so that no shard is hot and a listing still needs only that many ordered scans.
 */
public final class Partitioning {
  /** Partitions of one HASHED directory. Changing it would lose rows. */
  public static final int BUCKETS = 16;

  /** Parent id and partition of the roots of detached subtrees, see {@code subtree.Detached}. */
  public static final long DETACHED_ID = Inode.DETACHED_ID;

  /** Parent id and partition of deleted inodes that snapshots hold. */
  public static final long RETAINED_ID = Inode.RETAINED_ID;

  /** Primary key of the root directory. */
  public static final InodeKey ROOT_KEY = new InodeKey(0, 0, Name.ROOT);

  private Partitioning() {}

  /** The key that a new child of a directory gets. */
  public static InodeKey childKey(Inode directory, Name name) {
    return childKey(directory.id(), directory.childrenPartitioning(), name);
  }

  /** The key that a new child of a directory gets whose row is not at hand. */
  public static InodeKey childKey(long directoryId, ChildrenPartitioning partitioning, Name name) {
    return settledKey(directoryId, partitioning.target(), name);
  }

  /**
   * The keys that a child of a directory may have, in the order in which they are locked and read:
   * one, or two while the directory is being repartitioned, the place of children that were not
   * moved yet first.
   */
  public static List<InodeKey> childKeys(Inode directory, Name name) {
    return childKeys(directory.id(), directory.childrenPartitioning(), name);
  }

  static List<InodeKey> childKeys(long parentId, ChildrenPartitioning partitioning, Name name) {
    InodeKey target = settledKey(parentId, partitioning.target(), name);
    return partitioning.isChanging()
        ? List.of(settledKey(parentId, partitioning.source(), name), target)
        : List.of(target);
  }

  private static InodeKey settledKey(long parentId, ChildrenPartitioning partitioning, Name name) {
    long partition =
        partitioning == ChildrenPartitioning.BY_PARENT
            ? parentId
            : bucketPartition(parentId, Math.floorMod(mix(hash(name)), BUCKETS));
    return new InodeKey(partition, parentId, name);
  }

  /** The partition that a child would have if its directory were settled in this way. */
  public static long partitionIf(Inode directory, ChildrenPartitioning settled, Name name) {
    return settledKey(directory.id(), settled.target(), name).partitionId();
  }

  /** The partitions that children would have if their directory were settled in this way. */
  public static List<Long> partitionsIf(Inode directory, ChildrenPartitioning settled) {
    return settledPartitions(directory.id(), settled.target());
  }

  /** Every partition that can hold children of a directory. */
  public static List<Long> childPartitions(Inode directory) {
    return childPartitions(directory.id(), directory.childrenPartitioning());
  }

  static List<Long> childPartitions(long directoryId, ChildrenPartitioning partitioning) {
    List<Long> partitions = new ArrayList<>(settledPartitions(directoryId, partitioning.target()));
    if (partitioning.isChanging()) {
      partitions.addAll(settledPartitions(directoryId, partitioning.source()));
    }
    return partitions;
  }

  /** The partitions that children leave while a directory is being repartitioned. */
  public static List<Long> partitionsToLeave(Inode directory) {
    return settledPartitions(directory.id(), directory.childrenPartitioning().source());
  }

  private static List<Long> settledPartitions(long directoryId, ChildrenPartitioning partitioning) {
    return partitioning == ChildrenPartitioning.BY_PARENT
        ? List.of(directoryId)
        : IntStream.range(0, BUCKETS)
            .mapToObj(bucket -> bucketPartition(directoryId, bucket))
            .toList();
  }

  /**
   * How a new directory partitions its children.
   *
   * @param depth number of components of its path; the root's is 0
   * @param hashedLevels how many levels of directories, the root's included, hash by default
   */
  public static ChildrenPartitioning forNewDirectory(int depth, int hashedLevels) {
    return depth < hashedLevels ? ChildrenPartitioning.HASHED : ChildrenPartitioning.BY_PARENT;
  }

  /** Key of a subtree's root after it was detached. */
  public static InodeKey detachedKey(long inodeId) {
    return new InodeKey(DETACHED_ID, DETACHED_ID, Name.of(Long.toString(inodeId)));
  }

  /** Key of a deleted inode that snapshots hold. */
  public static InodeKey retainedKey(long inodeId) {
    return new InodeKey(RETAINED_ID, RETAINED_ID, Name.of(Long.toString(inodeId)));
  }

  /**
   * Key of blocks that a file no longer has. Those of one file follow each other in the order of
   * the numbers, and follow {@link #formerBlocksStart}.
   *
   * @param snapshotId the newest snapshot that reads them
   */
  public static InodeKey formerBlocksKey(long fileId, long snapshotId) {
    return new InodeKey(
        RETAINED_ID, RETAINED_ID, Name.of("%d.%019d".formatted(fileId, snapshotId)));
  }

  /** The place before all former blocks of a file. */
  public static InodeKey formerBlocksStart(long fileId) {
    return new InodeKey(RETAINED_ID, RETAINED_ID, Name.of(fileId + "."));
  }

  /** Whether a row is out of the tree: detached or retained. */
  public static boolean isAway(Inode inode) {
    return inode.parentId() == DETACHED_ID || inode.parentId() == RETAINED_ID;
  }

  private static long bucketPartition(long parentId, int bucket) {
    return mix(parentId * BUCKETS + bucket);
  }

  private static long hash(Name name) {
    return Arrays.hashCode(name.bytes());
  }

  /** Finalizer of SplitMix64: spreads neighbouring values over all 64 bits. */
  private static long mix(long value) {
    long z = value + 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
