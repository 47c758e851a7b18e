package io.warren.namenode.rpc;

import io.warren.namenode.inotify.Inotify;
import io.warren.namenode.service.Callers;
import io.warren.namespace.CallContext;
import java.io.IOException;
import org.apache.hadoop.hdfs.inotify.EventBatchList;
import org.apache.hadoop.security.AccessControlException;

/** ClientProtocol calls of DFSInotifyEventInputStream; for superusers, since paths are told. */
final class InotifyCalls {
  private final Inotify inotify;
  private final Callers callers;

  InotifyCalls(Inotify inotify, Callers callers) {
    this.inotify = inotify;
    this.callers = callers;
  }

  public long getCurrentEditLogTxid() throws IOException {
    requireSuperuser("getCurrentEditLogTxid");
    return inotify.head();
  }

  public EventBatchList getEditsFromTxid(long txid) throws IOException {
    requireSuperuser("getEditsFromTxid");
    return inotify.from(txid);
  }

  private void requireSuperuser(String operation) throws IOException {
    CallContext caller = callers.current();
    if (!caller.superuser()) {
      throw new AccessControlException(
          "Access denied for user "
              + caller.user()
              + ". Superuser privilege is required for operation "
              + operation);
    }
  }
}
