package io.warren.store;

import java.util.ArrayList;
import java.util.List;

/** Scans that go on page after page. */
public final class Scans {
  private Scans() {}

  /**
   * All rows of a scan, in pages of its limit. For what is bounded otherwise: everything is held in
   * memory, and in a locking scan every row locked.
   */
  public static <K, R> List<R> all(Tx tx, Scan<K, R> scan) {
    List<R> all = new ArrayList<>();
    List<R> page = tx.scan(scan);
    all.addAll(page);
    while (page.size() == scan.limit()) {
      K last = scan.table().keyOf().apply(page.get(page.size() - 1));
      page = tx.scan(scan.after(last));
      all.addAll(page);
    }
    return all;
  }
}
