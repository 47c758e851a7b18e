package io.warren.store.embedded;

import io.warren.store.Acknowledgement;
import io.warren.store.StoreException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Waits for commits in the place of who commits. */
final class Answered implements Acknowledgement, Acknowledgement.Waiting {
  private static final int PATIENCE_SECONDS = 60;

  private final AtomicInteger commits = new AtomicInteger();
  private final CompletableFuture<Boolean> durable = new CompletableFuture<>();

  @Override
  public Waiting await() {
    commits.incrementAndGet();
    return this;
  }

  @Override
  public void durable() {
    durable.complete(true);
  }

  @Override
  public void failed(StoreException cause) {
    durable.completeExceptionally(cause);
  }

  boolean isDurable() {
    return durable.isDone() && !durable.isCompletedExceptionally();
  }

  /** Returns at once when the commit has waited itself. */
  void awaitDurable() {
    if (commits.get() > 0) {
      durable.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    }
  }
}
