package io.warren.migrate.edits;

import io.warren.model.ErasureCodingPolicy;
import io.warren.namespace.IdKind;
import java.util.List;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.XAttr;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.PermissionStatus;
import org.jspecify.annotations.Nullable;

/**
 * One change of a stock HDFS. Each has the id of its transaction, which rises by one from edit to
 * edit. Times are in milliseconds since the Unix epoch; 0 where an edit tells none.
 */
public sealed interface Edit {
  /** Greatest weight of an edit without blocks. */
  int LIGHT = 1;

  long txid();

  /** When it happened, as far as it tells; 0 when it does not. */
  default long timeMs() {
    return 0;
  }

  /** How much there is to read and to write, about. */
  default int weight() {
    return LIGHT;
  }

  /**
   * A directory is made; its parent is there.
   *
   * @param acl all of its entries, null when the mode says all
   */
  record MakeDirectory(
      long txid,
      String path,
      long inodeId,
      long timeMs,
      PermissionStatus permission,
      @Nullable List<AclEntry> acl)
      implements Edit {}

  /** What a new file is made with. */
  record NewFile(
      long inodeId,
      int replication,
      long blockSizeBytes,
      PermissionStatus permission,
      @Nullable List<AclEntry> acl,
      List<XAttr> xattrs,
      int storagePolicy,
      int erasureCodingPolicy) {}

  /**
   * A file is opened for writing: a new one, or one to append to as Hadoop before 2.7 tells it.
   *
   * @param overwrite whether a file that is there gives way
   */
  record OpenFile(
      long txid,
      String path,
      NewFile made,
      long timeMs,
      long atimeMs,
      List<EditBlock> blocks,
      String client,
      String machine,
      boolean overwrite)
      implements Edit {
    @Override
    public int weight() {
      return LIGHT + blocks.size();
    }
  }

  /** A file is complete, with all its blocks. */
  record CloseFile(long txid, String path, long timeMs, long atimeMs, List<EditBlock> blocks)
      implements Edit {
    @Override
    public int weight() {
      return LIGHT + blocks.size();
    }
  }

  /** All blocks of a file that is being written. */
  record UpdateBlocks(long txid, String path, List<EditBlock> blocks) implements Edit {
    @Override
    public int weight() {
      return LIGHT + blocks.size();
    }
  }

  /**
   * A file that is being written gets one more block.
   *
   * @param before the block that was the last one and is complete now; null for the first
   */
  record AddBlock(long txid, String path, @Nullable EditBlock before, EditBlock added)
      implements Edit {}

  /**
   * A closed file is opened to append to it.
   *
   * @param newBlock whether its last block stays as it is
   */
  record Append(long txid, String path, String client, String machine, boolean newBlock)
      implements Edit {}

  /**
   * A file is shortened.
   *
   * @param cut the block in which its end is, as it will be; null when a block ends there
   */
  record Truncate(
      long txid,
      String path,
      String client,
      String machine,
      long newLengthBytes,
      long timeMs,
      @Nullable EditBlock cut)
      implements Edit {}

  /** Something is deleted with all that is below it. */
  record Delete(long txid, String path, long timeMs) implements Edit {}

  /**
   * Something gets another name or place.
   *
   * @param legacy whether a destination that is a directory means a child of it
   * @param overwrite whether what is at the destination gives way
   */
  record Rename(
      long txid, String source, String destination, long timeMs, boolean legacy, boolean overwrite)
      implements Edit {}

  /** The blocks of files are added to another one, and those files go. */
  record Concat(long txid, String target, List<String> sources, long timeMs) implements Edit {
    @Override
    public int weight() {
      return LIGHT + sources.size();
    }
  }

  record SetReplication(long txid, String path, int replication) implements Edit {}

  record SetPermission(long txid, String path, int mode) implements Edit {}

  /** Null is what stays. */
  record SetOwner(long txid, String path, @Nullable String user, @Nullable String group)
      implements Edit {}

  /** -1 is what stays. */
  record SetTimes(long txid, String path, long mtimeMs, long atimeMs) implements Edit {}

  /**
   * Limits of a directory; {@link Long#MAX_VALUE} is what stays, -1 is none.
   *
   * @param type of the storage that the limit of space is for; null for all
   */
  record SetQuota(long txid, String path, long names, long spaceBytes, @Nullable StorageType type)
      implements Edit {}

  /** All entries of an ACL; none for a file or directory that has lost it. */
  record SetAcl(long txid, String path, List<AclEntry> entries) implements Edit {}

  record SetXattrs(long txid, String path, List<XAttr> xattrs) implements Edit {}

  record RemoveXattrs(long txid, String path, List<XAttr> xattrs) implements Edit {}

  /** 0 for the parent's. */
  record SetStoragePolicy(long txid, String path, int policyId) implements Edit {}

  /**
   * There is one more erasure-coding policy.
   *
   * @param policy its number does not matter
   */
  record AddCoding(long txid, ErasureCodingPolicy policy) implements Edit {}

  /** An erasure-coding policy is enabled, disabled or removed. */
  record ChangeCoding(long txid, String policy, ErasureCodingPolicy.State state) implements Edit {}

  record MakeSymlink(
      long txid,
      String path,
      long inodeId,
      String target,
      long timeMs,
      long atimeMs,
      PermissionStatus permission)
      implements Edit {}

  /** Snapshots of a directory are allowed, or no longer. */
  record SetSnapshottable(long txid, String path, boolean allowed) implements Edit {}

  record CreateSnapshot(long txid, String path, String snapshot, long timeMs) implements Edit {}

  record DeleteSnapshot(long txid, String path, String snapshot, long timeMs) implements Edit {}

  record RenameSnapshot(long txid, String path, String from, String to, long timeMs)
      implements Edit {}

  /** A file that is being written goes to another writer. */
  record ReassignLease(long txid, String path, String holder) implements Edit {}

  /** An id was given out, to a block or to a group of coded ones. */
  record GiveBlockId(long txid, long blockId) implements Edit {}

  /** A number was given out: later ones are greater. */
  record RaiseId(long txid, IdKind kind, long value) implements Edit {}

  /**
   * Says nothing of files that Warren would keep: it is counted, no more.
   *
   * @param what from a bounded set
   */
  record Unrelated(long txid, String what) implements Edit {}

  /**
   * Something that Warren does not take.
   *
   * @param what from a bounded set
   * @param kind by which an operator may have it passed over; null when that would lose something
   */
  record NotTaken(long txid, String what, @Nullable Passing kind) implements Edit {}
}
