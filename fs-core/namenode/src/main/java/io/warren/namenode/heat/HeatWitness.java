package io.warren.namenode.heat;

import io.warren.namenode.audit.CallOrigin;
import io.warren.namenode.rpc.Dispatcher;
import io.warren.store.TransactionRunner;
import io.warren.store.TxStats;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.util.Set;
import org.apache.hadoop.ipc.CallerContext;
import org.apache.hadoop.ipc.Schedulable;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.Time;
import org.jspecify.annotations.Nullable;

/**
 * Makes a sample of each call of a client, also of those that found no room. Rows are those of the
 * transactions that the call's thread has run.
 */
public final class HeatWitness implements Dispatcher.Witness, TransactionRunner.Listener {
  /** Calls whose first argument is the directory that they read. */
  private static final Set<String> OF_DIRECTORIES =
      Set.of("getListing", "getContentSummary", "getQuotaUsage", "setQuota", "getSnapshotListing");

  private static final int APPLICATION_MAX = 128;
  private static final int PATH_MAX = 512;

  private static final ThreadLocal<Running> RUNNING = ThreadLocal.withInitial(Running::new);

  /** What is known of the call that a thread serves. */
  private static final class Running {
    private int rows;
    private long waitedNanos;
    private boolean admitted;
    private boolean pushedBack;

    /** The call that this thread served last, once it has been counted. */
    private @Nullable HeatSample counted;
  }

  private final Heat heat;

  public HeatWitness(Heat heat) {
    this.heat = heat;
  }

  @Override
  public void finished(String operation, TxStats stats, int attempt, String outcome) {
    RUNNING.get().rows += stats.rowsRead() + stats.rowsWritten();
  }

  @Override
  public void began() {
    Running running = RUNNING.get();
    running.rows = 0;
    running.waitedNanos = waitedNanos();
    running.admitted = false;
    running.pushedBack = false;
    running.counted = null;
  }

  /** Since this thread's call of Hadoop's RPC has arrived, by the clock that it came with. */
  private static long waitedNanos() {
    Server.Call call = Server.getCurCall().get();
    return call == null ? 0 : Math.max(0, Time.monotonicNowNanos() - call.getTimestampNanos());
  }

  @Override
  public void admitted() {
    RUNNING.get().admitted = true;
  }

  @Override
  public void pushedBack() {
    RUNNING.get().pushedBack = true;
  }

  /**
   * Takes down a call that found the queue full, in the thread that read it from the network.
   *
   * @param call of a client
   */
  public void refusedByQueue(Schedulable call) {
    if (call instanceof Server.Call known) {
      UserGroupInformation user = known.getRemoteUser();
      InetAddress address = known.getHostInetAddress();
      heat.record(
          HeatSample.refusedUnread(
              user == null ? "" : user.getShortUserName(),
              address == null ? "" : address.getHostAddress(),
              application(known.getCallerContext())));
    }
  }

  @Override
  public void ended(Method method, @Nullable Object @Nullable [] given, long durationNanos) {
    CallOrigin origin = CallOrigin.current();
    Running running = RUNNING.get();
    if (!(running.admitted || running.pushedBack) || (origin != null && origin.quiet())) {
      return;
    }
    String path = path(given);
    boolean itself = OF_DIRECTORIES.contains(method.getName());
    HeatSample sample =
        new HeatSample(
            1,
            method.getName(),
            user(),
            address(origin),
            application(origin),
            itself ? path : parent(path),
            path,
            running.pushedBack ? 0 : durationNanos,
            running.pushedBack ? 0 : running.waitedNanos,
            running.pushedBack ? 0 : running.rows,
            running.pushedBack);
    heat.record(sample);
    running.counted = sample;
  }

  /**
   * The answer of the call that this thread served last was put into words, which costs a listing
   * over HTTP more than to read it. Sending is no part of it: a slow client takes nobody's time.
   */
  public void encoded(long nanos) {
    HeatSample call = RUNNING.get().counted;
    if (call != null) {
      heat.record(call.afterwards(nanos));
    }
  }

  private static String path(@Nullable Object @Nullable [] given) {
    return given != null
            && given.length > 0
            && given[0] instanceof String text
            && text.startsWith("/")
        ? cut(text, PATH_MAX)
        : "";
  }

  private static String cut(String text, int lengthMax) {
    return text.length() <= lengthMax ? text : text.substring(0, lengthMax);
  }

  private static String parent(String path) {
    int slash = path.lastIndexOf('/');
    return slash > 0 ? path.substring(0, slash) : path.isEmpty() ? "" : "/";
  }

  /** The short name of the user whose call this thread serves. */
  public static String user() {
    try {
      UserGroupInformation remote = Server.getRemoteUser();
      return (remote == null ? UserGroupInformation.getCurrentUser() : remote).getShortUserName();
    } catch (IOException e) {
      return "";
    }
  }

  /**
   * The IP address that this thread's call came from.
   *
   * @param origin null for a call of Hadoop's RPC
   */
  public static String address(@Nullable CallOrigin origin) {
    if (origin != null) {
      return origin.address();
    }
    InetAddress address = Server.getRemoteIp();
    return address == null ? "" : address.getHostAddress();
  }

  /**
   * The caller context of this thread's call, or its beginning; empty when it has none.
   *
   * @param origin null for a call of Hadoop's RPC
   */
  public static String application(@Nullable CallOrigin origin) {
    return application(origin == null ? CallerContext.getCurrent() : null);
  }

  private static String application(@Nullable CallerContext context) {
    return context == null || context.getContext() == null
        ? ""
        : cut(context.getContext(), APPLICATION_MAX);
  }
}
