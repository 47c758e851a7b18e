package io.warren.namespace.quota;

import io.warren.namespace.QuotaStatus;

/** Which limits a directory must have; {@link QuotaLimit#KEEP} for whichever. */
public record ExpectedLimits(QuotaLimit names, QuotaLimit spaceBytes) {
  /** Whatever they are. */
  public static final ExpectedLimits ANY = new ExpectedLimits(QuotaLimit.KEEP, QuotaLimit.KEEP);

  boolean areOf(QuotaStatus status) {
    return names.applyTo(status.namespaceQuota()) == status.namespaceQuota()
        && spaceBytes.applyTo(status.spaceQuotaBytes()) == status.spaceQuotaBytes();
  }
}
