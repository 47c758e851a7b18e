package io.warren.namespace.quota;

import io.warren.model.QuotaType;
import io.warren.namespace.QuotaStatus;
import java.util.Map;

/**
 * Which limits a directory must have; {@link QuotaLimit#KEEP} for whichever.
 *
 * @param types those by type of storage; of a type that is not in it, whichever
 */
public record ExpectedLimits(
    QuotaLimit names, QuotaLimit spaceBytes, Map<QuotaType, QuotaLimit> types) {
  /** Whatever they are. */
  public static final ExpectedLimits ANY = new ExpectedLimits(QuotaLimit.KEEP, QuotaLimit.KEEP);

  public ExpectedLimits {
    types = Map.copyOf(types);
  }

  /** Those by type of storage are whatever they are. */
  public ExpectedLimits(QuotaLimit names, QuotaLimit spaceBytes) {
    this(names, spaceBytes, Map.of());
  }

  boolean areOf(QuotaStatus status) {
    return names.applyTo(status.namespaceQuota()) == status.namespaceQuota()
        && spaceBytes.applyTo(status.spaceQuotaBytes()) == status.spaceQuotaBytes()
        && SetQuota.applied(types, status.typeQuotas()).equals(status.typeQuotas());
  }
}
