package io.warren.migrate.edits;

import io.warren.namespace.Following.Position;
import java.io.Closeable;
import java.io.IOException;

/** Where edits are read, one page after the other. Used by one thread at a time. */
public interface EditsSource extends Closeable {
  /** The weight of a page, reached by its last edit. */
  int PAGE_WEIGHT = 4_000;

  /**
   * The edits behind a position.
   *
   * @throws EditsException when they are not there any more, are damaged, or are not those that go
   *     on from the position
   * @throws IOException when they can't be read now
   */
  EditsPage after(Position position) throws IOException;
}
