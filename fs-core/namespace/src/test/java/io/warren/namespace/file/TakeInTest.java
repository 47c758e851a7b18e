package io.warren.namespace.file;

import static io.warren.namespace.file.FileFixture.BLOCK_BYTES;
import static io.warren.namespace.file.FileFixture.ROOT;
import static io.warren.namespace.file.FileFixture.path;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.warren.model.Block;
import io.warren.model.Inode;
import io.warren.model.InodeKind;
import io.warren.model.NamespaceException;
import io.warren.namespace.FileSettings;
import io.warren.namespace.operation.Mkdirs;
import io.warren.namespace.policy.SetStoragePolicy;
import io.warren.namespace.quota.GetQuotaUsage;
import io.warren.namespace.snapshot.CreateSnapshot;
import io.warren.namespace.snapshot.SetSnapshottable;
import io.warren.namespace.walk.FindInTree;
import io.warren.store.schema.Tables;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of blocks whose bytes go into the database. */
class TakeInTest {
  private static final FileSettings SMALL =
      FileFixture.SETTINGS.withSmallFiles(FileContents.MAX_BYTES);

  private FileFixture files;

  @BeforeEach
  void start(@TempDir Path folder) {
    files = new FileFixture(folder);
    files.run(new Mkdirs(path("/d"), 0777, true));
    files.first.run(new SetStoragePolicy(path("/d"), FileContents.POLICY, Set.of()), ROOT);
  }

  @AfterEach
  void stop() {
    files.close();
  }

  private static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private Inode inode(String path) {
    return files.read(path).status().inode();
  }

  private BlockRef blockOf(String path) {
    Block block = files.read(path).blocks().get(0).block();
    return new BlockRef(block.blockId(), block.generationStamp(), block.lengthBytes());
  }

  private boolean takeIn(String path, BlockRef block, byte[] bytes) {
    return files.first.run(new TakeIn(inode(path).id(), block, bytes, SMALL), ROOT);
  }

  private void assertRefused(String path, BlockRef block, byte[] bytes) {
    Inode before = inode(path);
    assertThat(takeIn(path, block, bytes)).isFalse();
    assertThat(inode(path)).isEqualTo(before);
    assertThat(files.rows(Tables.INVALIDATED_BLOCKS)).isEmpty();
    assertThat(files.rows(Tables.FILE_CONTENTS_8K)).isEmpty();
  }

  @Test
  void theBytesBecomeRowsAndTheBlockIsFreed() {
    files.write("/d/f", "w", 20_000);
    Inode before = inode("/d/f");
    BlockRef block = blockOf("/d/f");
    var quota = files.first.run(new GetQuotaUsage(path("/d")), ROOT);
    final int changes = files.changes(before.id()).size();
    files.clock.advance(5_000);
    assertThat(takeIn("/d/f", block, bytes(20_000))).isTrue();
    OpenedFile opened = files.read("/d/f");
    assertThat(Objects.requireNonNull(opened.contents()).bytes()).isEqualTo(bytes(20_000));
    Inode after = opened.status().inode();
    assertThat(after.inDatabase()).isTrue();
    assertThat(after.mtimeMs()).isEqualTo(before.mtimeMs());
    assertThat(after.atimeMs()).isEqualTo(before.atimeMs());
    assertThat(after.sizeBytes()).isEqualTo(20_000);
    assertThat(files.first.run(new GetQuotaUsage(path("/d")), ROOT)).isEqualTo(quota);
    assertThat(files.rows(Tables.BLOCKS)).isEmpty();
    assertThat(files.rows(Tables.BLOCK_LOOKUP)).isEmpty();
    assertThat(files.rows(Tables.REPLICAS)).isEmpty();
    assertThat(files.rows(Tables.INVALIDATED_BLOCKS))
        .anySatisfy(row -> assertThat(row.blockId()).isEqualTo(block.blockId()));
    assertThat(files.changes(after.id())).hasSize(changes + 1);
    assertThat(takeIn("/d/f", block, bytes(20_000))).isFalse();
  }

  @Test
  void aRepeatedCloseIsStillAnswered() {
    files.write("/d/f", "w", 500);
    BlockRef block = blockOf("/d/f");
    takeIn("/d/f", block, bytes(500));
    assertThat(files.complete("/d/f", "w", block)).isTrue();
    BlockRef other = new BlockRef(block.blockId(), block.generationStamp(), 501);
    assertThatThrownBy(() -> files.complete("/d/f", "w", other))
        .isInstanceOf(NamespaceException.class);
  }

  @Test
  void closingTellsWhichFilesMayGoIn() {
    for (String name : List.of("/d/small", "/elsewhere")) {
      files.open(name, "w");
      FileBlock added = files.add(name, "w", null);
      files.received(added.block(), 1, 100);
      Complete complete = new Complete(path(name), 0, "w", FileFixture.written(added, 100), SMALL);
      Complete.Outcome closed = files.run(new Complete.Telling(complete));
      assertThat(closed.closed()).isTrue();
      assertThat(closed.mayGoInId()).isEqualTo(name.startsWith("/d/") ? inode(name).id() : 0);
      assertThat(files.run(new Complete.Telling(complete)).mayGoInId()).isZero();
    }
  }

  @Test
  void whatIsNotAsItWasReadStays() {
    files.write("/d/f", "w", 9_000);
    BlockRef block = blockOf("/d/f");
    assertRefused("/d/f", block, bytes(8_999));
    assertRefused(
        "/d/f", new BlockRef(block.blockId() + 1, block.generationStamp(), 9_000), bytes(9_000));
    assertRefused(
        "/d/f", new BlockRef(block.blockId(), block.generationStamp() - 1, 9_000), bytes(9_000));
    files.run(new Append(path("/d/f"), "v", "", false, SMALL));
    assertRefused("/d/f", block, bytes(9_000));
  }

  @Test
  void whatMayNotBeThereStays() {
    files.write("/elsewhere", "w", 9_000);
    assertRefused("/elsewhere", blockOf("/elsewhere"), bytes(9_000));
    files.write("/d/two", "w", BLOCK_BYTES, 5);
    assertRefused("/d/two", blockOf("/d/two"), bytes(5));
    files.write("/d/f", "w", 9_000);
    TakeIn off =
        new TakeIn(inode("/d/f").id(), blockOf("/d/f"), bytes(9_000), FileFixture.SETTINGS);
    assertThat(files.first.run(off, ROOT)).isFalse();
    assertThatThrownBy(
            () -> files.run(new TakeIn(inode("/d/f").id(), blockOf("/d/f"), bytes(9_000), SMALL)))
        .isInstanceOf(NamespaceException.class);
    assertThat(files.first.run(new TakeIn(99, blockOf("/d/f"), bytes(9), SMALL), ROOT)).isFalse();
  }

  @Test
  void whatASnapshotHoldsStays() {
    files.write("/d/f", "w", 9_000);
    files.first.run(new SetSnapshottable(path("/d"), true), ROOT);
    files.first.run(new CreateSnapshot(path("/d"), "s", 10), ROOT);
    assertRefused("/d/f", blockOf("/d/f"), bytes(9_000));
  }

  @Test
  void rowsOfAFileNeverShareAVersion() {
    files.write("/d/f", "w", 9_000);
    BlockRef block = blockOf("/d/f");
    assertThat(takeIn("/d/f", block, bytes(9_000))).isTrue();
    assertThat(files.rows(Tables.FILE_CONTENTS_8K).get(0).version())
        .isEqualTo((int) block.generationStamp() + 1);
  }

  @Test
  void callsOfOthersTellWhichFilesAreInTheWay() {
    List<String> names = List.of("/d/a", "/d/b", "/d/c");
    for (String name : names) {
      files.write(name, "w", 100);
    }
    takeIn("/d/a", blockOf("/d/a"), bytes(100));
    takeIn("/d/c", blockOf("/d/c"), bytes(100));
    Concat concat = new Concat(path("/d/a"), List.of(path("/d/b"), path("/d/c")));
    var refused = catchThrowableOfType(NamespaceException.class, () -> files.run(concat));
    assertThat(FileContents.inTheWay(refused)).containsExactly(path("/d/a"), path("/d/c"));
    Append append = new Append(path("/d/c"), "v", "", false, SMALL);
    refused = catchThrowableOfType(NamespaceException.class, () -> files.run(append));
    assertThat(FileContents.inTheWay(refused)).containsExactly(path("/d/c"));
    Append none = new Append(path("/d"), "v", "", false, SMALL);
    refused = catchThrowableOfType(NamespaceException.class, () -> files.run(none));
    assertThat(FileContents.inTheWay(refused)).isEmpty();
  }

  @Test
  void theFilesOfATreeAreFoundInPages() {
    files.run(new Mkdirs(path("/d/sub"), 0777, true));
    for (String name : List.of("/d/a", "/d/sub/b", "/d/z")) {
      files.write(name, "w", 100);
    }
    List<String> found = new ArrayList<>();
    String cursor = null;
    do {
      FindInTree.Page page =
          files.first.run(new FindInTree(path("/d"), InodeKind.FILE, cursor, 2), ROOT);
      page.found().forEach(file -> found.add(file.path().toString()));
      page.found().forEach(f -> assertThat(f.policies().storage()).isEqualTo(FileContents.POLICY));
      cursor = page.next();
    } while (cursor != null);
    assertThat(found).containsExactly("/d/a", "/d/sub/b", "/d/z");
    FindInTree one = new FindInTree(path("/d/a"), InodeKind.FILE, null, 10);
    assertThat(files.first.run(one, ROOT).found()).hasSize(1);
  }
}
