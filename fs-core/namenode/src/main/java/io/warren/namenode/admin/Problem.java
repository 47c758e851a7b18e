package io.warren.namenode.admin;

import io.warren.model.NamespaceException;
import io.warren.model.WarrenException;
import io.warren.store.StoreException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.jetty.http.BadMessageException;
import org.jspecify.annotations.Nullable;

/**
 * An error answer (RFC 9457 problem details).
 *
 * @param code stable name of the kind of error, as admin-api.yaml lists them
 */
record Problem(
    String type,
    String title,
    int status,
    @Nullable String detail,
    String code,
    Map<String, Object> facts) {

  /** Thrown by a resource to answer with a problem. */
  static final class ProblemException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient Problem problem;

    ProblemException(Problem problem) {
      super(problem.title());
      this.problem = problem;
    }

    Problem problem() {
      return problem;
    }
  }

  static Problem of(int status, String code, String title, @Nullable String detail) {
    return new Problem("urn:warren:problem:" + code, title, status, detail, code, Map.of());
  }

  static ProblemException invalid(String title, String detail) {
    return new ProblemException(of(400, "invalid_argument", title, detail));
  }

  Problem with(Map<String, Object> moreFacts) {
    return new Problem(type, title, status, detail, code, moreFacts);
  }

  /** The problem that an exception of the core stands for. */
  static Problem from(RuntimeException e) {
    if (e instanceof ProblemException p) {
      return p.problem();
    }
    if (e instanceof NamespaceException n) {
      return fromNamespace(n).with(printable(n));
    }
    if (e instanceof StoreException s) {
      return fromStore(s).with(printable(s));
    }
    if (e instanceof BadMessageException) {
      return of(400, "invalid_argument", "The query is not valid percent-encoded UTF-8", null);
    }
    if (e instanceof UnsupportedOperationException) {
      return of(400, "unsupported", String.valueOf(e.getMessage()), null);
    }
    return of(500, "internal", "The namenode failed; its log says more", null);
  }

  private static Problem fromNamespace(NamespaceException e) {
    String title = e.title();
    return switch (e.code()) {
      case NOT_FOUND -> of(404, "not_found", title, null);
      case ALREADY_EXISTS -> of(409, "already_exists", title, null);
      case PARENT_NOT_DIRECTORY, NOT_A_DIRECTORY -> of(400, "not_a_directory", title, null);
      case IS_A_DIRECTORY -> of(400, "is_a_directory", title, null);
      case DIRECTORY_NOT_EMPTY -> of(409, "directory_not_empty", title, null);
      case ACCESS_DENIED -> of(403, "access_denied", title, null);
      case INVALID_PATH, UNRESOLVED_LINK -> of(400, "invalid_path", title, null);
      case INVALID_ARGUMENT, INVALID_ACL -> of(400, "invalid_argument", title, null);
      case NAMESPACE_QUOTA_EXCEEDED, SPACE_QUOTA_EXCEEDED, STORAGE_TYPE_QUOTA_EXCEEDED ->
          of(409, "quota_exceeded", title, "Raise the quota or free something below the directory");
      case XATTR_NOT_FOUND, NO_ERASURE_CODING_SET -> of(404, "not_found", title, null);
      case ALREADY_BEING_CREATED, LEASE_EXPIRED, CONFLICT, XATTR_REFUSED ->
          of(409, "conflict", title, null);
      case CHANGED_SINCE -> of(409, "changed_since", title, null);
      case STALE_JOB_EPOCH -> of(409, "stale_job_epoch", title, null);
      case READ_ONLY_SNAPSHOT -> of(403, "read_only_snapshot", title, null);
      case SNAPSHOT -> of(409, "snapshot", title, null);
      case RECOVERY_IN_PROGRESS, NOT_REPLICATED_YET, SUBTREE_LOCKED ->
          of(503, "unavailable", title, "Try again in some seconds");
      case SAFE_MODE ->
          of(
              503,
              "safe_mode",
              title,
              "Nothing can be changed until an operator runs hdfs dfsadmin -safemode leave");
      case UNSUPPORTED -> of(400, "unsupported", title, null);
    };
  }

  private static Problem fromStore(StoreException e) {
    if (e.code() == StoreException.Code.FEED_TRIMMED) {
      return of(410, "feed_trimmed", e.title(), "Rebuild from /admin/v1/inodes");
    }
    if (e.retriable() || e.code() == StoreException.Code.CLOSED) {
      return of(503, "unavailable", e.title(), "Try again in some seconds");
    }
    return switch (e.code()) {
      case COMMIT_UNKNOWN ->
          of(
              503,
              "commit_unknown",
              e.title(),
              "The change may have been made: look, then ask again");
      case FULL ->
          of(507, "store_full", e.title(), "Give the metadata store more space, or delete");
      default -> of(500, "internal", e.title(), "The namenode's log says more");
    };
  }

  private static Map<String, Object> printable(WarrenException e) {
    Map<String, Object> facts = new LinkedHashMap<>();
    e.facts()
        .forEach(
            (key, value) ->
                facts.put(
                    key,
                    value instanceof Number || value instanceof Boolean
                        ? value
                        : String.valueOf(value)));
    return facts;
  }
}
