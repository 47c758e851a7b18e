package io.warren.client;

import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Chooses among the namenodes that were last seen to be present. One that failed is left alone for
 * a while. When all of them failed, the configured ones are tried as well: one that was away may be
 * back before anybody told of it. Thread-safe.
 */
final class Selection {
  private final Policy policy;
  private final RandomGenerator random;
  private final LongSupplier nanoTime;
  private final long avoidNanos;
  private final List<InetSocketAddress> configured;
  private List<InetSocketAddress> members;
  private final Map<InetSocketAddress, Long> failedAt = new HashMap<>();
  private int next;
  private @Nullable InetSocketAddress sticky;

  /**
   * @param configured not empty; the members until {@link #update} tells of others
   * @param avoidNanos how long a namenode that failed is avoided
   */
  Selection(
      Policy policy,
      List<InetSocketAddress> configured,
      RandomGenerator random,
      LongSupplier nanoTime,
      long avoidNanos) {
    this.policy = policy;
    this.configured = List.copyOf(configured);
    this.members = this.configured;
    this.random = random;
    this.nanoTime = nanoTime;
    this.avoidNanos = avoidNanos;
    this.next = random.nextInt(configured.size());
  }

  synchronized List<InetSocketAddress> members() {
    return members;
  }

  /** All that a call may go to: those present and those configured. */
  synchronized Set<InetSocketAddress> known() {
    Set<InetSocketAddress> all = new LinkedHashSet<>(members);
    all.addAll(configured);
    return all;
  }

  /** Replaces the present namenodes; an empty list changes nothing. */
  synchronized void update(List<InetSocketAddress> present) {
    if (!present.isEmpty()) {
      members = List.copyOf(present);
      failedAt.keySet().retainAll(known());
    }
  }

  /** The namenode of the next call. */
  synchronized InetSocketAddress choose() {
    List<InetSocketAddress> usable = usable(members);
    if (usable.isEmpty()) {
      usable = usable(known());
    }
    if (usable.isEmpty()) {
      usable = List.copyOf(known());
    }
    return switch (policy) {
      case RANDOM -> usable.get(random.nextInt(usable.size()));
      case ROUND_ROBIN -> usable.get(Math.floorMod(next++, usable.size()));
      case STICKY -> stay(usable);
    };
  }

  private List<InetSocketAddress> usable(Collection<InetSocketAddress> among) {
    return among.stream().filter(member -> !isAvoided(member)).toList();
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
    if (known().contains(member)) {
      failedAt.put(member, nanoTime.getAsLong());
    }
  }

  /** A call was answered. */
  synchronized void answered(InetSocketAddress member) {
    failedAt.remove(member);
  }
}
