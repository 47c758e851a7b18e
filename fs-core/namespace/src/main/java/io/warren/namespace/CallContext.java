package io.warren.namespace;

import io.warren.store.Acknowledgement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who calls, and which call it is.
 *
 * @param user short user name
 * @param groups the user's groups as the namenode resolved them
 * @param superuser whether permission checks are skipped
 * @param clientId the client's id as hexadecimal text; empty when the call has no retry identity
 * @param callId the client's call number; a retried call keeps it
 * @param clientMachine address of the client; empty when unknown
 * @param sequenced whether the caller uses the feed sequence of the commit, see {@link
 *     io.warren.store.TxOptions#sequenced()}
 * @param answer who gives the answer once what the call wrote is durable, so that its thread need
 *     not wait for that; null when it must
 */
public record CallContext(
    String user,
    List<String> groups,
    boolean superuser,
    String clientId,
    int callId,
    String clientMachine,
    boolean sequenced,
    @Nullable Acknowledgement answer) {
  /** Call number of calls that are not answered from the retry cache. */
  public static final int NO_CALL_ID = -1;

  public CallContext {
    groups = List.copyOf(groups);
  }

  /** A call whose feed sequence nobody asks for. */
  public CallContext(
      String user,
      List<String> groups,
      boolean superuser,
      String clientId,
      int callId,
      String clientMachine) {
    this(user, groups, superuser, clientId, callId, clientMachine, false, null);
  }

  /** The same call, by a caller that uses the feed sequence of the commit. */
  public CallContext withSequence() {
    return new CallContext(user, groups, superuser, clientId, callId, clientMachine, true, answer);
  }

  /** A call of the file system itself, with all rights. */
  public static CallContext system(String user) {
    return new CallContext(user, List.of(), true, "", NO_CALL_ID, "");
  }

  /** A call of a user without retry identity. */
  public static CallContext of(String user, List<String> groups, boolean superuser) {
    return new CallContext(user, groups, superuser, "", NO_CALL_ID, "");
  }

  /** Whether a repetition of this call can be recognised. */
  public boolean hasRetryIdentity() {
    return !clientId.isEmpty() && callId >= 0;
  }
}
