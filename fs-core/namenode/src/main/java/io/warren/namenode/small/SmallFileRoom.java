package io.warren.namenode.small;

import io.warren.store.StoreException;
import io.warren.store.StoreRoom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The store's room for small files, asked for once in a while however often it is looked at. */
public final class SmallFileRoom {
  private static final long KEPT_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Supplier<@Nullable StoreRoom> store;
  private final LongSupplier nanoTime;
  private @Nullable StoreRoom known;
  private long askedAtNanos;
  private boolean asked;

  /**
   * @param store tells its room, or null when it cannot
   */
  public SmallFileRoom(Supplier<@Nullable StoreRoom> store, LongSupplier nanoTime) {
    this.store = store;
    this.nanoTime = nanoTime;
  }

  /** At most ten seconds old; null while the store cannot tell. */
  public synchronized @Nullable StoreRoom now() {
    long nowNanos = nanoTime.getAsLong();
    if (!asked || nowNanos - askedAtNanos >= KEPT_NANOS) {
      asked = true;
      askedAtNanos = nowNanos;
      known = ask();
    }
    return known;
  }

  private @Nullable StoreRoom ask() {
    try {
      return store.get();
    } catch (StoreException e) {
      // Who writes meets the store's trouble and tells it.
      return null;
    }
  }

  /** For a gauge, which has no number for what is unknown. */
  public double usedBytes() {
    StoreRoom room = now();
    return room == null ? Double.NaN : room.usedBytes();
  }

  /** For a gauge, which has no number for what is unknown. */
  public double sizeBytes() {
    StoreRoom room = now();
    return room == null ? Double.NaN : room.sizeBytes();
  }
}
