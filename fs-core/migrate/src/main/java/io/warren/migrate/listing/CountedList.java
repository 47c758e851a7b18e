package io.warren.migrate.listing;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Things of several kinds: each as a line of JSON in a file, counted by kind with a few examples in
 * memory. Used by one thread.
 *
 * @param <K> the kinds
 * @param <E> how an example is kept
 */
public final class CountedList<K extends Enum<K>, E> implements AutoCloseable {
  private static final int EXAMPLES_MAX = 20;

  /**
   * Those of a kind.
   *
   * @param examples some of them
   */
  public record Counted<E>(long count, List<E> examples) {}

  private final ObjectMapper mapper = new ObjectMapper();
  private final BufferedWriter list;
  private final Class<K> kinds;
  private final Map<K, Long> counts;
  private final Map<K, List<E>> examples;

  /** Begins the list, in a file that is replaced when it is there. */
  public CountedList(Path file, Class<K> kinds) throws IOException {
    this.list = Files.newBufferedWriter(file);
    this.kinds = kinds;
    this.counts = new EnumMap<>(kinds);
    this.examples = new EnumMap<>(kinds);
  }

  /** A line, to be completed and given to {@link #add}. */
  public ObjectNode line() {
    return mapper.createObjectNode();
  }

  /** Lists and counts one. */
  public void add(K kind, ObjectNode line, E example) throws IOException {
    list.write(mapper.writeValueAsString(line));
    list.newLine();
    count(kind, 1);
    List<E> some = examples.computeIfAbsent(kind, key -> new ArrayList<>());
    if (some.size() < EXAMPLES_MAX) {
      some.add(example);
    }
  }

  /** Counts what is not listed. */
  public void count(K kind, long more) {
    if (more != 0) {
      counts.merge(kind, more, Long::sum);
    }
  }

  /** All so far, by kind; kinds that did not occur are not there. */
  public Map<K, Counted<E>> counted() {
    Map<K, Counted<E>> all = new EnumMap<>(kinds);
    counts.forEach(
        (kind, count) ->
            all.put(
                kind, new Counted<>(count, List.copyOf(examples.getOrDefault(kind, List.of())))));
    return Collections.unmodifiableMap(all);
  }

  /** Ends the list. */
  @Override
  public void close() throws IOException {
    list.close();
  }
}
