package io.warren.client;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Chooses among the known namenodes. One that failed is left alone for a while, unless all did.
 * Thread-safe.
 */
final class Selection {
  private final Policy policy;
  private final RandomGenerator random;
  private final LongSupplier nanoTime;
  private final long avoidNanos;
  private List<InetSocketAddress> members;
  private final Map<InetSocketAddress, Long> failedAt = new HashMap<>();
  private int next;
  private @Nullable InetSocketAddress sticky;

  /**
   * @param members not empty
   * @param avoidNanos how long a namenode that failed is avoided
   */
  Selection(
      Policy policy,
      List<InetSocketAddress> members,
      RandomGenerator random,
      LongSupplier nanoTime,
      long avoidNanos) {
    this.policy = policy;
    this.members = List.copyOf(members);
    this.random = random;
    this.nanoTime = nanoTime;
    this.avoidNanos = avoidNanos;
    this.next = random.nextInt(members.size());
  }

  synchronized List<InetSocketAddress> members() {
    return members;
  }

  /** Replaces the known namenodes; an empty list changes nothing. */
  synchronized void update(List<InetSocketAddress> present) {
    if (!present.isEmpty()) {
      members = List.copyOf(present);
      failedAt.keySet().retainAll(members);
    }
  }

  /** The namenode of the next call. */
  synchronized InetSocketAddress choose() {
    List<InetSocketAddress> usable = new ArrayList<>(members);
    usable.removeIf(this::isAvoided);
    if (usable.isEmpty()) {
      usable = members;
    }
    return switch (policy) {
      case RANDOM -> usable.get(random.nextInt(usable.size()));
      case ROUND_ROBIN -> usable.get(Math.floorMod(next++, usable.size()));
      case STICKY -> stay(usable);
    };
  }

  private InetSocketAddress stay(List<InetSocketAddress> usable) {
    InetSocketAddress present = sticky;
    if (present == null || !usable.contains(present) || failedAt.containsKey(present)) {
      present = usable.get(random.nextInt(usable.size()));
      sticky = present;
    }
    return present;
  }

  private boolean isAvoided(InetSocketAddress member) {
    Long at = failedAt.get(member);
    if (at != null && nanoTime.getAsLong() - at >= avoidNanos) {
      failedAt.remove(member);
      return false;
    }
    return at != null;
  }

  /** A call could not be served by a namenode. */
  synchronized void failed(InetSocketAddress member) {
    if (members.contains(member)) {
      failedAt.put(member, nanoTime.getAsLong());
    }
  }

  /** A call was answered. */
  synchronized void answered(InetSocketAddress member) {
    failedAt.remove(member);
  }
}
