package io.warren.namenode;

import io.warren.namenode.audit.CallOrigin;
import io.warren.namenode.rpc.Dispatcher;
import io.warren.namenode.service.CallShares;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.apache.hadoop.ipc.RetriableException;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.security.UserGroupInformation;
import org.jspecify.annotations.Nullable;

/**
 * Holds clients' calls, by RPC and WebHDFS, to their users' shares. A call that has no room was not
 * begun: the client is told to repeat it, which stock clients do, each time after a longer pause.
 */
final class UserShares implements Dispatcher.Admission {
  private static final Dispatcher.Place FREE = () -> {};
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /**
   * What a thread has still to be charged for: the answer of its last call is made, and mostly
   * sent, by the same thread after the call has left its place.
   *
   * @param sinceNanos of the thread's processor time
   */
  private record Answering(String user, long sinceNanos) {}

  private final CallShares shares;
  private final ThreadLocal<@Nullable Answering> answering = new ThreadLocal<>();

  UserShares(CallShares shares) {
    this.shares = shares;
  }

  @Override
  public Dispatcher.Place enter() throws IOException {
    if (!shares.bounds().areSet()) {
      return FREE;
    }
    UserGroupInformation remote = Server.getRemoteUser();
    if (remote == null && CallOrigin.current() == null) {
      // The namenode's own question.
      return FREE;
    }
    UserGroupInformation user = remote == null ? UserGroupInformation.getCurrentUser() : remote;
    String name = user.getShortUserName();
    int repeated = remote == null ? 0 : Math.max(0, Server.getCallRetryCount());
    long before = THREADS.getCurrentThreadCpuTime();
    chargeAnswer(before);
    if (!shares.enter(name, repeated)) {
      answering.set(new Answering(name, before));
      throw new RetriableException(
          "Server too busy: this user has had more than his part of its time. Try again");
    }
    return () -> {
      long after = THREADS.getCurrentThreadCpuTime();
      shares.leave(name, after - before);
      answering.set(new Answering(name, after));
    };
  }

  private void chargeAnswer(long nowNanos) {
    Answering last = answering.get();
    if (last != null) {
      shares.charge(last.user(), nowNanos - last.sinceNanos());
    }
  }
}
