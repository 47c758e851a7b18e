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

  /**
   * The first transaction of the newest segment that has been begun, whether its edits can be read
   * or not; 0 without any from the position on.
   */
  long newestSegment(Position position) throws IOException;

  /**
   * Makes what was written last readable, once nobody writes any more: where several keep the
   * edits, they agree on the end, and take nothing more from whoever wrote until now.
   */
  void settle() throws IOException;
}
