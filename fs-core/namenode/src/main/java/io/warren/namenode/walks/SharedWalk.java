package io.warren.namenode.walks;

import io.warren.namespace.Walk;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.thirdparty.com.google.common.util.concurrent.RateLimiter;
import org.jspecify.annotations.Nullable;

/** One walk and all attempts of its call that wait for it: wanted while one of them is there. */
final class SharedWalk implements Walk {
  static final int POLL_MS = 100;

  private final RateLimiter rows;
  private final Set<BooleanSupplier> clients = ConcurrentHashMap.newKeySet();
  private final CompletableFuture<Object> result = new CompletableFuture<>();

  /**
   * @param rows how many all walks of the namenode together may read
   */
  SharedWalk(BooleanSupplier client, RateLimiter rows) {
    this.rows = rows;
    clients.add(client);
  }

  boolean wanted() {
    return clients.stream().anyMatch(BooleanSupplier::getAsBoolean);
  }

  @Override
  public void goOn(long rowsRead) {
    if (rowsRead > 0) {
      rows.acquire((int) Math.min(rowsRead, Integer.MAX_VALUE));
    }
    if (!wanted()) {
      throw new CancellationException("No client waits for this walk any more");
    }
  }

  void complete(Object value) {
    result.complete(value);
  }

  void fail(Throwable why) {
    result.completeExceptionally(why);
  }

  /** Waits for the walk that an earlier attempt of the same call began. */
  Object await(BooleanSupplier client) throws IOException {
    clients.add(client);
    try {
      while (client.getAsBoolean()) {
        try {
          return result.get(POLL_MS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
          // The client is looked at again.
        }
      }
      throw new InterruptedIOException("The client is gone");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("The wait for a walk was interrupted");
    } catch (ExecutionException e) {
      throw failure(e.getCause());
    } finally {
      clients.remove(client);
    }
  }

  private static IOException failure(@Nullable Throwable why) {
    if (why instanceof RuntimeException failure) {
      throw failure;
    }
    return why instanceof IOException failure ? failure : new IOException(why);
  }
}
