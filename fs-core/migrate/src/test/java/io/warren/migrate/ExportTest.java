package io.warren.migrate;

import static io.warren.namespace.file.FileFixture.BLOCK_BYTES;
import static io.warren.namespace.file.FileFixture.ROOT;
import static io.warren.namespace.file.FileFixture.SETTINGS;
import static io.warren.namespace.file.FileFixture.path;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.warren.blocks.FileSystemFormat;
import io.warren.blocks.FileSystemIdentity;
import io.warren.migrate.image.ImageVersion;
import io.warren.model.Block;
import io.warren.model.BlockIds;
import io.warren.model.DelegationToken;
import io.warren.model.ErasureCodingPolicy;
import io.warren.model.Inode;
import io.warren.model.InodeKind;
import io.warren.model.QuotaType;
import io.warren.namespace.CreateMode;
import io.warren.namespace.FsPath;
import io.warren.namespace.IdKind;
import io.warren.namespace.Operation;
import io.warren.namespace.acl.AclChange;
import io.warren.namespace.acl.SetAcl;
import io.warren.namespace.file.AddBlock;
import io.warren.namespace.file.BlockRef;
import io.warren.namespace.file.CompleteInDatabase;
import io.warren.namespace.file.Create;
import io.warren.namespace.file.FileBlock;
import io.warren.namespace.file.FileContents;
import io.warren.namespace.file.FileFixture;
import io.warren.namespace.file.Truncate;
import io.warren.namespace.operation.Delete;
import io.warren.namespace.operation.GetStatus;
import io.warren.namespace.operation.Mkdirs;
import io.warren.namespace.operation.Rename;
import io.warren.namespace.operation.SetOwner;
import io.warren.namespace.operation.SetPermission;
import io.warren.namespace.operation.SetTimes;
import io.warren.namespace.policy.AddErasureCodings;
import io.warren.namespace.policy.ChangeErasureCoding;
import io.warren.namespace.policy.SetErasureCoding;
import io.warren.namespace.policy.SetStoragePolicy;
import io.warren.namespace.quota.QuotaLimit;
import io.warren.namespace.quota.SetQuota;
import io.warren.namespace.rights.Access;
import io.warren.namespace.rights.AclEntry;
import io.warren.namespace.snapshot.CreateSnapshot;
import io.warren.namespace.snapshot.SetSnapshottable;
import io.warren.namespace.xattr.SetXattr;
import io.warren.namespace.xattr.Xattr;
import io.warren.namespace.xattr.XattrLimits;
import io.warren.namespace.xattr.XattrName;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicyInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.SafeModeAction;
import org.apache.hadoop.hdfs.protocol.SnapshottableDirectoryStatus;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockIdManager;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stock NameNode that loads an export tells of it what Warren tells. */
class ExportTest {
  /** More than are read at once. */
  private static final int WIDE = 2_300;

  private static final int DEEP = 60;
  private static final String CODED = "RS-6-3-1024k";
  private static final List<String> ODD_NAMES =
      List.of("a", "aé", "ab", "z", "ÿ", "\u4e2d\u6587", "\ud83d\udc07 100% _x", "~");

  @TempDir private Path folder = Path.of("");

  private static void fill(FileFixture files) {
    for (String each : List.of("/limited/by/type", "/open", "/gone/below", "/coded", "/small")) {
      as(files, new Mkdirs(path(each), 0755, true));
    }
    FsPath deep = path("/deep");
    for (int level = 0; level < DEEP; level++) {
      deep = path(deep + "/level" + level);
    }
    as(files, new Mkdirs(deep, 0700, true));
    as(files, new Mkdirs(path("/wide"), 0777, true));
    for (int i = 0; i < WIDE; i++) {
      as(files, new Mkdirs(path("/wide/n" + i), 0755, true));
    }
    for (String name : ODD_NAMES) {
      as(files, new Mkdirs(path("/wide/" + name), 01777, true));
    }
    as(files, new Mkdirs(path("/files"), 0777, true));
    files.write("/files/empty", "w");
    files.write("/files/one", "w", 17);
    files.write("/files/three", "w", BLOCK_BYTES, BLOCK_BYTES, 5);
    as(files, new SetOwner(path("/files/one"), "ann", "staff"));
    as(files, new SetTimes(path("/files/one"), 1_234_567_890_123L, 1_234_567_891_234L));
    as(files, new SetStoragePolicy(path("/files/three"), 12, Set.of()));
    fillLimited(files);
    fillAttributes(files);
    fillOpen(files);
    fillCoded(files);
    as(files, new Delete(path("/gone"), true));
  }

  private static <R> void as(FileFixture files, Operation<R> operation) {
    files.first.run(operation, files.call(ROOT));
  }

  private static void fillLimited(FileFixture files) {
    as(files, new Mkdirs(path("/limited/by"), 0777, true));
    as(
        files,
        new SetQuota(
            path("/limited"),
            QuotaLimit.of(100),
            QuotaLimit.of(1L << 40),
            Map.of(QuotaType.SSD, QuotaLimit.of(1L << 30)),
            false));
    as(files, new SetQuota(path("/limited/by"), QuotaLimit.KEEP, QuotaLimit.of(BLOCK_BYTES * 30)));
    as(files, new SetStoragePolicy(path("/limited/by/type"), 7, Set.of()));
    as(files, new SetAcl(path("/limited/by/type"), new AclChange.Modify(entries())));
    files.first.run(
        new Create(
            path("/limited/by/type/f"),
            CreateMode.of(0640),
            "w",
            "here",
            false,
            true,
            2,
            BLOCK_BYTES,
            0,
            false,
            null,
            SETTINGS),
        ROOT);
  }

  private static List<AclEntry> entries() {
    List<AclEntry> entries = new ArrayList<>();
    for (AclEntry.Scope scope : AclEntry.Scope.values()) {
      entries.add(new AclEntry(scope, AclEntry.Type.USER, "ann", Access.ofBits(5)));
      entries.add(new AclEntry(scope, AclEntry.Type.GROUP, "staff", Access.ofBits(7)));
    }
    return entries;
  }

  private static void fillAttributes(FileFixture files) {
    byte[] longValue = new byte[12_000];
    Arrays.fill(longValue, (byte) 'v');
    for (Xattr xattr :
        List.of(
            new Xattr(new XattrName(XattrName.Namespace.USER, "long"), longValue),
            new Xattr(new XattrName(XattrName.Namespace.USER, "empty"), new byte[0]),
            new Xattr(new XattrName(XattrName.Namespace.TRUSTED, "t"), new byte[] {'1'}))) {
      as(files, new SetXattr(path("/files/one"), xattr, true, true, XattrLimits.DEFAULT));
      as(files, new SetXattr(path("/"), xattr, true, true, XattrLimits.DEFAULT));
    }
    as(files, new SetAcl(path("/files/three"), new AclChange.Modify(entries().subList(0, 2))));
    as(files, new SetAcl(path("/wide"), new AclChange.Modify(entries().subList(2, 4))));
  }

  private static void fillOpen(FileFixture files) {
    as(files, new Mkdirs(path("/open"), 0777, true));
    as(files, new SetPermission(path("/open"), 0777));
    files.open("/open/written", "writer");
    FileBlock first = files.add("/open/written", "writer", null);
    files.received(first.block(), 1, BLOCK_BYTES);
    files.add("/open/written", "writer", FileFixture.written(first, BLOCK_BYTES));
    files.open("/open/nothing", "other");
  }

  private static void fillCoded(FileFixture files) {
    as(
        files,
        new AddErasureCodings(
            List.of(
                new ErasureCodingPolicy(
                    0, "RS-4-2-1024k", "rs", 4, 2, 1 << 20, ErasureCodingPolicy.State.DISABLED))));
    as(files, new ChangeErasureCoding("XOR-2-1-1024k", ErasureCodingPolicy.State.ENABLED));
    as(files, new Mkdirs(path("/coded/not"), 0777, true));
    as(files, new SetErasureCoding(path("/coded"), CODED));
    as(files, new SetErasureCoding(path("/coded/not"), "replication"));
    as(files, new SetPermission(path("/coded"), 0777));
    files.open("/coded/f", "w");
    List<Integer> storages = IntStream.rangeClosed(1, 9).boxed().toList();
    FileBlock group = files.run(new AddBlock(path("/coded/f"), 0, "w", null, storages, SETTINGS));
    Block unit =
        new Block(
            group.block().inodeId(),
            group.block().blockId(),
            0,
            group.block().generationStamp(),
            0,
            group.block().state(),
            0);
    files.received(unit, 1, 7);
    BlockRef last = FileFixture.written(group, 7);
    assertThat(files.complete("/coded/f", "w", last)).isTrue();
  }

  /** What no image can hold, each in a directory of its own. */
  private static void fillWhatIsLeftOut(FileFixture files) {
    as(files, new SetPermission(path("/small"), 0777));
    as(files, new SetStoragePolicy(path("/small"), FileContents.POLICY, Set.of()));
    for (int i = 0; i < 30; i++) {
      String small = "/small/f" + i;
      files.open(small, "w");
      as(
          files,
          new CompleteInDatabase(
              path(small), 0, "w", new byte[100], SETTINGS.withSmallFiles(1 << 10)));
    }
    as(files, new SetSnapshottable(path("/small"), true));
    as(files, new CreateSnapshot(path("/small"), "kept"));
    as(files, new Delete(path("/small/f0"), false));
    files.clock.advance(1_000);
    as(files, new SetTimes(path("/small"), 5, 7));
    as(files, new CreateSnapshot(path("/small"), "later"));
    as(files, new Mkdirs(path("/cut/link"), 0777, true));
    as(files, new SetPermission(path("/cut"), 0777));
    files.plain.run(TxOptions.write("link"), tx -> link(tx, "/cut/link", files));
    files.write("/cut/in-place", "w", BLOCK_BYTES);
    as(files, new Truncate(path("/cut/in-place"), 9, "w", SETTINGS));
    files.write("/cut/held", "w", BLOCK_BYTES);
    files.write("/cut/copied", "w", BLOCK_BYTES);
    as(files, new SetSnapshottable(path("/cut"), true));
    as(files, new CreateSnapshot(path("/cut"), "before"));
    as(files, new Delete(path("/cut/held"), false));
    as(files, new Rename(path("/cut/link"), path("/cut/moved"), Rename.Rules.NO_OVERWRITE));
    as(files, new Truncate(path("/cut/copied"), 9, "w", SETTINGS));
    files.write("/small/longer", "w", 5);
    Inode longer =
        files.first.run(new GetStatus(path("/small/longer")), ROOT).orElseThrow().inode();
    files.plain.run(
        TxOptions.write("leave_out"),
        tx -> {
          tx.update(Tables.INODES, longer.toBuilder().sizeBytes(9).build());
          tx.insert(Tables.DELEGATION_TOKENS, new DelegationToken(1, new byte[] {1}, 1));
          return true;
        });
  }

  @Test
  void everythingIsToldAsBefore() throws Exception {
    Path store = folder.resolve("store");
    Path names = folder.resolve("names");
    Map<String, String> ours;
    FileSystemIdentity identity;
    long[] next;
    try (FileFixture files = new FileFixture(store)) {
      fill(files);
      ours = SameTree.of(files.first);
      identity = FileSystemFormat.loadOrCreate(files.plain, Clock.systemUTC());
      next =
          new long[] {
            files.first.ids().next(IdKind.INODE),
            files.first.ids().next(IdKind.BLOCK),
            files.first.ids().next(IdKind.GENERATION_STAMP)
          };
    }
    assertThat(Stores.export(store, names)).isZero();
    assertThat(Path.of(names + ".left-out")).isEmptyFile();
    try (StockFileSystem stock = StockFileSystem.loading(names, folder)) {
      assertThat(ours).hasSizeGreaterThan(3 * WIDE);
      assertThat(SameTree.differences(ours, SameTree.of(stock))).isEmpty();
      requireIdentity(names.resolve("current/VERSION"), identity);
      requireNumbers(stock.namesystem(), next);
      assertThat(stock.files().listOpenFiles().hasNext()).isTrue();
      assertThat(codings(stock)).contains(CODED + " ENABLED", "XOR-2-1-1024k ENABLED");
      assertThat(codings(stock)).contains("RS-4-2-1024k DISABLED");
      assertThat(stock.files().getErasureCodingPolicy(hadoop("/coded/not"))).isNull();
      // Without its own number a name in the middle of the list would not be found.
      for (String name : ODD_NAMES) {
        assertThat(stock.files().exists(hadoop("/wide/" + name))).as(name).isTrue();
      }
    }
  }

  private static org.apache.hadoop.fs.Path hadoop(String text) {
    return new org.apache.hadoop.fs.Path(text);
  }

  private static Set<String> codings(StockFileSystem stock) throws IOException {
    Set<String> told = new TreeSet<>();
    for (ErasureCodingPolicyInfo each : stock.files().getAllErasureCodingPolicies()) {
      told.add(each.getPolicy().getName() + " " + each.getState());
    }
    return told;
  }

  private static void requireIdentity(Path file, FileSystemIdentity identity) throws IOException {
    ImageVersion version = ImageVersion.read(file);
    assertThat(version.namespaceId()).isEqualTo(identity.namespaceId());
    assertThat(version.clusterId()).isEqualTo(identity.clusterId());
    assertThat(version.blockPoolId()).isEqualTo(identity.blockPoolId());
    assertThat(version.createdAtMs()).isEqualTo(identity.createdAtMs());
  }

  /** What the NameNode gives next, nobody has been given. */
  private static void requireNumbers(FSNamesystem names, long[] next) {
    BlockIdManager blocks = names.getBlockManager().getBlockIdManager();
    assertThat(names.getFSDirectory().getLastInodeId()).isGreaterThanOrEqualTo(next[0]);
    assertThat(blocks.getLastAllocatedContiguousBlockId()).isGreaterThanOrEqualTo(next[1]);
    assertThat(blocks.getGenerationStamp()).isGreaterThanOrEqualTo(next[2]);
    assertThat(blocks.getLastAllocatedStripedBlockId())
        .isGreaterThanOrEqualTo(BlockIds.group(1, 1));
  }

  /** Links come from an HDFS alone: a directory becomes one. */
  private static boolean link(Tx tx, String at, FileFixture files) {
    Inode made = files.first.run(new GetStatus(path(at)), ROOT).orElseThrow().inode();
    tx.update(
        Tables.INODES,
        made.toBuilder().kind(InodeKind.SYMLINK).mode(0777).symlinkTarget("/files/one").build());
    return true;
  }

  @Test
  void whatNoImageCanHoldIsNamedAndTheRestIsWhole() throws Exception {
    Path store = folder.resolve("store");
    Path names = folder.resolve("names");
    Map<String, String> ours;
    try (FileFixture files = new FileFixture(store)) {
      fill(files);
      fillWhatIsLeftOut(files);
      ours = SameTree.of(files.first);
    }
    assertThat(Stores.export(store, names)).isEqualTo(ExportImage.EXIT_LEFT_OUT);
    ObjectMapper mapper = new ObjectMapper();
    JsonNode leftOut = mapper.readTree(Files.readString(Path.of(names + ".json"))).path("left_out");
    assertThat(leftOut.path("small files").path("count").asInt()).isEqualTo(30);
    assertThat(leftOut.path("small files").path("examples")).hasSize(20);
    assertThat(leftOut.path("truncations").path("examples").get(0).asText())
        .isEqualTo("/cut/in-place");
    assertThat(leftOut.path("storage policies").path("examples").get(0).asText())
        .isEqualTo("/small");
    assertThat(leftOut.path("delegation tokens").path("count").asInt()).isEqualTo(1);
    assertThat(leftOut.path("access times of directories").path("count").asInt()).isEqualTo(2);
    assertThat(leftOut.path("times of directories in their own snapshots").path("examples"))
        .extracting(JsonNode::asText)
        .containsExactly("/small/.snapshot/later");
    assertThat(leftOut.path("former symbolic links").path("examples"))
        .extracting(JsonNode::asText)
        .containsExactly("/cut/.snapshot/before/link");
    assertThat(leftOut.path("lengths of files").path("examples").get(0).asText())
        .isEqualTo("/small/longer");
    assertThat(leftOut.path("copies of blocks").path("examples").get(0).asText())
        .isEqualTo("/cut/copied");
    assertThat(StreamSupport.stream(leftOut.spliterator(), false)).hasSize(9);
    Set<String> listed = new TreeSet<>();
    for (String line : Files.readAllLines(Path.of(names + ".left-out"))) {
      assertThat(mapper.readTree(line).path("reason").asText()).isNotBlank();
      listed.add(mapper.readTree(line).path("path").asText());
    }
    assertThat(listed).hasSize(37).contains("/small/f7", "/small/.snapshot/kept/f0");
    ours.keySet().removeIf(key -> key.startsWith("/small") || key.startsWith("/cut/held"));
    try (StockFileSystem stock = StockFileSystem.loading(names, folder)) {
      Map<String, String> theirs = SameTree.of(stock);
      assertThat(stock.files().listStatus(hadoop("/small"))).hasSize(1);
      theirs.keySet().removeIf(key -> key.startsWith("/small"));
      assertThat(SameTree.differences(ours, theirs)).isEmpty();
      assertThat(stock.files().getSnapshottableDirListing())
          .extracting(SnapshottableDirectoryStatus::getFullPath)
          .containsExactly(hadoop("/cut"), hadoop("/small"));
      assertThat(stock.files().getFileLinkStatus(hadoop("/cut/.snapshot/before/link")).isSymlink())
          .isTrue();
      stock.files().setSafeMode(SafeModeAction.SAFEMODE_LEAVE);
      assertThat(stock.files().delete(hadoop("/cut/moved"), false)).isTrue();
      assertThat(stock.files().listStatus(hadoop("/small/.snapshot/kept"))).isEmpty();
      assertThat(stock.files().getFileStatus(hadoop("/cut/.snapshot/before/held")).getLen())
          .isEqualTo(BLOCK_BYTES);
      assertThat(stock.files().getFileStatus(hadoop("/cut/.snapshot/before/copied")).getLen())
          .isEqualTo(BLOCK_BYTES);
      stock.files().getContentSummary(hadoop("/"));
    }
  }
}
