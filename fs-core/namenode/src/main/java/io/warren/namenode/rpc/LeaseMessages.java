package io.warren.namenode.rpc;

import io.warren.model.NamespaceException;

/** What stock namenodes say of leases: programs look for words of these messages. */
final class LeaseMessages {
  private LeaseMessages() {}

  /** Why a file can't be opened for writing now. */
  static String conflict(NamespaceException e) {
    if (!e.facts().containsKey("attempt")) {
      return e.getMessage();
    }
    return "Failed to %s %s for %s on %s because %s"
        .formatted(
            fact(e, "attempt"),
            fact(e, "path"),
            fact(e, "holder"),
            fact(e, "clientMachine"),
            reason(e));
  }

  private static String reason(NamespaceException e) {
    boolean recovering = e.code() == NamespaceException.Code.RECOVERY_IN_PROGRESS;
    if (!e.facts().containsKey("leaseHolder")) {
      return recovering
          ? "lease recovery is in progress. Try again later."
          : fact(e, "holder") + " is already the current lease holder.";
    }
    String what =
        recovering
            ? "another recovery is in progress by "
            : "this file lease is currently owned by ";
    return what + fact(e, "leaseHolder") + " on " + fact(e, "leaseMachine");
  }

  /** Why a client may not go on writing to a file. */
  static String expired(NamespaceException e) {
    String file =
        fact(e, "path") + " (inode " + fact(e, "fileId") + ") Holder " + fact(e, "holder");
    return e.facts().containsKey("leaseHolder")
        ? "Client (="
            + fact(e, "holder")
            + ") is not the lease owner (="
            + fact(e, "leaseHolder")
            + ": "
            + file
        : "File is not open for writing: " + file;
  }

  private static String fact(NamespaceException e, String key) {
    return String.valueOf(e.facts().getOrDefault(key, ""));
  }
}
