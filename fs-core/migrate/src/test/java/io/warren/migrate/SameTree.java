package io.warren.migrate;

import io.warren.model.Block;
import io.warren.model.Inode;
import io.warren.model.QuotaDirectory;
import io.warren.model.QuotaUpdate;
import io.warren.namespace.CallContext;
import io.warren.namespace.EntryStatus;
import io.warren.namespace.FsPath;
import io.warren.namespace.Namespace;
import io.warren.namespace.QuotaApplier;
import io.warren.namespace.acl.GetAcl;
import io.warren.namespace.operation.GetStatus;
import io.warren.namespace.xattr.GetXattrs;
import io.warren.store.LockMode;
import io.warren.store.Scan;
import io.warren.store.Scans;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.QuotaUsage;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.QuotaCounts;
import org.apache.hadoop.hdfs.server.namenode.snapshot.Snapshot;

/** Two trees as text, one line an attribute: what a stock NameNode has, and what Warren has. */
final class SameTree {
  private static final CallContext ROOT = CallContext.system("root");
  private static final String BEING_CUT = " is being cut";
  private static final long PAUSE_NANOS = 50_000_000;

  private SameTree() {}

  /** A line for each attribute that differs; nothing when all are the same. */
  static String differences(Map<String, String> expected, Map<String, String> found) {
    Map<String, String> more = new TreeMap<>(found);
    StringBuilder text = new StringBuilder();
    expected.forEach(
        (what, value) -> {
          String told = more.remove(what);
          if (!value.equals(told)) {
            text.append(what).append(": ").append(value).append(", not ").append(told).append('\n');
          }
        });
    more.forEach((what, value) -> text.append("only here: ").append(what).append(value));
    return text.toString();
  }

  /** As an image tells it, which does not say when a directory was read. */
  static Map<String, String> inImages(Map<String, String> told) {
    Map<String, String> said = new TreeMap<>(told);
    said.replaceAll(
        (what, value) -> value.replaceAll("^(\\d+ directory \\S+ \\S+ \\d+ \\d+) \\d+", "$1 0"));
    return said;
  }

  /** Without quotas: a stock NameNode counts what only snapshots hold to what is used of them. */
  static Map<String, String> uncounted(Map<String, String> told) {
    Map<String, String> uncounted = new TreeMap<>(told);
    uncounted.keySet().removeIf(what -> what.contains(" quota"));
    return uncounted;
  }

  /** What is the same in both where snapshots are. */
  static Map<String, String> besideSnapshots(Map<String, String> told) {
    return inImages(uncounted(told));
  }

  /** All that a stock NameNode tells of its tree, once datanodes have cut what was truncated. */
  static Map<String, String> of(StockFileSystem stock) throws IOException {
    while (true) {
      Map<String, String> told = new TreeMap<>();
      tell(stock, "/", told);
      if (told.keySet().stream().noneMatch(key -> key.endsWith(BEING_CUT))) {
        return told;
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private static void tell(StockFileSystem stock, String name, Map<String, String> told)
      throws IOException {
    DistributedFileSystem files = stock.files();
    HdfsFileStatus status = files.getClient().getFileLinkInfo(name);
    INode inode = stock.namesystem().getFSDirectory().getInode(status.getFileId());
    told.put(
        name,
        String.join(
            " ",
            String.valueOf(name.equals("/") ? 1 : status.getFileId()),
            status.isDirectory() ? "directory" : status.isSymlink() ? "symlink" : "file",
            status.getOwner(),
            status.getGroup(),
            String.valueOf(status.isSymlink() ? 0777 : status.getPermission().toShort()),
            String.valueOf(status.getModificationTime()),
            String.valueOf(status.getAccessTime()),
            String.valueOf(status.isSymlink() ? 0 : status.getStoragePolicy()),
            String.valueOf(status.isFile() ? status.getReplication() : 0),
            String.valueOf(status.isFile() ? status.getBlockSize() : 0),
            String.valueOf(
                status.getErasureCodingPolicy() == null
                    ? 0
                    : status.getErasureCodingPolicy().getId())));
    if (status.isSymlink()) {
      told.put(name + " to", status.getSymlink().toString());
      return;
    }
    tellAttributes(files, name, told);
    if (status.isFile()) {
      tellFile(name, inode.asFile(), told);
      return;
    }
    tellQuota(files.getQuotaUsage(new Path(name)), inode, name, told);
    for (HdfsFileStatus child : children(files, name)) {
      tell(stock, (name.equals("/") ? "" : name) + "/" + child.getLocalName(), told);
    }
  }

  /** ACL and extended attributes of a path of a stock NameNode. */
  static void tellAttributes(DistributedFileSystem files, String name, Map<String, String> told)
      throws IOException {
    told.put(name + " acl", files.getAclStatus(new Path(name)).getEntries().toString());
    Map<String, String> xattrs = new TreeMap<>();
    files.getXAttrs(new Path(name)).forEach((key, value) -> xattrs.put(key, text(value)));
    told.put(name + " xattrs", xattrs.toString());
  }

  static List<HdfsFileStatus> children(DistributedFileSystem files, String name)
      throws IOException {
    List<HdfsFileStatus> children = new ArrayList<>();
    DirectoryListing page = files.getClient().listPaths(name, HdfsFileStatus.EMPTY_NAME);
    children.addAll(List.of(page.getPartialListing()));
    while (page.hasMore()) {
      page = files.getClient().listPaths(name, page.getLastName());
      children.addAll(List.of(page.getPartialListing()));
    }
    return children;
  }

  private static void tellFile(String name, INodeFile file, Map<String, String> told) {
    List<String> blocks = new ArrayList<>();
    for (BlockInfo block : file.getBlocks()) {
      blocks.add(block.getBlockId() + "_" + block.getGenerationStamp() + ":" + block.getNumBytes());
    }
    told.put(name + " blocks", blocks.toString());
    BlockInfo last = file.getLastBlock();
    if (last != null
        && last.getUnderConstructionFeature() != null
        && last.getUnderConstructionFeature().getTruncateBlock() != null) {
      told.put(name + BEING_CUT, "yes");
    }
    told.put(
        name + " writer",
        file.isUnderConstruction()
            ? file.getFileUnderConstructionFeature().getClientName()
            : "nobody");
  }

  private static void tellQuota(
      QuotaUsage usage, INode directory, String name, Map<String, String> told) {
    boolean limited =
        usage.getQuota() >= 0
            || usage.getSpaceQuota() >= 0
            || usage.getTypeQuota(StorageType.DISK) >= 0
            || usage.getTypeQuota(StorageType.SSD) >= 0;
    if (limited && !name.equals("/")) {
      told.put(
          name + " quota",
          String.join(
              " ",
              String.valueOf(limit(usage.getQuota())),
              String.valueOf(usage.getFileAndDirectoryCount()),
              String.valueOf(usage.getSpaceQuota()),
              String.valueOf(usage.getSpaceConsumed()),
              String.valueOf(Math.max(0, usage.getTypeQuota(StorageType.DISK))),
              String.valueOf(Math.max(0, usage.getTypeQuota(StorageType.SSD)))));
      // What it keeps of types it does not correct when policies change: it is counted anew.
      QuotaCounts counted =
          directory.computeQuotaUsage(
              BlockStoragePolicySuite.createDefaultSuite(),
              directory.getStoragePolicyID(),
              false,
              Snapshot.CURRENT_STATE_ID);
      told.put(
          name + " quota used by type",
          counted.getTypeSpaces().get(StorageType.DISK)
              + " "
              + counted.getTypeSpaces().get(StorageType.SSD));
    }
  }

  /**
   * As a NameNode loads it, a directory that limits types alone has the greatest number of names.
   */
  private static long limit(long names) {
    return names == Long.MAX_VALUE ? -1 : names;
  }

  /** All that Warren tells of its tree. */
  static Map<String, String> of(Namespace namespace) {
    Map<String, String> told = new TreeMap<>();
    tell(namespace, FsPath.ROOT, told);
    return told;
  }

  private static void tell(Namespace namespace, FsPath path, Map<String, String> told) {
    EntryStatus entry = namespace.run(new GetStatus(path), ROOT).orElseThrow();
    Inode inode = entry.inode();
    String name = path.toString();
    told.put(
        name,
        String.join(
            " ",
            String.valueOf(inode.id()),
            inode.isDirectory() ? "directory" : inode.isSymlink() ? "symlink" : "file",
            entry.owner(),
            entry.group(),
            String.valueOf(inode.mode()),
            String.valueOf(inode.mtimeMs()),
            String.valueOf(inode.atimeMs()),
            String.valueOf(inode.isSymlink() ? 0 : entry.policies().storage()),
            String.valueOf(inode.replication()),
            String.valueOf(inode.blockSizeBytes()),
            String.valueOf(entry.policies().erasureCoding())));
    if (inode.isSymlink()) {
      told.put(name + " to", String.valueOf(inode.symlinkTarget()));
      return;
    }
    tellAttributes(namespace, path, told);
    if (inode.isFile()) {
      tellFile(namespace, inode, name, told);
      return;
    }
    tellQuota(namespace, inode, name, told);
    for (Inode child : children(namespace, inode)) {
      tell(namespace, path.child(child.name()), told);
    }
  }

  /** ACL and extended attributes of a path of Warren. */
  static void tellAttributes(Namespace namespace, FsPath path, Map<String, String> told) {
    String name = path.toString();
    told.put(name + " acl", namespace.run(new GetAcl(path), ROOT).beyondMode().toString());
    Map<String, String> xattrs =
        namespace.run(new GetXattrs(path, List.of(), false), ROOT).stream()
            .collect(
                Collectors.toMap(
                    x -> x.name().toString(), x -> text(x.value()), (a, b) -> a, TreeMap::new));
    told.put(name + " xattrs", xattrs.toString());
  }

  private static List<Inode> children(Namespace namespace, Inode directory) {
    return namespace
        .runner()
        .run(
            TxOptions.read("children"),
            tx ->
                Scans.all(
                    tx,
                    Scan.index(
                        Tables.INODES, Tables.INODES_BY_PARENT, Scan.LIMIT_MAX, directory.id())))
        .stream()
        .filter(child -> !child.isRoot())
        .toList();
  }

  private static void tellFile(
      Namespace namespace, Inode file, String name, Map<String, String> told) {
    List<Block> blocks =
        namespace
            .runner()
            .run(
                TxOptions.read("blocks"),
                tx -> Scans.all(tx, Scan.prefix(Tables.BLOCKS, Scan.LIMIT_MAX, file.id())));
    List<Block> ordered = new ArrayList<>(blocks);
    ordered.sort(Comparator.comparingInt(Block::index));
    told.put(
        name + " blocks",
        ordered.stream()
            .map(b -> b.blockId() + "_" + b.generationStamp() + ":" + b.lengthBytes())
            .toList()
            .toString());
    told.put(name + " writer", Optional.ofNullable(file.leaseHolder()).orElse("nobody"));
    long sum = ordered.stream().mapToLong(Block::lengthBytes).sum();
    if (sum != file.sizeBytes()) {
      told.put(name + " size", file.sizeBytes() + " is not the sum of its blocks " + sum);
    }
  }

  private static void tellQuota(
      Namespace namespace, Inode directory, String name, Map<String, String> told) {
    if (!directory.hasQuota()) {
      return;
    }
    QuotaDirectory quota =
        namespace.runner().run(TxOptions.read("quota"), tx -> used(tx, directory.id()));
    told.put(
        name + " quota",
        String.join(
            " ",
            String.valueOf(quota.namespaceQuota()),
            String.valueOf(quota.namespaceUsed()),
            String.valueOf(quota.spaceQuotaBytes()),
            String.valueOf(quota.spaceUsedBytes()),
            String.valueOf(quota.typeQuotas().diskBytes()),
            String.valueOf(quota.typeQuotas().ssdBytes())));
    told.put(
        name + " quota used by type",
        quota.typeUsed().diskBytes() + " " + quota.typeUsed().ssdBytes());
  }

  private static QuotaDirectory used(io.warren.store.Tx tx, long directoryId) {
    QuotaDirectory quota =
        java.util.Objects.requireNonNull(
            tx.get(Tables.QUOTA_DIRECTORIES, directoryId, LockMode.READ_COMMITTED));
    for (QuotaUpdate update :
        Scans.all(tx, Scan.prefix(Tables.QUOTA_UPDATES, Scan.LIMIT_MAX, directoryId))) {
      quota = QuotaApplier.applied(quota, update);
    }
    return quota;
  }

  private static String text(byte[] value) {
    return new String(value, StandardCharsets.UTF_8);
  }
}
