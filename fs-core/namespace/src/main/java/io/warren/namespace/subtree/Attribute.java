package io.warren.namespace.subtree;

import io.warren.model.Inode;
import java.util.function.BiFunction;
import java.util.function.ToIntFunction;

/**
 * What steps change of an inode's own row, as numbers. The place of an attribute is its bit in the
 * records of jobs: new ones come last.
 */
public enum Attribute {
  OWNER(Inode::ownerId, (inode, id) -> inode.toBuilder().ownerId(id).build()),
  GROUP(Inode::groupId, (inode, id) -> inode.toBuilder().groupId(id).build()),
  /** The permission bits. */
  MODE(Inode::mode, (inode, mode) -> inode.toBuilder().mode(mode).build()),
  /** How often a file's blocks are stored. */
  REPLICATION(
      Inode::replication, (inode, replicas) -> inode.toBuilder().replication(replicas).build()),
  /** Id of the storage policy; 0 for that of the directory above. */
  STORAGE_POLICY(
      Inode::storagePolicy, (inode, policy) -> inode.toBuilder().storagePolicy(policy).build()),
  /** Id of a directory's erasure-coding policy; 0 for that of the directory above. */
  ERASURE_CODING(
      Inode::erasureCodingPolicy,
      (inode, policy) -> inode.toBuilder().erasureCodingPolicy(policy).build());

  private final ToIntFunction<Inode> read;
  private final BiFunction<Inode, Integer, Inode> write;

  Attribute(ToIntFunction<Inode> read, BiFunction<Inode, Integer, Inode> write) {
    this.read = read;
    this.write = write;
  }

  int bit() {
    return 1 << ordinal();
  }

  int of(Inode inode) {
    return read.applyAsInt(inode);
  }

  Inode in(Inode inode, int value) {
    return write.apply(inode, value);
  }

  /** Whether quotas count something else when it changes. */
  boolean isOfSpace() {
    return this == REPLICATION || this == STORAGE_POLICY;
  }

  /** Whether one change may be of both: a step of one kind changes no others. */
  boolean goesWith(Attribute other) {
    return this == other || (ordinal() <= GROUP.ordinal() && other.ordinal() <= GROUP.ordinal());
  }
}
