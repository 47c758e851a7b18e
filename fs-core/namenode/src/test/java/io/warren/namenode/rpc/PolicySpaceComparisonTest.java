package io.warren.namenode.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.QuotaType;
import io.warren.model.TypeSpace;
import io.warren.namespace.PolicySpace;
import java.util.Arrays;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.junit.jupiter.api.Test;

/** Space by type of storage is what Hadoop's own policies say. */
class PolicySpaceComparisonTest {
  private static final long LENGTH_BYTES = 7;

  @Test
  void everyBuiltInPolicyGivesTheTypesThatHadoopGives() {
    for (BlockStoragePolicy policy :
        BlockStoragePolicySuite.createDefaultSuite().getAllPolicies()) {
      for (short replication = 1; replication <= 5; replication++) {
        TypeSpace expected = TypeSpace.NONE;
        for (StorageType type : policy.chooseStorageTypes(replication)) {
          if (type.supportTypeQuota()) {
            QuotaType counted = QuotaType.valueOf(type.name());
            expected = expected.plus(TypeSpace.of(counted, LENGTH_BYTES));
          }
        }
        assertThat(
                PolicySpace.of(policy.getId(), LENGTH_BYTES, LENGTH_BYTES * replication).types(0))
            .as("%s with %s replicas", policy.getName(), replication)
            .isEqualTo(expected);
      }
    }
  }

  @Test
  void theTypesThatAQuotaCanLimitAreThoseOfHadoop() {
    assertThat(StorageType.getTypesSupportingQuota())
        .extracting(Enum::name)
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(QuotaType.values()).map(Enum::name).toList());
  }
}
