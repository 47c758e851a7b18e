package io.warren.namenode.service;

import io.warren.store.Acknowledgement;
import io.warren.store.StoreException;
import java.io.IOException;
import java.util.function.Function;
import org.apache.hadoop.ipc.Server;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The answer of one RPC call, which the client gets when the call has been handled and everything
 * that it committed is durable, whichever comes last: the handler's thread serves the next call
 * meanwhile. Hadoop's server counts what an answer waits for; here that is the handler and, from
 * the first commit that is not durable yet, one thing more. Thread-safe.
 */
public final class PostponedAnswer implements Acknowledgement, Acknowledgement.Waiting {
  private static final Logger LOG = LoggerFactory.getLogger(PostponedAnswer.class);
  private static final ThreadLocal<@Nullable PostponedAnswer> CURRENT = new ThreadLocal<>();

  private final Server.Call call;
  private final Function<StoreException, Throwable> translation;
  private boolean postponed;
  private int commits;
  private @Nullable StoreException failure;
  private @Nullable Runnable onceHandled;

  PostponedAnswer(Server.Call call, Function<StoreException, Throwable> translation) {
    this.call = call;
    this.translation = translation;
  }

  /**
   * Begins the answer of the RPC call that this thread serves; ended by {@link #handled}.
   *
   * @param translation what a client is told of a failure of the store
   * @return null outside of an RPC call
   */
  public static @Nullable PostponedAnswer begin(Function<StoreException, Throwable> translation) {
    Server.Call call = Server.getCurCall().get();
    if (call == null || call.getRemoteUser() == null) {
      return null;
    }
    PostponedAnswer answer = new PostponedAnswer(call, translation);
    CURRENT.set(answer);
    return answer;
  }

  /** Of the call that this thread serves, null when it serves none or has handled it. */
  static @Nullable PostponedAnswer current() {
    return CURRENT.get();
  }

  @Override
  public synchronized @Nullable Waiting await() {
    if (onceHandled != null) {
      return null;
    }
    if (!postponed) {
      call.postponeResponse();
      postponed = true;
    }
    commits++;
    return this;
  }

  @Override
  public void durable() {
    commitEnded(null);
  }

  @Override
  public void failed(StoreException cause) {
    commitEnded(cause);
  }

  private void commitEnded(@Nullable StoreException cause) {
    Runnable finished;
    synchronized (this) {
      commits--;
      if (cause != null) {
        failure = cause;
      }
      if (commits > 0 || onceHandled == null) {
        return;
      }
      finished = onceHandled;
    }
    finished.run();
    release();
  }

  /**
   * Throws what a commit of the call has met already.
   *
   * @throws StoreException as the commit would have thrown it
   */
  public synchronized void check() {
    if (failure != null) {
      throw failure;
    }
  }

  /**
   * The thread has done its part: nothing that it commits from now on waits in this answer.
   *
   * @param finished runs once everything is durable, in whichever thread; must not wait
   */
  public void handled(Runnable finished) {
    CURRENT.remove();
    synchronized (this) {
      onceHandled = finished;
      if (commits > 0) {
        return;
      }
    }
    finished.run();
    if (postponed) {
      release();
    }
  }

  private void release() {
    StoreException cause;
    synchronized (this) {
      cause = failure;
    }
    if (cause != null) {
      // An aborted answer would close the connection, on which other calls of the client wait. The
      // count of what this answer waits for never ends, so that nothing is sent twice.
      call.setDeferredError(translation.apply(cause));
      return;
    }
    try {
      call.sendResponse();
    } catch (IOException e) {
      LOG.info("The client of a call was gone before its answer: {}", e.toString());
    }
  }
}
