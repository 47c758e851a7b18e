package io.warren.namespace.file;

import static io.warren.namespace.file.FileFixture.ALICE;
import static io.warren.namespace.file.FileFixture.BLOCK_BYTES;
import static io.warren.namespace.file.FileFixture.ROOT;
import static io.warren.namespace.file.FileFixture.create;
import static io.warren.namespace.file.FileFixture.path;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.warren.model.ContentPart;
import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.namespace.CallContext;
import io.warren.namespace.FileSettings;
import io.warren.namespace.operation.Delete;
import io.warren.namespace.operation.Mkdirs;
import io.warren.namespace.operation.Rename;
import io.warren.namespace.operation.SetReplication;
import io.warren.namespace.policy.SetStoragePolicy;
import io.warren.namespace.quota.ContentSummary;
import io.warren.namespace.quota.GetQuotaUsage;
import io.warren.namespace.quota.QuotaLimit;
import io.warren.namespace.quota.SetQuota;
import io.warren.namespace.recovery.CommitBlockSynchronization;
import io.warren.namespace.snapshot.CreateSnapshot;
import io.warren.namespace.snapshot.DeleteSnapshot;
import io.warren.namespace.snapshot.SetSnapshottable;
import io.warren.namespace.upkeep.Housekeeping;
import io.warren.store.schema.Table;
import io.warren.store.schema.Tables;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files whose bytes are rows of the database, from their first close to their last row. */
class SmallFileTest {
  private static final FileSettings SMALL =
      FileFixture.SETTINGS.withSmallFiles(FileContents.MAX_BYTES);
  private static final int REPLICATION = 3;

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

  private Boolean complete(String path, String holder, byte[] bytes) {
    return files.run(new CompleteInDatabase(path(path), 0, holder, bytes, SMALL));
  }

  private void write(String path, byte[] bytes) {
    files.open(path, "w");
    assertThat(complete(path, "w", bytes)).isTrue();
  }

  private AppendInDatabase.Answer append(String path) {
    return files.run(new AppendInDatabase(path(path), "w", "", SMALL));
  }

  private byte[] contents(String path) {
    OpenedFile opened = files.read(path);
    assertThat(opened.blocks()).isEmpty();
    byte[] contents = Objects.requireNonNull(opened.contents()).bytes();
    assertThat(opened.settledLengthBytes()).isEqualTo(contents.length);
    return contents;
  }

  private List<ContentPart> parts() {
    List<ContentPart> parts = new ArrayList<>();
    for (Table<?, ?> table : Tables.ALL) {
      if (table.contents()) {
        files.rows(table).forEach(row -> parts.add((ContentPart) row));
      }
    }
    return parts;
  }

  private static void assertRefused(Code code, ThrowingCallable call) {
    assertThat(catchThrowableOfType(NamespaceException.class, call))
        .extracting(NamespaceException::code)
        .isEqualTo(code);
  }

  private Inode inode(String path) {
    return files.read(path).status().inode();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 1024, 1025, 2048, 2049, 4097, 8192, 8193, 9216, 20_000, 65_535, 65_536})
  void bytesOfEveryLengthComeBack(int length) {
    write("/d/f", bytes(length));
    assertThat(contents("/d/f")).isEqualTo(bytes(length));
    Inode file = inode("/d/f");
    assertThat(file.isUnderConstruction()).isFalse();
    assertThat(file.sizeBytes()).isEqualTo(length);
    assertThat(files.rows(Tables.BLOCKS)).isEmpty();
    assertThat(files.rows(Tables.LEASE_PATHS)).isEmpty();
    assertThat(files.run(new Delete(path("/d/f"), false))).isTrue();
    assertThat(parts()).isEmpty();
  }

  @Test
  void anEmptyFileHasNoRows() {
    write("/d/f", bytes(0));
    assertThat(inode("/d/f").inDatabase()).isFalse();
    assertThat(parts()).isEmpty();
    assertThat(complete("/d/f", "w", bytes(0))).isTrue();
  }

  @Test
  void whereTheyMayNotStayTheFileStaysOpen() {
    files.open("/elsewhere", "w");
    assertThat(complete("/elsewhere", "w", bytes(1))).isFalse();
    files.open("/d/long", "w");
    assertThat(complete("/d/long", "w", bytes(FileContents.MAX_BYTES + 1))).isFalse();
    CompleteInDatabase off =
        new CompleteInDatabase(path("/d/long"), 0, "w", bytes(1), FileFixture.SETTINGS);
    assertThat(files.run(off)).isFalse();
    files.open("/d/blocks", "w");
    files.add("/d/blocks", "w", null);
    assertThat(complete("/d/blocks", "w", bytes(1))).isFalse();
    assertThat(parts()).isEmpty();
    assertThat(inode("/d/long").isUnderConstruction()).isTrue();
  }

  @Test
  void onlyItsWriterClosesAFile() {
    files.open("/d/f", "w");
    assertRefused(Code.LEASE_EXPIRED, () -> complete("/d/f", "another", bytes(1)));
  }

  @Test
  void aRepeatedCloseIsAnsweredAsTheFirst() {
    write("/d/f", bytes(3000));
    assertThat(complete("/d/f", "w", bytes(3000))).isTrue();
    assertRefused(Code.LEASE_EXPIRED, () -> complete("/d/f", "w", bytes(3001)));
    byte[] others = bytes(3000);
    others[7]++;
    assertRefused(Code.LEASE_EXPIRED, () -> complete("/d/f", "w", others));
  }

  @Test
  void overwritingFreesTheRows() {
    write("/d/f", bytes(20_000));
    files.run(create("/d/f", "v", true));
    assertThat(parts()).isEmpty();
  }

  @Test
  void aDeletedTreeFreesItsRows() {
    for (int i = 0; i < 30; i++) {
      write("/d/sub/f" + i, bytes(65_536 - i));
    }
    assertThat(files.run(new Delete(path("/d/sub"), true))).isTrue();
    assertThat(parts()).isEmpty();
    assertThat(files.rows(Tables.INODES)).hasSize(2);
  }

  @Test
  void renamingKeepsTheBytes() {
    write("/d/f", bytes(5000));
    files.run(new Rename(path("/d/f"), path("/g"), Rename.Rules.LEGACY));
    assertThat(contents("/g")).isEqualTo(bytes(5000));
  }

  @Test
  void appendingAddsToTheRows() {
    write("/d/f", bytes(1000));
    AppendInDatabase.Answer opened = append("/d/f");
    assertThat(opened.bytes()).isEqualTo(bytes(1000));
    assertThat(contents("/d/f")).isEqualTo(bytes(1000));
    byte[] longer = Arrays.copyOf(bytes(1000), 9_000);
    assertThat(complete("/d/f", "w", longer)).isTrue();
    assertThat(contents("/d/f")).isEqualTo(longer);
    assertThat(parts()).hasSize(2).extracting(ContentPart::version).containsOnly(2);
  }

  @Test
  void appendedBytesBeginWithTheOldOnes() {
    write("/d/f", bytes(1000));
    append("/d/f");
    assertRefused(Code.INVALID_ARGUMENT, () -> complete("/d/f", "w", bytes(999)));
    assertRefused(Code.INVALID_ARGUMENT, () -> complete("/d/f", "w", bytes(1001)));
  }

  @Test
  void aRepeatedAppendIsAnsweredAgain() {
    write("/d/f", bytes(1000));
    CallContext call = files.call(ALICE);
    AppendInDatabase append = new AppendInDatabase(path("/d/f"), "w", "", SMALL);
    files.first.run(append, call);
    assertThat(files.second.run(append, call).bytes()).isEqualTo(bytes(1000));
  }

  @Test
  void appendToBlocksIsLeftToTheOrdinaryCall() {
    files.write("/d/f", "w", 10);
    assertRefused(
        Code.UNSUPPORTED, () -> files.run(new AppendInDatabase(path("/d/f"), "w", "", SMALL)));
    write("/d/g", bytes(10));
    assertRefused(
        Code.UNSUPPORTED, () -> files.run(new Append(path("/d/g"), "w", "", false, SMALL)));
  }

  @Test
  void bytesMoveIntoBlocksWhenTheseAreComplete() {
    files.first.run(limit("/d"), ROOT);
    write("/d/f", bytes(1000));
    append("/d/f");
    FileBlock block = files.add("/d/f", "w", null);
    assertThat(contents("/d/f")).isEqualTo(bytes(1000));
    assertThat(used()).isEqualTo((1000 + BLOCK_BYTES) * REPLICATION);
    BlockRef written = FileFixture.written(block, 70_000);
    assertThat(files.complete("/d/f", "w", written)).isFalse();
    assertThat(contents("/d/f")).isEqualTo(bytes(1000));
    files.received(block.block(), 1, 70_000);
    assertThat(files.complete("/d/f", "w", written)).isTrue();
    assertThat(parts()).isEmpty();
    OpenedFile opened = files.read("/d/f");
    assertThat(opened.contents()).isNull();
    assertThat(opened.settledLengthBytes()).isEqualTo(70_000);
    assertThat(used()).isEqualTo(70_000 * REPLICATION);
  }

  @Test
  void blocksThatLackBytesDoNotTakeTheRowsPlace() {
    write("/d/f", bytes(1000));
    append("/d/f");
    FileBlock block = files.add("/d/f", "w", null);
    files.received(block.block(), 1, 999);
    assertRefused(
        Code.INVALID_ARGUMENT, () -> files.complete("/d/f", "w", FileFixture.written(block, 999)));
    assertThat(contents("/d/f")).isEqualTo(bytes(1000));
  }

  @Test
  void theRowsAreTheFileWhenItsWriterDiesWhileItMovesThem() {
    files.first.run(limit("/d"), ROOT);
    write("/d/f", bytes(1000));
    append("/d/f");
    FileBlock block = files.add("/d/f", "w", null);
    files.run(new Fsync(path("/d/f"), 0, "w", 400));
    long id = inode("/d/f").id();
    ReleaseLease.Outcome outcome = files.first.run(new ReleaseLease(id, "w", true, null), ROOT);
    long recoveryId = Objects.requireNonNull(outcome.recovery()).recoveryId();
    files.first.run(
        new CommitBlockSynchronization(
            block.block().blockId(), recoveryId, 400, true, false, List.of(1)),
        ROOT);
    assertThat(contents("/d/f")).isEqualTo(bytes(1000));
    assertThat(inode("/d/f").isUnderConstruction()).isFalse();
    assertThat(files.rows(Tables.BLOCKS)).isEmpty();
    assertThat(used()).isEqualTo(1000 * REPLICATION);
  }

  @Test
  void aWriterThatDiesBeforeAnyBlockLeavesTheFileAsItWas() {
    write("/d/f", bytes(1000));
    append("/d/f");
    long id = inode("/d/f").id();
    assertThat(files.first.run(new ReleaseLease(id, "w", true, null), ROOT).state())
        .isEqualTo(ReleaseLease.State.CLOSED);
    assertThat(contents("/d/f")).isEqualTo(bytes(1000));
  }

  @Test
  void truncatingShortensTheRows() {
    files.first.run(limit("/d"), ROOT);
    write("/d/f", bytes(20_000));
    assertThat(truncate(9_000)).isTrue();
    assertThat(contents("/d/f")).isEqualTo(Arrays.copyOf(bytes(20_000), 9_000));
    assertThat(used()).isEqualTo(9_000 * REPLICATION);
    assertThat(parts()).hasSize(2);
    assertThat(truncate(0)).isTrue();
    assertThat(parts()).isEmpty();
    assertThat(inode("/d/f").inDatabase()).isFalse();
    assertThat(used()).isZero();
  }

  private Boolean truncate(long length) {
    return files.run(new Truncate(path("/d/f"), length, "w", SMALL));
  }

  @Test
  void concatIsRefused() {
    write("/d/f", bytes(10));
    files.write("/d/g", "w", 10);
    Concat onto = new Concat(path("/d/f"), List.of(path("/d/g")));
    assertRefused(Code.UNSUPPORTED, () -> files.run(onto));
    Concat from = new Concat(path("/d/g"), List.of(path("/d/f")));
    assertRefused(Code.UNSUPPORTED, () -> files.run(from));
    assertThat(contents("/d/f")).isEqualTo(bytes(10));
  }

  @Test
  void spaceIsChargedAsIfTheBytesWereInBlocks() {
    files.first.run(limit("/d"), ROOT);
    write("/d/f", bytes(1000));
    assertThat(used()).isEqualTo(1000 * REPLICATION);
    files.run(new SetReplication(path("/d/f"), 2));
    assertThat(used()).isEqualTo(2000);
    assertThat(files.first.run(new ContentSummary(path("/d")), ROOT).spaceConsumedBytes())
        .isEqualTo(2000);
    files.run(new Delete(path("/d/f"), false));
    assertThat(used()).isZero();
    files.first.run(
        new SetQuota(path("/d"), QuotaLimit.KEEP, QuotaLimit.of(1000 * REPLICATION - 1)), ROOT);
    files.open("/d/f", "w");
    assertRefused(Code.SPACE_QUOTA_EXCEEDED, () -> complete("/d/f", "w", bytes(1000)));
    assertThat(parts()).isEmpty();
  }

  private static SetQuota limit(String path) {
    return new SetQuota(path(path), QuotaLimit.KEEP, QuotaLimit.of(100 * BLOCK_BYTES));
  }

  private long used() {
    return files.first.run(new GetQuotaUsage(path("/d")), ROOT).spaceUsedBytes();
  }

  @Test
  void aSnapshotReadsWhatTheFileHad() throws InterruptedException {
    write("/d/f", bytes(1000));
    snapshot("s");
    append("/d/f");
    byte[] longer = Arrays.copyOf(bytes(1000), 9_000);
    complete("/d/f", "w", longer);
    assertThat(contents("/d/.snapshot/s/f")).isEqualTo(bytes(1000));
    assertRefused(Code.UNSUPPORTED, () -> truncate(500));
    snapshot("t");
    files.run(new Delete(path("/d/f"), false));
    assertThat(contents("/d/.snapshot/s/f")).isEqualTo(bytes(1000));
    assertThat(contents("/d/.snapshot/t/f")).isEqualTo(longer);
    files.first.run(new DeleteSnapshot(path("/d"), "s"), ROOT);
    assertThat(contents("/d/.snapshot/t/f")).isEqualTo(longer);
    files.first.run(new DeleteSnapshot(path("/d"), "t"), ROOT);
    awaitNoParts();
  }

  @Test
  void aSnapshotReadsBytesThatMovedIntoBlocks() {
    write("/d/f", bytes(1000));
    snapshot("s");
    append("/d/f");
    FileBlock block = files.add("/d/f", "w", null);
    files.received(block.block(), 1, 70_000);
    assertThat(contents("/d/.snapshot/s/f")).isEqualTo(bytes(1000));
    assertThat(files.complete("/d/f", "w", FileFixture.written(block, 70_000))).isTrue();
    OpenedFile then = files.read("/d/.snapshot/s/f");
    assertThat(then.contents()).isNull();
    assertThat(then.settledLengthBytes()).isEqualTo(1000);
  }

  private void snapshot(String name) {
    files.first.run(new SetSnapshottable(path("/d"), true), ROOT);
    files.first.run(new CreateSnapshot(path("/d"), name), ROOT);
  }

  /** A thread of the namenode frees what the deleted snapshots held; housekeeping does no harm. */
  private void awaitNoParts() throws InterruptedException {
    long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!parts().isEmpty() && System.nanoTime() - deadlineNanos < 0) {
      new Housekeeping(files.first).run(tx -> {});
      Thread.sleep(10);
    }
    assertThat(parts()).isEmpty();
  }

  @Test
  void theListingLocatesFilesWithoutBlocks() {
    write("/d/f", bytes(1000));
    OpenedFile found =
        files.run(new LocateFiles(List.of(files.read("/d/f").status()))).get(0).orElseThrow();
    assertThat(found.isInDatabase()).isTrue();
    assertThat(found.contents()).isNull();
    assertThat(found.settledLengthBytes()).isEqualTo(1000);
  }
}
