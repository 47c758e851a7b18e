package io.warren.namespace.quota;

import io.warren.namespace.quota.ContentSummary.Place;
import io.warren.store.Store;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Directories that are still to be read. Those whose children were moved lately wait until nobody
 * need be waited for while they are scanned, as long as there are others to go on with.
 */
final class Places {
  private static final int YOUNG_MAX = 1_000;

  private final Store store;
  private final Deque<Place> settled = new ArrayDeque<>();
  private final Deque<Place> young = new ArrayDeque<>();

  Places(Store store) {
    this.store = store;
  }

  void add(Place place) {
    if (place.settled(store)) {
      settled.push(place);
    } else {
      young.add(place);
    }
  }

  boolean isEmpty() {
    return settled.isEmpty() && young.isEmpty();
  }

  /** The next place that can be scanned without waiting; null when there is none for now. */
  @Nullable Place nextSettled() {
    if (young.size() > YOUNG_MAX) {
      return null;
    }
    if (!young.isEmpty() && young.element().settled(store)) {
      return young.remove();
    }
    return settled.poll();
  }

  /** The place that has waited longest. */
  Place nextYoung() {
    return young.remove();
  }
}
