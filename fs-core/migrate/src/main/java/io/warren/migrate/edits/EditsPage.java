package io.warren.migrate.edits;

import java.util.List;

/**
 * Some edits, one after the other.
 *
 * @param edits of one segment
 * @param segmentStart the first transaction of that segment; 0 when there is no edit
 * @param newestKnown the last transaction that is known to be there, at least the last one here
 * @param atEnd whether there were no more when this was read
 */
public record EditsPage(List<Edit> edits, long segmentStart, long newestKnown, boolean atEnd) {
  public EditsPage {
    edits = List.copyOf(edits);
  }
}
