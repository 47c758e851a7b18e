package io.warren.namenode.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.junit.jupiter.api.Test;

/** Each call of ClientProtocol is either logged or known to be one that stock does not log. */
class AuditedCallsTest {
  /** Of blocks, leases and statistics; and those that this file system refuses. */
  private static final Set<String> NOT_LOGGED =
      Set.of(
          "abandonBlock",
          "addBlock",
          "complete",
          "fsync",
          "getAdditionalDatanode",
          "getBlocks",
          "getCurrentEditLogTxid",
          "getDataEncryptionKey",
          "getECBlockGroupStats",
          "getEditsFromTxid",
          "getEnclosingRoot",
          "getHAServiceState",
          "getPreferredBlockSize",
          "getReplicatedBlockStats",
          "getServerDefaults",
          "getStats",
          "getStoragePolicies",
          "getStoragePolicy",
          "listCorruptFileBlocks",
          "msync",
          "recoverLease",
          "renewLease",
          "reportBadBlocks",
          "updateBlockForPipeline",
          "updatePipeline",
          "upgradeStatus",
          // Refused.
          "addCacheDirective",
          "addCachePool",
          "createEncryptionZone",
          "modifyCacheDirective",
          "modifyCachePool",
          "reencryptEncryptionZone",
          "removeCacheDirective",
          "removeCachePool",
          "restoreFailedStorage",
          "rollEdits",
          "saveNamespace");

  @Test
  void everyCallOfTheProtocolIsDecidedUpon() {
    Set<String> protocol =
        Arrays.stream(ClientProtocol.class.getMethods())
            .filter(m -> !m.isDefault())
            .map(Method::getName)
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> undecided = new TreeSet<>(protocol);
    undecided.removeAll(AuditedCalls.methods());
    undecided.removeAll(NOT_LOGGED);
    assertThat(undecided).isEmpty();
    assertThat(protocol).containsAll(AuditedCalls.methods());
    assertThat(AuditedCalls.methods()).doesNotContainAnyElementsOf(NOT_LOGGED);
  }
}
