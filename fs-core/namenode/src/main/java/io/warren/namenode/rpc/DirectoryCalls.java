package io.warren.namenode.rpc;

import io.warren.model.Name;
import io.warren.model.NamespaceException;
import io.warren.namenode.service.Callers;
import io.warren.namespace.EntryStatus;
import io.warren.namespace.FsPath;
import io.warren.namespace.ListingPage;
import io.warren.namespace.Namespace;
import io.warren.namespace.SnapshotPath;
import io.warren.namespace.operation.Delete;
import io.warren.namespace.operation.GetListing;
import io.warren.namespace.operation.Mkdirs;
import io.warren.namespace.operation.Rename;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.jspecify.annotations.Nullable;

/** ClientProtocol calls that change or list directories. */
final class DirectoryCalls extends NamespaceCalls {
  /** Located entries cost more than others, and files of snapshots a transaction each. */
  private static final int LOCATED_LIMIT = 200;

  private final int listLimit;
  private final FileCalls files;
  private final ReservedDirectory reserved;

  /**
   * @param listLimit most entries of a listing's page
   */
  DirectoryCalls(Namespace namespace, Callers callers, FileCalls files, int listLimit) {
    super(namespace, callers);
    this.files = files;
    this.reserved = new ReservedDirectory(callers);
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

  /** TO_TRASH asks for the rights of a recursive delete: the trash's emptier asks for none. */
  public void rename2(String src, String dst, Options.Rename... options) throws IOException {
    List<Options.Rename> given = Arrays.asList(options);
    boolean overwrite = given.contains(Options.Rename.OVERWRITE);
    run(
        new Rename(
            FsPath.parse(src),
            FsPath.parse(dst),
            overwrite ? Rename.Rules.OVERWRITE : Rename.Rules.NO_OVERWRITE,
            given.contains(Options.Rename.TO_TRASH)));
  }

  public @Nullable DirectoryListing getListing(String src, byte[] startAfter, boolean needLocation)
      throws IOException {
    if (ReservedDirectory.isNamedBy(src)) {
      return reserved.listing();
    }
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
    Map<Long, LocatedBlocks> together = needLocation ? locate(path, page) : Map.of();
    List<HdfsFileStatus> statuses = new ArrayList<>();
    for (EntryStatus entry : page.entries()) {
      byte[] name = isDirectory ? entry.inode().name().bytes() : HdfsFileStatus.EMPTY_NAME;
      if (!needLocation || !entry.inode().isFile()) {
        statuses.add(Wire.status(entry, name, null));
      } else {
        LocatedBlocks blocks = together.get(entry.inode().id());
        if (blocks == null) {
          blocks = locate(isDirectory ? path.child(entry.inode().name()) : path);
        }
        if (blocks != null) {
          statuses.add(Wire.status(entry, name, blocks));
        }
      }
    }
    // Stock clients ask only whether the number is 0; counting on would cost a scan.
    return new DirectoryListing(statuses.toArray(HdfsFileStatus[]::new), page.hasMore() ? 1 : 0);
  }

  /** Those files of a page whose rows could be read together, by inode id. */
  private Map<Long, LocatedBlocks> locate(FsPath path, ListingPage page) throws IOException {
    return SnapshotPath.isOne(path)
        ? Map.of()
        : files.locate(page.entries().stream().filter(each -> each.inode().isFile()).toList());
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
