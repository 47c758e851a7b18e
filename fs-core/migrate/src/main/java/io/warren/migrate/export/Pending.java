package io.warren.migrate.export;

import io.warren.migrate.export.Whereabouts.Where;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Directories that are still to be walked, the last one first: 12 to 32 bytes each, as directories
 * share what is known of where they are. Not thread-safe.
 */
final class Pending {
  /**
   * A directory.
   *
   * @param hasFormer whether there may be former rows of it
   */
  record Directory(long id, Where where, boolean hasFormer) {}

  /** Those that may have former rows are negative. */
  private final LongList ids = new LongList();

  private final List<Where> wheres = new ArrayList<>();

  void add(Directory directory) {
    ids.add(directory.hasFormer() ? -directory.id() : directory.id());
    wheres.add(directory.where());
  }

  Directory removeLast() {
    long id = ids.removeLast();
    return new Directory(Math.abs(id), wheres.remove(wheres.size() - 1), id < 0);
  }

  /** Turns the order of those from a place on. */
  void reverseFrom(int start) {
    ids.reverseFrom(start);
    Collections.reverse(wheres.subList(start, wheres.size()));
  }

  int size() {
    return ids.size();
  }
}
