package io.warren.checker;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What several threads did at once, and whether one after the other it could have been the same: a
 * search for an order that keeps what was over before something else began, and in which the model
 * gives every answer that was given (Wing and Gong, JPDC'93).
 */
final class History {
  /** As many as a set of them in one number can tell apart. */
  static final int EVENTS_MAX = Long.SIZE - 2;

  /** One step with its answer and the times around it. */
  record Event(Step step, String answer, long beganNanos, long endedNanos) {}

  private final Model before;
  private final List<Event> events;
  private final String after;
  private final Set<String> hopeless = new HashSet<>();

  /**
   * @param before the state that the threads began with
   * @param after the tree that they left, in the words of {@link #tree}
   */
  History(Model before, List<Event> events, String after) {
    if (events.size() > EVENTS_MAX) {
      throw new IllegalArgumentException("A history of so many steps can't be searched");
    }
    this.before = before;
    this.events = List.copyOf(events);
    this.after = after;
  }

  /** A tree or an answer without times, which depend on the order that is searched for. */
  static String tree(String description) {
    return description.replaceAll("mtime=\\d+ ", "");
  }

  boolean isLinearizable() {
    return search(before, 0);
  }

  private boolean search(Model model, long done) {
    if (done == (1L << events.size()) - 1) {
      return tree(model.describe(false)).equals(after);
    }
    if (!hopeless.add(done + state(model))) {
      return false;
    }
    for (int i = 0; i < events.size(); i++) {
      if ((done & (1L << i)) == 0 && mayBeNext(i, done)) {
        Model next = model.copy();
        Event event = events.get(i);
        boolean same = tree(next.apply(event.step())).equals(tree(event.answer()));
        if (same && search(next, done | (1L << i))) {
          return true;
        }
      }
    }
    return false;
  }

  /** All that an answer may depend on, so that only what is hopeless is left out. */
  private static String state(Model model) {
    return model.describe(false) + model.snapshots.describe() + WriterStates.describe(model);
  }

  /** Nothing that is still to come was over before this event began. */
  private boolean mayBeNext(int candidate, long done) {
    for (int i = 0; i < events.size(); i++) {
      boolean toCome = i != candidate && (done & (1L << i)) == 0;
      if (toCome && events.get(i).endedNanos() < events.get(candidate).beganNanos()) {
        return false;
      }
    }
    return true;
  }

  @Override
  public String toString() {
    List<String> lines = new ArrayList<>();
    long first = events.stream().mapToLong(Event::beganNanos).min().orElse(0);
    for (Event event : events) {
      lines.add(
          "    %s -> %s (%d to %d us)"
              .formatted(
                  event.step(),
                  event.answer(),
                  (event.beganNanos() - first) / 1_000,
                  (event.endedNanos() - first) / 1_000));
    }
    return String.join("\n", lines) + "\nleft:\n" + after;
  }
}
