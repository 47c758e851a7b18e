package io.warren.model;

/** A namespace operation that can't be done, for a reason the client must know. Never retried. */
public final class NamespaceException extends WarrenException {
  private static final long serialVersionUID = 1L;

  /** What went wrong; the HDFS face and the admin API each map a code to their own error. */
  public enum Code {
    NOT_FOUND,
    ALREADY_EXISTS,
    PARENT_NOT_DIRECTORY,
    NOT_A_DIRECTORY,
    IS_A_DIRECTORY,
    DIRECTORY_NOT_EMPTY,
    ACCESS_DENIED,
    INVALID_PATH,
    INVALID_ARGUMENT,
    /** An ACL that would break the rules; the message is the one that stock clients know. */
    INVALID_ACL,
    /** A change of extended attributes that flags, limits or absence forbid. */
    XATTR_REFUSED,
    XATTR_NOT_FOUND,
    NO_ERASURE_CODING_SET,
    NAMESPACE_QUOTA_EXCEEDED,
    SPACE_QUOTA_EXCEEDED,
    STORAGE_TYPE_QUOTA_EXCEEDED,
    /** Another client holds the file's lease, and its soft limit has not passed. */
    ALREADY_BEING_CREATED,
    /** Recovery of the file's last block is under way; try again later. */
    RECOVERY_IN_PROGRESS,
    /** The caller does not hold the lease it writes under. */
    LEASE_EXPIRED,
    /** The last block but one is not yet stored often enough; the same client tries again. */
    NOT_REPLICATED_YET,
    /** A subtree operation runs here or above or below; the same client tries again. */
    SUBTREE_LOCKED,
    /** What the caller addressed has become something else. */
    CONFLICT,
    /** What a change is to be taken back of has been changed again. */
    CHANGED_SINCE,
    /** A step of a job by a worker that does not have the job any more. */
    STALE_JOB_EPOCH,
    UNRESOLVED_LINK,
    SAFE_MODE,
    /** The path leads into a snapshot, where nothing can be changed. */
    READ_ONLY_SNAPSHOT,
    /** A rule of snapshots forbids it. */
    SNAPSHOT,
    UNSUPPORTED
  }

  private final Code code;

  public NamespaceException(Code code, String message) {
    super(message);
    this.code = code;
  }

  /** Adds a fact; returns this. */
  public NamespaceException with(String key, Object value) {
    addFact(key, value);
    return this;
  }

  public Code code() {
    return code;
  }
}
