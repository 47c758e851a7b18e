package io.warren.namenode.rpc;

import io.warren.model.Name;
import io.warren.model.NamespaceException;
import io.warren.model.QuotaDirectory;
import io.warren.namenode.service.Callers;
import io.warren.namespace.ContentTotals;
import io.warren.namespace.EntryStatus;
import io.warren.namespace.FsPath;
import io.warren.namespace.ListingPage;
import io.warren.namespace.Namespace;
import io.warren.namespace.QuotaStatus;
import io.warren.namespace.operation.Delete;
import io.warren.namespace.operation.GetListing;
import io.warren.namespace.operation.Mkdirs;
import io.warren.namespace.operation.Rename;
import io.warren.namespace.quota.GetQuotaUsage;
import io.warren.namespace.quota.QuotaLimit;
import io.warren.namespace.quota.SetQuota;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.QuotaUsage;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.jspecify.annotations.Nullable;

/** ClientProtocol calls that change or list directories. */
final class DirectoryCalls extends NamespaceCalls {
  /** Each located entry costs a read of its own. */
  private static final int LOCATED_LIMIT = 200;

  private final int listLimit;
  private final FileCalls files;

  /**
   * @param listLimit most entries of a listing's page
   */
  DirectoryCalls(Namespace namespace, Callers callers, FileCalls files, int listLimit) {
    super(namespace, callers);
    this.files = files;
    this.listLimit = Math.max(1, Math.min(listLimit, GetListing.LIMIT_MAX));
  }

  public boolean mkdirs(String src, FsPermission masked, boolean createParent) throws IOException {
    return run(new Mkdirs(FsPath.parse(src), Wire.mode(masked), createParent, null));
  }

  public boolean delete(String src, boolean recursive) throws IOException {
    return run(new Delete(FsPath.parse(src), recursive));
  }

  public boolean rename(String src, String dst) throws IOException {
    return run(new Rename(FsPath.parse(src), FsPath.parse(dst), Rename.Rules.LEGACY));
  }

  /** TO_TRASH asks for nothing more than a rename here: trash has no rights of its own. */
  public void rename2(String src, String dst, Options.Rename... options) throws IOException {
    boolean overwrite = Arrays.asList(options).contains(Options.Rename.OVERWRITE);
    run(
        new Rename(
            FsPath.parse(src),
            FsPath.parse(dst),
            overwrite ? Rename.Rules.OVERWRITE : Rename.Rules.NO_OVERWRITE));
  }

  public ContentSummary getContentSummary(String path) throws IOException {
    FsPath parsed = FsPath.parse(path);
    ContentTotals totals = run(new io.warren.namespace.subtree.ContentSummary(parsed));
    QuotaDirectory quota = totals.quota();
    return new ContentSummary.Builder()
        .length(totals.lengthBytes())
        .fileCount(totals.files() + totals.symlinks())
        .directoryCount(totals.directories())
        .spaceConsumed(totals.spaceConsumedBytes())
        .quota(quota == null ? QuotaStatus.NONE : quota.namespaceQuota())
        .spaceQuota(quota == null ? QuotaStatus.NONE : quota.spaceQuotaBytes())
        // What stock namenodes say of files and directories without erasure coding.
        .erasureCodingPolicy(totals.directories() == 0 ? "Replicated" : "")
        .build();
  }

  public QuotaUsage getQuotaUsage(String path) throws IOException {
    QuotaStatus status = run(new GetQuotaUsage(FsPath.parse(path)));
    return new QuotaUsage.Builder()
        .fileAndDirectoryCount(status.namespaceUsed())
        .quota(status.namespaceQuota())
        .spaceConsumed(status.spaceUsedBytes())
        .spaceQuota(status.spaceQuotaBytes())
        .build();
  }

  public void setQuota(
      String path, long namespaceQuota, long storagespaceQuota, @Nullable StorageType type)
      throws IOException {
    if (type != null) {
      throw new UnsupportedOperationException(
          "setQuota by storage type is not supported by this file system");
    }
    run(new SetQuota(FsPath.parse(path), limit(namespaceQuota), limit(storagespaceQuota)));
  }

  private static QuotaLimit limit(long quota) {
    if (quota == HdfsConstants.QUOTA_DONT_SET) {
      return QuotaLimit.KEEP;
    }
    return quota == HdfsConstants.QUOTA_RESET ? QuotaLimit.CLEAR : QuotaLimit.of(quota);
  }

  public @Nullable DirectoryListing getListing(String src, byte[] startAfter, boolean needLocation)
      throws IOException {
    Name after =
        startAfter.length == 0 ? null : Name.of(new String(startAfter, StandardCharsets.UTF_8));
    FsPath path = FsPath.parse(src);
    int limit = needLocation ? Math.min(listLimit, LOCATED_LIMIT) : listLimit;
    Optional<ListingPage> found = run(new GetListing(path, after, limit));
    if (found.isEmpty()) {
      return null;
    }
    ListingPage page = found.get();
    boolean isDirectory = page.listed().inode().isDirectory();
    List<HdfsFileStatus> statuses = new ArrayList<>();
    for (EntryStatus entry : page.entries()) {
      byte[] name = isDirectory ? entry.inode().name().bytes() : HdfsFileStatus.EMPTY_NAME;
      if (!needLocation || !entry.inode().isFile()) {
        statuses.add(Wire.status(entry, name, null));
      } else {
        LocatedBlocks blocks = locate(isDirectory ? path.child(entry.inode().name()) : path);
        if (blocks != null) {
          statuses.add(Wire.status(entry, name, blocks));
        }
      }
    }
    // Stock clients ask only whether the number is 0; counting on would cost a scan.
    return new DirectoryListing(statuses.toArray(HdfsFileStatus[]::new), page.hasMore() ? 1 : 0);
  }

  /** Null when the file is gone since it was listed: its entry is left out then. */
  private @Nullable LocatedBlocks locate(FsPath path) throws IOException {
    try {
      return files.locate(path);
    } catch (NamespaceException e) {
      if (e.code() == NamespaceException.Code.NOT_FOUND
          || e.code() == NamespaceException.Code.IS_A_DIRECTORY) {
        return null;
      }
      throw e;
    }
  }
}
