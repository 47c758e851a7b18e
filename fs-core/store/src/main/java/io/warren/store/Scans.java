package io.warren.store;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Scans that go on page after page. */
public final class Scans {
  private Scans() {}

  /**
   * All rows of a scan, in pages of its limit. For what is bounded otherwise: everything is held in
   * memory, and in a locking scan every row locked.
   */
  public static <K, R> List<R> all(Tx tx, Scan<K, R> scan) {
    return from(tx, scan, tx.scan(scan));
  }

  /**
   * As {@link #all} when the first page was read before, in a batch.
   *
   * @param first what the scan has found
   */
  public static <K, R> List<R> from(Tx tx, Scan<K, R> scan, List<R> first) {
    return fromWhile(tx, scan, first, row -> true);
  }

  /**
   * The rows from a scan's first page on, page after page, as long as the last one of a page is
   * wanted: in a scan whose order says when the rest does not matter. The answer may end with rows
   * that are not wanted.
   */
  public static <K, R> List<R> fromWhile(
      Tx tx, Scan<K, R> scan, List<R> first, Predicate<R> wanted) {
    List<R> all = new ArrayList<>(first);
    List<R> page = first;
    while (page.size() == scan.limit() && wanted.test(page.get(page.size() - 1))) {
      K last = scan.table().keyOf().apply(page.get(page.size() - 1));
      page = tx.scan(scan.after(last));
      all.addAll(page);
    }
    return all;
  }
}
