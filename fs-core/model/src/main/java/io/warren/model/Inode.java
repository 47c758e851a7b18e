package io.warren.model;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One file, directory or symbolic link (HopsFS, FAST'17 §4). Primary key (partitionId, parentId,
 * name); id is unique. Sizes in bytes, times in milliseconds since the Unix epoch; sizeBytes is the
 * sum of the lengths in the block rows, or of those in the rows of its bytes when it is in the
 * database. leaseHolder and leaseMachine are set exactly while the file is open for writing.
 * subtreeLockOwner is the id of the namenode that runs a subtree operation at this inode, 0 for
 * none. childrenVersion grows with every change that moves rows of a directory's children without
 * adding or removing a name's file, so that an unlocked scan of them can tell whether it was
 * overtaken (see docs/adr/0016). features tells which rows of other tables belong to this inode, so
 * that one without them costs no look for them. erasureCodingPolicy is the id of the policy that is
 * set here, 0 for none. sinceSnapshot is the newest snapshot that had been taken of this inode when
 * the row was written: later ones hold it as it is. keptSnapshot is the newest snapshot that may
 * hold a former row of it, or of what is below it, 0 for none. formAttributesId is no column of
 * this row: see {@link #attributesId()}.
 */
public record Inode(
    long partitionId,
    long parentId,
    Name name,
    long id,
    InodeKind kind,
    long logicalTime,
    int ownerId,
    int groupId,
    int mode,
    long mtimeMs,
    long atimeMs,
    long sizeBytes,
    int replication,
    long blockSizeBytes,
    int storagePolicy,
    ChildrenPartitioning childrenPartitioning,
    boolean hasQuota,
    long subtreeLockOwner,
    @Nullable String leaseHolder,
    @Nullable String leaseMachine,
    @Nullable String symlinkTarget,
    long childrenVersion,
    int features,
    int erasureCodingPolicy,
    long sinceSnapshot,
    long keptSnapshot,
    long formAttributesId) {

  /** The childrenVersion of a directory whose children have never changed places within it. */
  public static final long CHILDREN_NEVER_MOVED = 0;

  /** Id of the root directory. */
  public static final long ROOT_ID = 1;

  /** Parent of inodes that were taken out of the tree and are being freed. */
  public static final long DETACHED_ID = 2;

  /** Parent of deleted inodes, and of blocks cut off files, that snapshots hold. */
  public static final long RETAINED_ID = 3;

  /** Separates a file's id from the number of a snapshot in the name of its former blocks' row. */
  private static final char FORMER_SEPARATOR = '.';

  /** Feature: the access ACL has more than the mode says; it is in acls. */
  public static final int ACCESS_ACL = 1;

  /** Feature: new children take their ACL from this directory's row in acls. */
  public static final int DEFAULT_ACL = 1 << 1;

  /** Feature: there are rows in xattrs. */
  public static final int XATTRS = 1 << 2;

  /** Feature: the directory limits the space of some storage types. */
  public static final int TYPE_QUOTA = 1 << 3;

  /** Feature: snapshots may be taken of the directory; it is in snapshottable_directories. */
  public static final int SNAPSHOTTABLE = 1 << 8;

  /** Feature: the bytes of the file are rows of the database; its size is how many. */
  public static final int IN_DATABASE = 1 << 9;

  public InodeKey key() {
    return new InodeKey(partitionId, parentId, name);
  }

  public boolean isDirectory() {
    return kind == InodeKind.DIRECTORY;
  }

  public boolean isFile() {
    return kind == InodeKind.FILE;
  }

  public boolean isSymlink() {
    return kind == InodeKind.SYMLINK;
  }

  /** The file whose former blocks this row holds for snapshots; null for any other row. */
  public @Nullable Long formerBlocksOf() {
    String held = parentId == RETAINED_ID ? name.toString() : "";
    int end = held.indexOf(FORMER_SEPARATOR);
    return end > 0 ? Long.parseLong(held.substring(0, end)) : null;
  }

  public boolean isRoot() {
    return id == ROOT_ID;
  }

  /** Whether a client has this file open for writing. */
  public boolean isUnderConstruction() {
    return leaseHolder != null;
  }

  /** How an erasure-coded file is striped; null for everything else. */
  public @Nullable Striping striping() {
    return isFile() ? Striping.of(erasureCodingPolicy) : null;
  }

  /** How much data a full block of this file has: a block group's is that of its data units. */
  public long fullBlockBytes() {
    Striping striping = striping();
    return striping == null ? blockSizeBytes : blockSizeBytes * striping.dataUnits();
  }

  /** Whether a feature is set: {@link #ACCESS_ACL} and so on. */
  public boolean has(int feature) {
    return (features & feature) != 0;
  }

  /** Whether the file's bytes are rows of the database. */
  public boolean inDatabase() {
    return has(IN_DATABASE);
  }

  /** Whether snapshots may be taken of this directory. */
  public boolean snapshottable() {
    return has(SNAPSHOTTABLE);
  }

  /**
   * Under which id the rows of its ACL and its extended attributes are: its own, or, for a former
   * row that a snapshot holds, the id of the copies that were kept with it.
   */
  public long attributesId() {
    return formAttributesId == 0 ? id : formAttributesId;
  }

  /**
   * Whether this directory's row says the same as another one to those who pass through it: all but
   * its times, its logical time and what children did to it.
   */
  public boolean isSameView(Inode other) {
    return this == other
        || (id == other.id
            && parentId == other.parentId
            && partitionId == other.partitionId
            && name.equals(other.name)
            && kind == other.kind
            && ownerId == other.ownerId
            && groupId == other.groupId
            && mode == other.mode
            && features == other.features
            && hasQuota == other.hasQuota
            && subtreeLockOwner == other.subtreeLockOwner
            && childrenPartitioning == other.childrenPartitioning
            && hasSamePolicies(other)
            && isOfSameSnapshots(other));
  }

  private boolean hasSamePolicies(Inode other) {
    return storagePolicy == other.storagePolicy
        && erasureCodingPolicy == other.erasureCodingPolicy
        && replication == other.replication
        && blockSizeBytes == other.blockSizeBytes
        && sizeBytes == other.sizeBytes
        && Objects.equals(leaseHolder, other.leaseHolder)
        && Objects.equals(leaseMachine, other.leaseMachine)
        && Objects.equals(symlinkTarget, other.symlinkTarget);
  }

  private boolean isOfSameSnapshots(Inode other) {
    return sinceSnapshot == other.sinceSnapshot
        && keptSnapshot == other.keptSnapshot
        && formAttributesId == other.formAttributesId;
  }

  /** Whether there is a row in acls. */
  public boolean hasAcl() {
    return has(ACCESS_ACL | DEFAULT_ACL);
  }

  /** A copy to change; the caller raises logicalTime with {@link Builder#touch()}. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** Collects changes to an inode. */
  public static final class Builder {
    private long partitionId;
    private long parentId;
    private Name name;
    private long id;
    private InodeKind kind;
    private long logicalTime;
    private int ownerId;
    private int groupId;
    private int mode;
    private long mtimeMs;
    private long atimeMs;
    private long sizeBytes;
    private int replication;
    private long blockSizeBytes;
    private int storagePolicy;
    private ChildrenPartitioning childrenPartitioning;
    private boolean hasQuota;
    private long subtreeLockOwner;
    private @Nullable String leaseHolder;
    private @Nullable String leaseMachine;
    private @Nullable String symlinkTarget;
    private long childrenVersion;
    private int features;
    private int erasureCodingPolicy;
    private long sinceSnapshot;
    private long keptSnapshot;
    private long formAttributesId;

    Builder(Inode from) {
      partitionId = from.partitionId;
      parentId = from.parentId;
      name = from.name;
      id = from.id;
      kind = from.kind;
      logicalTime = from.logicalTime;
      ownerId = from.ownerId;
      groupId = from.groupId;
      mode = from.mode;
      mtimeMs = from.mtimeMs;
      atimeMs = from.atimeMs;
      sizeBytes = from.sizeBytes;
      replication = from.replication;
      blockSizeBytes = from.blockSizeBytes;
      storagePolicy = from.storagePolicy;
      childrenPartitioning = from.childrenPartitioning;
      hasQuota = from.hasQuota;
      subtreeLockOwner = from.subtreeLockOwner;
      leaseHolder = from.leaseHolder;
      leaseMachine = from.leaseMachine;
      symlinkTarget = from.symlinkTarget;
      childrenVersion = from.childrenVersion;
      features = from.features;
      erasureCodingPolicy = from.erasureCodingPolicy;
      sinceSnapshot = from.sinceSnapshot;
      keptSnapshot = from.keptSnapshot;
      formAttributesId = from.formAttributesId;
    }

    public Builder partitionId(long value) {
      partitionId = value;
      return this;
    }

    public Builder parentId(long value) {
      parentId = value;
      return this;
    }

    public Builder name(Name value) {
      name = value;
      return this;
    }

    public Builder id(long value) {
      id = value;
      return this;
    }

    public Builder kind(InodeKind value) {
      kind = value;
      return this;
    }

    public Builder logicalTime(long value) {
      logicalTime = value;
      return this;
    }

    public Builder ownerId(int value) {
      ownerId = value;
      return this;
    }

    public Builder groupId(int value) {
      groupId = value;
      return this;
    }

    public Builder mode(int value) {
      mode = value;
      return this;
    }

    public Builder mtimeMs(long value) {
      mtimeMs = value;
      return this;
    }

    public Builder atimeMs(long value) {
      atimeMs = value;
      return this;
    }

    public Builder sizeBytes(long value) {
      sizeBytes = value;
      return this;
    }

    public Builder replication(int value) {
      replication = value;
      return this;
    }

    public Builder blockSizeBytes(long value) {
      blockSizeBytes = value;
      return this;
    }

    public Builder storagePolicy(int value) {
      storagePolicy = value;
      return this;
    }

    public Builder childrenPartitioning(ChildrenPartitioning value) {
      childrenPartitioning = value;
      return this;
    }

    public Builder hasQuota(boolean value) {
      hasQuota = value;
      return this;
    }

    public Builder subtreeLockOwner(long value) {
      subtreeLockOwner = value;
      return this;
    }

    public Builder leaseHolder(@Nullable String value) {
      leaseHolder = value;
      return this;
    }

    public Builder leaseMachine(@Nullable String value) {
      leaseMachine = value;
      return this;
    }

    public Builder symlinkTarget(@Nullable String value) {
      symlinkTarget = value;
      return this;
    }

    public Builder childrenVersion(long value) {
      childrenVersion = value;
      return this;
    }

    public Builder features(int value) {
      features = value;
      return this;
    }

    /** Sets or clears one feature. */
    public Builder feature(int feature, boolean present) {
      features = present ? features | feature : features & ~feature;
      return this;
    }

    public Builder erasureCodingPolicy(int value) {
      erasureCodingPolicy = value;
      return this;
    }

    public Builder sinceSnapshot(long value) {
      sinceSnapshot = value;
      return this;
    }

    public Builder keptSnapshot(long value) {
      keptSnapshot = value;
      return this;
    }

    public Builder formAttributesId(long value) {
      formAttributesId = value;
      return this;
    }

    /** Raises the logical time by one: every stored change of an inode does so exactly once. */
    public Builder touch() {
      logicalTime++;
      return this;
    }

    public Inode build() {
      return new Inode(
          partitionId,
          parentId,
          name,
          id,
          kind,
          logicalTime,
          ownerId,
          groupId,
          mode,
          mtimeMs,
          atimeMs,
          sizeBytes,
          replication,
          blockSizeBytes,
          storagePolicy,
          childrenPartitioning,
          hasQuota,
          subtreeLockOwner,
          leaseHolder,
          leaseMachine,
          symlinkTarget,
          childrenVersion,
          features,
          erasureCodingPolicy,
          sinceSnapshot,
          keptSnapshot,
          formAttributesId);
    }
  }
}
