package io.warren.namespace;

import java.util.List;

/**
 * Entries of a directory in the byte order of their names, or the one entry of a listed file.
 *
 * @param entries may be fewer than asked for even when there are more
 * @param hasMore whether a page after the last entry's name would hold more
 */
public record ListingPage(EntryStatus listed, List<EntryStatus> entries, boolean hasMore) {
  public ListingPage {
    entries = List.copyOf(entries);
  }
}
