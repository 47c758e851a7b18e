package io.warren.migrate.export;

import io.warren.model.Name;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.jspecify.annotations.Nullable;

/**
 * The ids of a directory's children in the order that a stock NameNode expects, which compares the
 * bytes of names as signed numbers. Where no name is beyond ASCII the store has the same order, and
 * names need not be kept: 8 to 16 bytes a child. Else the children are read once more and sorted,
 * with some 150 bytes a child of such a directory. Used by one thread.
 */
final class ChildOrder {
  private record Named(byte[] name, long id) {}

  private final LongList ids = new LongList();
  private byte @Nullable [] last;
  private boolean inOrder = true;

  /** Adds the store's next child. */
  void add(Name child, long id) {
    byte[] name = child.bytes();
    inOrder = inOrder && (last == null || DFSUtilClient.compareBytes(last, name) < 0);
    last = name;
    ids.add(id);
  }

  /** How many were added. */
  int size() {
    return ids.size();
  }

  /** What is done with each child. */
  @FunctionalInterface
  interface Visitor {
    void visit(Name name, long id) throws IOException;
  }

  /** Gives the same children once more. */
  @FunctionalInterface
  interface Again {
    void visit(Visitor visitor) throws IOException;
  }

  /** The ids in order. */
  LongList sorted(Again again) throws IOException {
    if (inOrder) {
      return ids;
    }
    List<Named> children = new ArrayList<>(ids.size());
    again.visit((name, id) -> children.add(new Named(name.bytes(), id)));
    children.sort((one, other) -> DFSUtilClient.compareBytes(one.name(), other.name()));
    LongList sorted = new LongList();
    children.forEach(child -> sorted.add(child.id()));
    return sorted;
  }
}
