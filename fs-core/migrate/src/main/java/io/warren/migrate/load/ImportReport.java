package io.warren.migrate.load;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What an import took, and what it left out with some examples of each. Used by one thread. */
public final class ImportReport {
  private static final int EXAMPLES_MAX = 20;

  /**
   * Something that was left out.
   *
   * @param examples some of the inodes that it was left out of: their ids and names
   */
  public record LeftOut(long count, List<String> examples) {}

  private final Map<String, Long> taken = new TreeMap<>();
  private final Map<String, Long> counts = new TreeMap<>();
  private final Map<String, List<String>> examples = new TreeMap<>();

  /** Counts what was taken. */
  void took(String what, long count) {
    if (count != 0) {
      taken.merge(what, count, Long::sum);
    }
  }

  /** Counts something that is not taken. */
  void leftOut(String what, long count) {
    if (count != 0) {
      counts.merge(what, count, Long::sum);
    }
  }

  /** Counts something of one inode that is not taken. */
  void leftOut(String what, long inodeId, String name) {
    leftOut(what, 1);
    List<String> some = examples.computeIfAbsent(what, key -> new ArrayList<>());
    if (some.size() < EXAMPLES_MAX) {
      some.add(inodeId + " " + name);
    }
  }

  /** How many of each kind were taken. */
  public Map<String, Long> taken() {
    return Collections.unmodifiableMap(taken);
  }

  public Map<String, LeftOut> leftOut() {
    Map<String, LeftOut> all = new TreeMap<>();
    counts.forEach(
        (what, count) ->
            all.put(what, new LeftOut(count, List.copyOf(examples.getOrDefault(what, List.of())))));
    return all;
  }
}
