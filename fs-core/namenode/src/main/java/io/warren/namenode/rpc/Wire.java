package io.warren.namenode.rpc;

import io.warren.model.Inode;
import io.warren.namespace.CreateMode;
import io.warren.namespace.EntryStatus;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.protocol.SystemErasureCodingPolicies;
import org.jspecify.annotations.Nullable;

/** Turns Warren's values into those of Hadoop's protocols. */
final class Wire {
  private Wire() {}

  /**
   * A status as stock namenodes give it. Children that were not counted are -1, which the protocol
   * has for a number that is not told.
   *
   * @param localName the entry's name in a listing; empty for the path that was asked for
   * @param locations a file's blocks, null when they were not asked for
   */
  static HdfsFileStatus status(
      EntryStatus entry, byte[] localName, @Nullable LocatedBlocks locations) {
    Inode inode = entry.inode();
    HdfsFileStatus.Builder builder =
        new HdfsFileStatus.Builder()
            .length(inode.isFile() ? inode.sizeBytes() : 0)
            .isdir(inode.isDirectory())
            .replication(inode.isFile() ? inode.replication() : 0)
            .blocksize(inode.isFile() ? inode.blockSizeBytes() : 0)
            .mtime(inode.mtimeMs())
            .atime(inode.atimeMs())
            .perm(new FsPermission((short) inode.mode()))
            .flags(flags(entry))
            .owner(entry.owner())
            .group(entry.group())
            .path(localName)
            .fileId(inode.id())
            .children(entry.childrenCount())
            .ecPolicy(erasureCoding(entry))
            .storagePolicy((byte) entry.policies().storage());
    String target = inode.symlinkTarget();
    if (target != null) {
      builder.symlink(target.getBytes(StandardCharsets.UTF_8));
    }
    if (locations != null) {
      builder.locations(locations);
    }
    return builder.build();
  }

  /** The built-in policy that holds at an entry; null for replication. */
  static @Nullable ErasureCodingPolicy erasureCoding(EntryStatus entry) {
    int id = entry.policies().erasureCoding();
    return id == 0 ? null : SystemErasureCodingPolicies.getByID((byte) id);
  }

  /** The mode that a client asks for, with and without its umask. */
  static CreateMode mode(FsPermission permission) {
    FsPermission unmasked = permission.getUnmasked();
    int masked = permission.toShort();
    return new CreateMode(masked, unmasked == null ? masked : unmasked.toShort());
  }

  private static EnumSet<HdfsFileStatus.Flags> flags(EntryStatus entry) {
    EnumSet<HdfsFileStatus.Flags> flags = EnumSet.noneOf(HdfsFileStatus.Flags.class);
    if (entry.inode().hasAcl()) {
      flags.add(HdfsFileStatus.Flags.HAS_ACL);
    }
    if (entry.policies().erasureCoding() != 0) {
      flags.add(HdfsFileStatus.Flags.HAS_EC);
    }
    if (entry.inode().snapshottable()) {
      flags.add(HdfsFileStatus.Flags.SNAPSHOT_ENABLED);
    }
    return flags;
  }
}
