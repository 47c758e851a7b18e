package io.warren.namespace;

import io.warren.model.QuotaType;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The types of storage that a block's replicas should have under a built-in policy. Quotas by type
 * count by it, wherever the replicas are, as in stock HDFS. Memory counts as what lies behind it.
 *
 * @param first of the first replica
 * @param others of all further replicas
 */
record ReplicaTypes(QuotaType first, QuotaType others) {
  private static final Map<Integer, ReplicaTypes> BY_POLICY =
      Map.of(
          1, new ReplicaTypes(QuotaType.PROVIDED, QuotaType.DISK),
          2, new ReplicaTypes(QuotaType.ARCHIVE, QuotaType.ARCHIVE),
          5, new ReplicaTypes(QuotaType.DISK, QuotaType.ARCHIVE),
          7, new ReplicaTypes(QuotaType.DISK, QuotaType.DISK),
          10, new ReplicaTypes(QuotaType.SSD, QuotaType.DISK),
          12, new ReplicaTypes(QuotaType.SSD, QuotaType.SSD),
          14, new ReplicaTypes(QuotaType.NVDIMM, QuotaType.NVDIMM),
          15, new ReplicaTypes(QuotaType.DISK, QuotaType.DISK));

  /** Null where no policy is set: such data are charged to no type. */
  static @Nullable ReplicaTypes of(int policyId) {
    return BY_POLICY.get(policyId);
  }
}
