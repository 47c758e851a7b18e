package io.warren.namespace.lease;

import io.warren.model.Lease;
import io.warren.namespace.Namespace;
import io.warren.store.Scan;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Looks at every lease now and then, so that a namenode knows how old they are before a client
 * wants to take a file over from another one.
 */
public final class LeaseWatch {
  private static final int LEASES_PER_PAGE = 500;
  private static final int PAGES_MAX = 2_000;

  private final Namespace namespace;

  public LeaseWatch(Namespace namespace) {
    this.namespace = namespace;
  }

  /** One look at all leases; returns how many there are. */
  public int look() {
    int looked = 0;
    @Nullable String after = null;
    for (int page = 0; page < PAGES_MAX; page++) {
      List<Lease> leases = page(after);
      leases.forEach(namespace.leaseAges()::ageMs);
      looked += leases.size();
      if (leases.size() < LEASES_PER_PAGE) {
        break;
      }
      after = leases.get(leases.size() - 1).holder();
    }
    return looked;
  }

  List<Lease> page(@Nullable String after) {
    return namespace
        .runner()
        .run(
            TxOptions.read("scan_leases"),
            tx -> tx.scan(Scan.prefix(Tables.LEASES, LEASES_PER_PAGE).after(after)));
  }
}
