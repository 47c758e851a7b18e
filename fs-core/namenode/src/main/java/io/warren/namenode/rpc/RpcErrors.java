package io.warren.namenode.rpc;

import io.warren.model.NamespaceException;
import io.warren.namenode.election.EpochFence;
import io.warren.store.StoreException;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.InvalidPathException;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.fs.PathIsNotDirectoryException;
import org.apache.hadoop.fs.PathIsNotEmptyDirectoryException;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.UnresolvedLinkException;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.protocol.AclException;
import org.apache.hadoop.hdfs.protocol.AlreadyBeingCreatedException;
import org.apache.hadoop.hdfs.protocol.DSQuotaExceededException;
import org.apache.hadoop.hdfs.protocol.NSQuotaExceededException;
import org.apache.hadoop.hdfs.protocol.NoECPolicySetException;
import org.apache.hadoop.hdfs.protocol.QuotaByStorageTypeExceededException;
import org.apache.hadoop.hdfs.protocol.RecoveryInProgressException;
import org.apache.hadoop.hdfs.protocol.SnapshotAccessControlException;
import org.apache.hadoop.hdfs.protocol.SnapshotException;
import org.apache.hadoop.hdfs.protocol.XAttrNotFoundException;
import org.apache.hadoop.hdfs.server.namenode.LeaseExpiredException;
import org.apache.hadoop.hdfs.server.namenode.NotReplicatedYetException;
import org.apache.hadoop.ipc.RetriableException;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.security.AccessControlException;
import org.jspecify.annotations.Nullable;

/**
 * Turns errors of the core into the exceptions that stock clients know. Clients see only the class
 * and the message: some parse the class, people read the message, so both follow stock HDFS.
 */
public final class RpcErrors {
  private RpcErrors() {}

  /** The exception to answer with. */
  public static Exception translate(@Nullable Throwable cause) {
    return translate(cause, "");
  }

  /**
   * The exception to answer with.
   *
   * @param call name of the protocol's method that failed
   */
  static Exception translate(@Nullable Throwable cause, String call) {
    if (cause instanceof NamespaceException e) {
      return fromNamespace(e, call);
    }
    if (cause instanceof StoreException e) {
      return fromStore(e);
    }
    if (cause instanceof EpochFence.DeposedException e) {
      return new RetriableException(e);
    }
    if (cause instanceof Error error) {
      throw error;
    }
    return cause instanceof Exception e ? e : new IOException("The call failed", cause);
  }

  private static Exception fromStore(StoreException e) {
    if (e.code() == StoreException.Code.CLOSED) {
      return new StandbyException("This namenode stops; try another");
    }
    // The client repeats the call under the same call id: a mutation that did commit after all is
    // answered from the retry cache, by this namenode or another.
    return e.retriable() || e.code() == StoreException.Code.COMMIT_UNKNOWN
        ? new RetriableException("The metadata store is busy: " + e.getMessage())
        : new IOException("The metadata store failed: " + e.getMessage(), e);
  }

  private static Exception fromNamespace(NamespaceException e, String call) {
    String path = fact(e, "path");
    String message = e.getMessage();
    return switch (e.code()) {
      case NOT_FOUND ->
          new FileNotFoundException(
              e.facts().containsKey("parent")
                  ? "Parent directory doesn't exist: " + fact(e, "parent")
                  : MissingPathWords.of(call, path));
      case ALREADY_EXISTS -> new FileAlreadyExistsException(message);
      case PARENT_NOT_DIRECTORY -> throughFile(e);
      case NOT_A_DIRECTORY -> new PathIsNotDirectoryException(path);
      case IS_A_DIRECTORY -> new FileNotFoundException("Path is not a file: " + path);
      case DIRECTORY_NOT_EMPTY -> new PathIsNotEmptyDirectoryException(path + " is non empty");
      case ACCESS_DENIED -> new AccessControlException(denied(e));
      case INVALID_PATH -> new InvalidPathException(path, message);
      case INVALID_ARGUMENT -> new HadoopIllegalArgumentException(message);
      case INVALID_ACL -> new AclException(acl(e));
      case XATTR_REFUSED -> new IOException(xattr(e));
      case NO_ERASURE_CODING_SET ->
          new NoECPolicySetException("No erasure coding policy explicitly set on " + path);
      case XATTR_NOT_FOUND -> new XAttrNotFoundException();
      case NAMESPACE_QUOTA_EXCEEDED -> {
        var quota = new NSQuotaExceededException(number(e, "quota"), number(e, "used"));
        quota.setPathName(path);
        yield quota;
      }
      case SPACE_QUOTA_EXCEEDED -> {
        var quota = new DSQuotaExceededException(number(e, "quota"), number(e, "used"));
        quota.setPathName(path);
        yield quota;
      }
      case STORAGE_TYPE_QUOTA_EXCEEDED -> {
        StorageType type = StorageType.valueOf(fact(e, "storageType"));
        var quota =
            new QuotaByStorageTypeExceededException(number(e, "quota"), number(e, "used"), type);
        quota.setPathName(path);
        yield quota;
      }
      case ALREADY_BEING_CREATED -> new AlreadyBeingCreatedException(LeaseMessages.conflict(e));
      case RECOVERY_IN_PROGRESS -> new RecoveryInProgressException(LeaseMessages.conflict(e));
      case LEASE_EXPIRED -> new LeaseExpiredException(LeaseMessages.expired(e));
      case NOT_REPLICATED_YET -> new NotReplicatedYetException(message);
      case SUBTREE_LOCKED -> new RetriableException(message);
      case CONFLICT, CHANGED_SINCE, STALE_JOB_EPOCH -> new IOException(message);
      case UNRESOLVED_LINK -> new UnresolvedLinkException(message);
      case READ_ONLY_SNAPSHOT -> new SnapshotAccessControlException(e.title());
      case SNAPSHOT -> new SnapshotException(e.title());
      case SAFE_MODE -> SafeMode.refusal(call);
      case UNSUPPORTED -> new UnsupportedOperationException(message);
    };
  }

  private static String acl(NamespaceException e) {
    if (e.facts().containsKey("entry")) {
      return e.title() + ": " + fact(e, "entry") + ".";
    }
    String path = fact(e, "path");
    return path.isEmpty() ? e.getMessage() : e.title() + " Path: " + path;
  }

  private static String xattr(NamespaceException e) {
    if (e.facts().containsKey("xattr")) {
      return e.title().replaceFirst("The XAttr", "XAttr: " + fact(e, "xattr"));
    }
    return e.facts().containsKey("countMax") ? e.title() + " of " + fact(e, "countMax") : e.title();
  }

  /** Stock namenodes give this its own class only where the path is one that a call makes. */
  private static Exception throughFile(NamespaceException e) {
    String parent = fact(e, e.facts().containsKey("parent") ? "parent" : "path");
    String message = parent + " (is not a directory)";
    return fact(e, "making").equals("true")
        ? new ParentNotDirectoryException(message)
        : new AccessControlException(message);
  }

  private static String denied(NamespaceException e) {
    String user = fact(e, "user");
    if (e.facts().containsKey("xattr")) {
      return e.title() + ": " + fact(e, "xattr");
    }
    if (!e.facts().containsKey("owner")) {
      return "Access denied for user " + user + ". " + e.title();
    }
    if (fact(e, "access").equals("NONE")) {
      return e.facts().containsKey("parentMode")
          ? "Permission denied by sticky bit: user="
              + user
              + ", path="
              + inode(e)
              + ", parent="
              + parent(e)
          : "Permission denied. user=" + user + " is not the owner of inode=" + fact(e, "path");
    }
    return "Permission denied: user="
        + user
        + ", access="
        + fact(e, "access")
        + ", inode="
        + inode(e);
  }

  private static String parent(NamespaceException e) {
    return String.format(
        "\"%s\":%s:%s:d%s",
        fact(e, "parent"),
        fact(e, "parentOwner"),
        fact(e, "parentGroup"),
        mode(fact(e, "parentMode")));
  }

  private static FsPermission mode(String octal) {
    return new FsPermission((short) Integer.parseInt(octal, 8));
  }

  private static String inode(NamespaceException e) {
    FsPermission mode = mode(fact(e, "mode"));
    String kind = fact(e, "directory").equals("true") ? "d" : "-";
    return String.format(
        "\"%s\":%s:%s:%s%s%s",
        fact(e, "path"),
        fact(e, "owner"),
        fact(e, "group"),
        kind,
        mode,
        fact(e, "acl").equals("true") ? "+" : "");
  }

  private static String fact(NamespaceException e, String key) {
    return String.valueOf(e.facts().getOrDefault(key, ""));
  }

  private static long number(NamespaceException e, String key) {
    return e.facts().get(key) instanceof Number n ? n.longValue() : 0;
  }
}
