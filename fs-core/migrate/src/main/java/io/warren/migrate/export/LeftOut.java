package io.warren.migrate.export;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.warren.migrate.listing.CountedList;
import io.warren.migrate.listing.CountedList.Counted;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * All that an export leaves out, each with its path and its reason; some of the paths are their
 * examples. Used by one thread.
 */
public final class LeftOut implements AutoCloseable {
  private final CountedList<Loss, String> all;

  private LeftOut(CountedList<Loss, String> all) {
    this.all = all;
  }

  /** Begins the list, in a file that is replaced when it is there. */
  public static LeftOut into(Path file) throws IOException {
    return new LeftOut(new CountedList<>(file, Loss.class));
  }

  /** Notes something at a path. */
  void add(Loss loss, String path) throws IOException {
    ObjectNode line = all.line();
    line.put("path", path);
    line.put("what", loss.what());
    line.put("reason", loss.reason());
    all.add(loss, line, path);
  }

  /** Counts what has no path. */
  void count(Loss loss, long more) {
    all.count(loss, more);
  }

  /** What was left out so far; empty when an export took everything. */
  public Map<Loss, Counted<String>> counted() {
    return all.counted();
  }

  /** Ends the list. */
  @Override
  public void close() throws IOException {
    all.close();
  }
}
