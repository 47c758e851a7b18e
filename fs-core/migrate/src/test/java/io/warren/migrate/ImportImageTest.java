package io.warren.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.warren.blocks.FileSystemFormat;
import io.warren.migrate.image.ImageVersion;
import io.warren.model.Block;
import io.warren.model.BlockState;
import io.warren.model.Inode;
import io.warren.model.LeasePathKey;
import io.warren.namespace.CallContext;
import io.warren.namespace.EntryStatus;
import io.warren.namespace.FsPath;
import io.warren.namespace.IdKind;
import io.warren.namespace.Namespace;
import io.warren.namespace.QuotaStatus;
import io.warren.namespace.acl.GetAcl;
import io.warren.namespace.operation.GetListing;
import io.warren.namespace.operation.GetStatus;
import io.warren.namespace.quota.GetQuotaUsage;
import io.warren.namespace.xattr.GetXattrs;
import io.warren.store.LockMode;
import io.warren.store.Scan;
import io.warren.store.Store;
import io.warren.store.TxOptions;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import io.warren.store.schema.Tables;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.QuotaUsage;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a stock NameNode tells of its namespace, Warren tells after the import of its image. */
class ImportImageTest {
  private static final String ODD_NAME = "ärger 100% _x\u4e2d\u6587";
  private static final CallContext ROOT =
      new CallContext("root", List.of("supergroup"), true, "c", CallContext.NO_CALL_ID, "here");

  @TempDir private static Path folder = Path.of("");

  private static final Map<String, HdfsFileStatus> expected = new HashMap<>();
  private static final Map<String, List<Long>> expectedBlocks = new HashMap<>();
  private static final Map<String, QuotaUsage> expectedQuotas = new HashMap<>();
  private static Path image = Path.of("");
  private static String aclText = "";
  private static String writer = "";

  @BeforeAll
  static void aStockFileSystemWithSomeOfEverything() throws Exception {
    try (StockFileSystem stock = new StockFileSystem(folder.resolve("stock"), true)) {
      DistributedFileSystem files = stock.files();
      for (String directory : List.of("/a/b/c/d", "/q/below", "/t", "/" + ODD_NAME)) {
        files.mkdirs(path(directory));
      }
      write(files, "/a/b/c/d/three-blocks", 2_500);
      write(files, "/a/b/empty", 0);
      write(files, "/q/below/one", 1_000);
      write(files, "/" + ODD_NAME + "/" + ODD_NAME, 7);
      files.setPermission(path("/t"), new FsPermission((short) 01777));
      files.setOwner(path("/a/b"), "ann", "staff");
      files.setTimes(path("/a/b/empty"), 1_234_567_890_123L, 1_234_567_891_234L);
      files.setStoragePolicy(path("/q"), "ALL_SSD");
      files.setStoragePolicy(path("/a/b/empty"), "COLD");
      files.setQuota(path("/q"), 100, 1 << 30);
      files.setQuota(path("/a"), 50, -1);
      files.setQuotaByStorageType(path("/q"), StorageType.SSD, 1 << 29);
      files.modifyAclEntries(
          path("/a/b/c"),
          AclEntry.parseAclSpec("user:bob:r-x,default:group:staff:rwx,group::--x", true));
      aclText = files.getAclStatus(path("/a/b/c")).getEntries().toString();
      files.setXAttr(path("/a/b"), "user.team", "blue".getBytes(StandardCharsets.UTF_8));
      files.setXAttr(path("/a/b"), "trusted.empty", new byte[0]);
      files.createSymlink(path("/a/b/empty"), path("/link"), false);
      writeSome(files);
      remember(files, "/");
      image = stock.saveImage();
    }
  }

  private static org.apache.hadoop.fs.Path path(String text) {
    return new org.apache.hadoop.fs.Path(text);
  }

  private static void write(DistributedFileSystem files, String name, int lengthBytes)
      throws IOException {
    try (FSDataOutputStream out = files.create(path(name), true, 4096, (short) 1, 1024)) {
      out.write(new byte[lengthBytes]);
    }
    List<Long> ids = new ArrayList<>();
    for (LocatedBlock block : files.getClient().getLocatedBlocks(name, 0).getLocatedBlocks()) {
      ids.add(block.getBlock().getBlockId());
      ids.add(block.getBlock().getGenerationStamp());
      ids.add(block.getBlockSize());
    }
    expectedBlocks.put(name, ids);
  }

  /** A file that its writer has not closed. */
  private static void writeSome(DistributedFileSystem files) throws IOException {
    FSDataOutputStream out = files.create(path("/t/open"), true, 4096, (short) 1, 1024);
    out.write(new byte[1_500]);
    out.hflush();
    writer = files.getClient().getClientName();
  }

  private static void remember(DistributedFileSystem files, String name) throws IOException {
    HdfsFileStatus status = files.getClient().getFileLinkInfo(name);
    expected.put(name, status);
    if (status.isDirectory()) {
      expectedQuotas.put(name, files.getQuotaUsage(path(name)));
      for (FileStatus child : files.listStatus(path(name))) {
        remember(files, child.getPath().toUri().getPath());
      }
    }
  }

  @AfterAll
  static void forget() {
    expected.clear();
  }

  @Test
  void everythingIsToldAsBefore() throws Exception {
    Path at = folder.resolve("whole");
    Stores.imported(image, at);
    try (Store store = EmbeddedStore.open(at, EmbeddedOptions.withoutSync())) {
      Namespace namespace = Stores.over(store);
      expected.forEach((name, status) -> compare(namespace, name, status));
      expectedBlocks.forEach((name, ids) -> assertThat(blocks(namespace, name)).isEqualTo(ids));
      for (String limited : List.of("/q", "/a")) {
        compareQuota(namespace, limited);
      }
      assertThat(namespace.run(new GetAcl(FsPath.parse("/a/b/c")), ROOT).beyondMode().toString())
          .isEqualTo(aclText);
      assertThat(namespace.run(new GetXattrs(FsPath.parse("/a/b"), List.of(), false), ROOT))
          .extracting(x -> x.name().toString(), x -> new String(x.value(), StandardCharsets.UTF_8))
          .containsExactly(
              org.assertj.core.groups.Tuple.tuple("user.team", "blue"),
              org.assertj.core.groups.Tuple.tuple("trusted.empty", ""));
      compareOpenFile(namespace);
      compareIdentity(namespace);
      assertThat(
              namespace
                  .run(new GetListing(FsPath.parse("/a/b"), null, 100), ROOT)
                  .orElseThrow()
                  .entries())
          .extracting(EntryStatus::localName)
          .containsExactly("c", "empty");
    }
    JsonNode report = new ObjectMapper().readTree(Files.readString(Path.of(at + ".json")));
    assertThat(report.path("image_verified").asBoolean()).isTrue();
    assertThat(report.path("taken").path("files").asLong()).isEqualTo(expectedBlocks.size() + 1);
    assertThat(report.path("taken").path("files open for writing").asLong()).isEqualTo(1);
  }

  private static void compare(Namespace namespace, String name, HdfsFileStatus status) {
    EntryStatus found = namespace.run(new GetStatus(FsPath.parse(name)), ROOT).orElseThrow();
    Inode inode = found.inode();
    assertThat(inode.isDirectory()).as(name).isEqualTo(status.isDirectory());
    assertThat(inode.isSymlink()).as(name).isEqualTo(status.isSymlink());
    assertThat(found.owner()).as(name).isEqualTo(status.getOwner());
    assertThat(found.group()).as(name).isEqualTo(status.getGroup());
    assertThat(inode.mtimeMs()).as(name).isEqualTo(status.getModificationTime());
    assertThat(inode.atimeMs()).as(name).isEqualTo(status.getAccessTime());
    assertThat(found.policies().storage()).as(name).isEqualTo(status.getStoragePolicy());
    if (!status.isSymlink()) {
      assertThat(inode.mode()).as(name).isEqualTo(status.getPermission().toShort());
      assertThat(inode.replication()).as(name).isEqualTo(status.getReplication());
      assertThat(inode.blockSizeBytes()).as(name).isEqualTo(status.getBlockSize());
    }
    if (!name.equals("/")) {
      assertThat(inode.id()).as(name).isEqualTo(status.getFileId());
    }
    if (!name.equals("/t/open")) {
      assertThat(inode.sizeBytes()).as(name).isEqualTo(status.isSymlink() ? 0 : status.getLen());
    }
  }

  private static List<Block> rows(Namespace namespace, long inodeId) {
    return namespace
        .runner()
        .run(TxOptions.read("blocks"), tx -> tx.scan(Scan.prefix(Tables.BLOCKS, 100, inodeId)));
  }

  private static List<Long> blocks(Namespace namespace, String name) {
    long id = namespace.run(new GetStatus(FsPath.parse(name)), ROOT).orElseThrow().inode().id();
    List<Long> ids = new ArrayList<>();
    for (Block block : rows(namespace, id)) {
      ids.addAll(List.of(block.blockId(), block.generationStamp(), block.lengthBytes()));
    }
    return ids;
  }

  private static void compareQuota(Namespace namespace, String name) {
    QuotaStatus ours = namespace.run(new GetQuotaUsage(FsPath.parse(name)), ROOT);
    QuotaUsage stock = Objects.requireNonNull(expectedQuotas.get(name));
    assertThat(ours.namespaceQuota()).isEqualTo(stock.getQuota());
    assertThat(ours.namespaceUsed()).isEqualTo(stock.getFileAndDirectoryCount());
    assertThat(ours.spaceQuotaBytes()).isEqualTo(stock.getSpaceQuota());
    assertThat(ours.spaceUsedBytes()).isEqualTo(stock.getSpaceConsumed());
    assertThat(ours.typeUsed().ssdBytes()).isEqualTo(stock.getTypeConsumed(StorageType.SSD));
    assertThat(ours.typeQuotas().ssdBytes())
        .isEqualTo(Math.max(0, stock.getTypeQuota(StorageType.SSD)));
  }

  private static void compareOpenFile(Namespace namespace) {
    Inode open = namespace.run(new GetStatus(FsPath.parse("/t/open")), ROOT).orElseThrow().inode();
    assertThat(open.leaseHolder()).isEqualTo(writer);
    assertThat(rows(namespace, open.id()))
        .extracting(Block::state)
        .containsExactly(BlockState.COMPLETE, BlockState.UNDER_CONSTRUCTION);
    boolean leased =
        namespace
            .runner()
            .run(
                TxOptions.read("lease"),
                tx ->
                    tx.get(
                            Tables.LEASE_PATHS,
                            new LeasePathKey(writer, open.id()),
                            LockMode.READ_COMMITTED)
                        != null);
    assertThat(leased).isTrue();
  }

  /** New ids do not meet those of the image, and datanodes find the file system that they know. */
  private static void compareIdentity(Namespace namespace) throws IOException {
    long lastBlock =
        expectedBlocks.values().stream()
            .filter(ids -> !ids.isEmpty())
            .mapToLong(ids -> ids.get(ids.size() - 3))
            .max()
            .orElseThrow();
    assertThat(namespace.ids().next(IdKind.BLOCK)).isGreaterThan(lastBlock);
    long lastInode =
        expected.values().stream().mapToLong(HdfsFileStatus::getFileId).max().orElseThrow();
    assertThat(namespace.ids().next(IdKind.INODE)).isGreaterThan(lastInode);
    ImageVersion version = ImageVersion.read(image.resolveSibling("VERSION"));
    assertThat(FileSystemFormat.loadOrCreate(namespace.runner(), Clock.systemUTC()).blockPoolId())
        .isEqualTo(version.blockPoolId());
  }
}
