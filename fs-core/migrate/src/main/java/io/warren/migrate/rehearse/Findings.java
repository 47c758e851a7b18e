package io.warren.migrate.rehearse;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.warren.migrate.listing.CountedList;
import io.warren.migrate.listing.CountedList.Counted;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** All findings; some of the lines are their examples. Used by one thread. */
public final class Findings implements AutoCloseable {
  private final CountedList<Finding, ObjectNode> all;

  private Findings(CountedList<Finding, ObjectNode> all) {
    this.all = all;
  }

  /** Begins the list, in a file that is replaced when it is there. */
  public static Findings into(Path file) throws IOException {
    return new Findings(new CountedList<>(file, Finding.class));
  }

  /** A line, to be completed and given to {@link #add}. */
  ObjectNode line(Finding finding, long blockId) {
    ObjectNode line = all.line();
    line.put("what", finding.word());
    line.put("block_id", blockId);
    return line;
  }

  void add(Finding finding, ObjectNode line) throws IOException {
    all.add(finding, line, line);
  }

  /** What was found so far, by kind; kinds that did not occur are not there. */
  public Map<Finding, Counted<ObjectNode>> counted() {
    return all.counted();
  }

  /** Ends the list. */
  @Override
  public void close() throws IOException {
    all.close();
  }
}
