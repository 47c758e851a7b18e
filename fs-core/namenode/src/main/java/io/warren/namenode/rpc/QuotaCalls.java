package io.warren.namenode.rpc;

import io.warren.model.QuotaDirectory;
import io.warren.model.QuotaType;
import io.warren.model.TypeSpace;
import io.warren.namenode.service.Callers;
import io.warren.namenode.walks.Walks;
import io.warren.namespace.ContentTotals;
import io.warren.namespace.EntryStatus;
import io.warren.namespace.FsPath;
import io.warren.namespace.Namespace;
import io.warren.namespace.QuotaStatus;
import io.warren.namespace.SnapshotPath;
import io.warren.namespace.Walk;
import io.warren.namespace.quota.GetOwnQuotaUsage;
import io.warren.namespace.quota.GetQuotaUsage;
import io.warren.namespace.quota.QuotaLimit;
import io.warren.namespace.quota.SetQuota;
import io.warren.namespace.snapshot.HeldContents;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.fs.QuotaUsage;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.SystemErasureCodingPolicies;
import org.apache.hadoop.hdfs.server.namenode.UnsupportedActionException;
import org.apache.hadoop.ipc.CallConnection;
import org.jspecify.annotations.Nullable;

/** ClientProtocol calls about limits and usage. */
final class QuotaCalls extends NamespaceCalls {
  /** As long as Hadoop's WebHDFS client waits for an answer by default. */
  private static final int HTTP_WAIT_MS = 60_000;

  private final Walks walks;
  private final boolean typesEnabled;
  private final boolean parentsOwnerMay;

  QuotaCalls(Namespace namespace, Callers callers, Walks walks, Configuration conf) {
    super(namespace, callers);
    this.walks = walks;
    this.typesEnabled =
        conf.getBoolean(
            DFSConfigKeys.DFS_QUOTA_BY_STORAGETYPE_ENABLED_KEY,
            DFSConfigKeys.DFS_QUOTA_BY_STORAGETYPE_ENABLED_DEFAULT);
    this.parentsOwnerMay =
        conf.getBoolean(
            DFSConfigKeys.DFS_PERMISSIONS_ALLOW_OWNER_SET_QUOTA_KEY,
            DFSConfigKeys.DFS_PERMISSIONS_ALLOW_OWNER_SET_QUOTA_DEFAULT);
  }

  public ContentSummary getContentSummary(String path) throws IOException {
    return walk(walk -> contentSummary(FsPath.parse(path), walk));
  }

  private <T> T walk(Walks.Body<T> body) throws IOException {
    BooleanSupplier connection = CallConnection.ofPresentCall();
    return walks.run(callers().current(), connection != null ? connection : httpClient(), body);
  }

  /** A servlet does not learn that its client is gone. */
  private static BooleanSupplier httpClient() {
    long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(HTTP_WAIT_MS);
    return () -> endNs - System.nanoTime() > 0;
  }

  private ContentSummary contentSummary(FsPath parsed, Walk walk) throws IOException {
    ContentTotals totals = run(new io.warren.namespace.quota.ContentSummary(parsed, walk));
    ContentTotals held =
        SnapshotPath.isOne(parsed) ? ContentTotals.NOTHING : run(new HeldContents(parsed, walk));
    QuotaDirectory quota = totals.quota();
    ContentSummary.Builder summary = new ContentSummary.Builder();
    eachType(totals.space().plus(held.space()).types(0), summary::typeConsumed);
    if (quota != null) {
      eachLimit(quota.typeQuotas(), summary::typeQuota);
    }
    return summary
        // As in stock HDFS what only snapshots hold counts, and is told beside that for -x.
        .length(totals.lengthBytes() + held.lengthBytes())
        .fileCount(files(totals) + files(held))
        .directoryCount(totals.directories() + held.directories())
        .spaceConsumed(totals.spaceConsumedBytes() + held.spaceConsumedBytes())
        .snapshotLength(held.lengthBytes())
        .snapshotFileCount(files(held))
        .snapshotDirectoryCount(held.directories())
        .snapshotSpaceConsumed(held.spaceConsumedBytes())
        .quota(names(parsed, quota == null ? QuotaStatus.NONE : quota.namespaceQuota()))
        .spaceQuota(quota == null ? QuotaStatus.NONE : quota.spaceQuotaBytes())
        .erasureCodingPolicy(coding(parsed, totals.directories() == 0))
        .build();
  }

  /** The policy that is set at a path itself, in the words of stock namenodes. */
  private String coding(FsPath path, boolean isFile) throws IOException {
    EntryStatus entry = find(path);
    int id = entry == null ? 0 : entry.inode().erasureCodingPolicy();
    ErasureCodingPolicy policy = id <= 0 ? null : SystemErasureCodingPolicies.getByID((byte) id);
    return policy != null ? policy.getName() : isFile ? "Replicated" : "";
  }

  private static long files(ContentTotals totals) {
    return totals.files() + totals.symlinks();
  }

  public QuotaUsage getQuotaUsage(String path) throws IOException {
    FsPath parsed = FsPath.parse(path);
    Optional<QuotaStatus> own = run(new GetOwnQuotaUsage(parsed));
    QuotaStatus status = own.isPresent() ? own.get() : walk(w -> run(new GetQuotaUsage(parsed, w)));
    QuotaUsage.Builder usage = new QuotaUsage.Builder();
    eachType(status.typeUsed(), usage::typeConsumed);
    eachLimit(status.typeQuotas(), usage::typeQuota);
    return usage
        .fileAndDirectoryCount(status.namespaceUsed())
        .quota(names(parsed, status.namespaceQuota()))
        .spaceConsumed(status.spaceUsedBytes())
        .spaceQuota(status.spaceQuotaBytes())
        .build();
  }

  /**
   * The root of stock HDFS has a limit of names always, the greatest number unless another is set.
   */
  private static long names(FsPath path, long limit) {
    return path.isRoot() && limit == QuotaStatus.NONE ? Long.MAX_VALUE : limit;
  }

  private static void eachType(TypeSpace bytes, BiConsumer<StorageType, Long> take) {
    for (QuotaType type : QuotaType.values()) {
      take.accept(StorageType.valueOf(type.name()), bytes.get(type));
    }
  }

  private static void eachLimit(TypeSpace limits, BiConsumer<StorageType, Long> take) {
    eachType(limits, (type, limit) -> take.accept(type, limit == 0 ? QuotaStatus.NONE : limit));
  }

  public void setQuota(
      String path, long namespaceQuota, long storagespaceQuota, @Nullable StorageType type)
      throws IOException {
    if (isIllegal(namespaceQuota) || isIllegal(storagespaceQuota)) {
      throw new IllegalArgumentException(
          "Illegal value for nsQuota or ssQuota : " + namespaceQuota + " and " + storagespaceQuota);
    }
    FsPath parsed = FsPath.parse(path);
    if (type == null) {
      run(set(parsed, limit(namespaceQuota), limit(storagespaceQuota), Map.of()));
      return;
    }
    if (!typesEnabled || namespaceQuota != HdfsConstants.QUOTA_DONT_SET) {
      throw new UnsupportedActionException(
          "Failed to set quota by storage type because either "
              + DFSConfigKeys.DFS_QUOTA_BY_STORAGETYPE_ENABLED_KEY
              + " is set to "
              + typesEnabled
              + " or nsQuota value is illegal "
              + namespaceQuota);
    }
    if (!type.supportTypeQuota()) {
      throw new IllegalArgumentException("The storage type " + type + " has no quotas");
    }
    Map<QuotaType, QuotaLimit> types =
        Map.of(QuotaType.valueOf(type.name()), limit(storagespaceQuota));
    run(set(parsed, QuotaLimit.KEEP, QuotaLimit.KEEP, types));
  }

  private SetQuota set(
      FsPath path, QuotaLimit names, QuotaLimit spaceBytes, Map<QuotaType, QuotaLimit> types) {
    return new SetQuota(path, names, spaceBytes, types, parentsOwnerMay);
  }

  private static boolean isIllegal(long quota) {
    return quota < 0 && quota != HdfsConstants.QUOTA_RESET;
  }

  private static QuotaLimit limit(long quota) {
    if (quota == HdfsConstants.QUOTA_DONT_SET) {
      return QuotaLimit.KEEP;
    }
    return quota == HdfsConstants.QUOTA_RESET ? QuotaLimit.CLEAR : QuotaLimit.of(quota);
  }
}
