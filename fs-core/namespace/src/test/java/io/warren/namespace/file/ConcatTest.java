package io.warren.namespace.file;

import static io.warren.namespace.file.FileFixture.ALICE;
import static io.warren.namespace.file.FileFixture.BLOCK_BYTES;
import static io.warren.namespace.file.FileFixture.BOB;
import static io.warren.namespace.file.FileFixture.ROOT;
import static io.warren.namespace.file.FileFixture.path;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.model.Block;
import io.warren.model.BlockLookup;
import io.warren.model.Change;
import io.warren.model.ChangeOperation;
import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.model.Replica;
import io.warren.namespace.CallContext;
import io.warren.namespace.FsPath;
import io.warren.namespace.operation.GetStatus;
import io.warren.namespace.operation.SetPermission;
import io.warren.namespace.operation.SetReplication;
import io.warren.namespace.quota.GetQuotaUsage;
import io.warren.namespace.quota.QuotaLimit;
import io.warren.namespace.quota.SetQuota;
import io.warren.store.schema.Tables;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConcatTest {
  private static final String A = "client-a";

  private FileFixture files;

  @BeforeEach
  void open(@TempDir Path folder) {
    files = new FileFixture(folder);
  }

  @AfterEach
  void close() {
    files.close();
  }

  private static Concat concat(String target, String... sources) {
    return new Concat(path(target), Arrays.stream(sources).map(FsPath::parse).toList());
  }

  private static void assertRefused(Code code, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            NamespaceException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  private Inode inode(String path) {
    return files.first.run(new GetStatus(path(path)), ROOT).orElseThrow().inode();
  }

  @Test
  void theBlocksFollowInTheOrderOfTheSources() {
    files.write("/d/t", A, BLOCK_BYTES, 5);
    files.write("/d/x", A, 7);
    files.write("/d/y", A, BLOCK_BYTES, 11);
    long target = inode("/d/t").id();
    long x = inode("/d/x").id();
    assertThat(files.run(concat("/d/t", "/d/y", "/d/x"))).isTrue();

    OpenedFile opened = files.read("/d/t");
    assertThat(opened.blocks().stream().map(b -> b.block().lengthBytes()))
        .containsExactly(BLOCK_BYTES, 5L, BLOCK_BYTES, 11L, 7L);
    assertThat(opened.blocks()).allSatisfy(b -> assertThat(b.replicas()).hasSize(1));
    assertThat(opened.status().inode().sizeBytes()).isEqualTo(2 * BLOCK_BYTES + 23);
    assertThat(files.first.run(new GetStatus(path("/d/x")), ROOT)).isEmpty();
    assertThat(files.rows(Tables.BLOCKS)).extracting(Block::inodeId).containsOnly(target);
    assertThat(files.rows(Tables.REPLICAS)).extracting(Replica::inodeId).containsOnly(target);
    assertThat(files.rows(Tables.BLOCK_LOOKUP))
        .extracting(BlockLookup::inodeId)
        .containsOnly(target);
    assertThat(files.rows(Tables.INVALIDATED_BLOCKS)).isEmpty();

    List<Change> told = files.changes(target);
    assertThat(told.get(told.size() - 1).sizeBytes()).isEqualTo(2 * BLOCK_BYTES + 23);
    List<Change> gone = files.changes(x);
    assertThat(gone.get(gone.size() - 1).operation()).isEqualTo(ChangeOperation.DELETE);
  }

  @Test
  void whatStockHdfsRefusesIsRefused() {
    files.write("/d/t", A, 5);
    files.write("/d/x", A, 7);
    files.write("/d/empty", A);
    files.write("/e/x", A, 7);
    files.open("/d/open", A);
    assertRefused(Code.INVALID_ARGUMENT, () -> files.run(concat("/d/t")));
    assertRefused(Code.INVALID_ARGUMENT, () -> files.run(concat("/d/t", "/d/t")));
    assertRefused(Code.INVALID_ARGUMENT, () -> files.run(concat("/d/t", "/d/x", "/d/x")));
    assertRefused(Code.INVALID_ARGUMENT, () -> files.run(concat("/d/t", "/d/empty")));
    assertRefused(Code.INVALID_ARGUMENT, () -> files.run(concat("/d/t", "/e/x")));
    assertRefused(Code.INVALID_ARGUMENT, () -> files.run(concat("/d/t", "/d/open")));
    assertRefused(Code.INVALID_ARGUMENT, () -> files.run(concat("/d/open", "/d/x")));
    assertRefused(Code.NOT_FOUND, () -> files.run(concat("/d/t", "/d/x", "/d/absent")));
    assertRefused(Code.NOT_FOUND, () -> files.run(concat("/d/absent", "/d/x")));
    assertRefused(Code.IS_A_DIRECTORY, () -> files.run(concat("/d", "/d/x")));
    assertRefused(Code.IS_A_DIRECTORY, () -> files.run(concat("/", "/d/x")));
    assertThat(inode("/d/x").sizeBytes()).isEqualTo(7);
    assertThat(inode("/d/t").sizeBytes()).isEqualTo(5);
  }

  @Test
  void itNeedsToWriteTheTargetAndTheDirectoryAndToReadTheSources() {
    files.write("/d/t", A, 5);
    files.write("/d/x", A, 7);
    assertRefused(Code.ACCESS_DENIED, () -> files.first.run(concat("/d/t", "/d/x"), BOB));
    files.run(new SetPermission(path("/d/t"), 0666));
    assertRefused(Code.ACCESS_DENIED, () -> files.first.run(concat("/d/t", "/d/x"), BOB));
    files.run(new SetPermission(path("/d"), 0777));
    files.run(new SetPermission(path("/d/x"), 0600));
    assertRefused(Code.ACCESS_DENIED, () -> files.first.run(concat("/d/t", "/d/x"), BOB));
    files.run(new SetPermission(path("/d/x"), 0644));
    assertThat(files.first.run(concat("/d/t", "/d/x"), BOB)).isTrue();
  }

  @Test
  void quotasFollowTheTargetsReplication() {
    files.write("/d/t", A, 5);
    files.write("/d/x", A, 7);
    files.run(new SetReplication(path("/d/x"), 1));
    files.first.run(
        new SetQuota(path("/d"), QuotaLimit.of(100), QuotaLimit.of(10 * BLOCK_BYTES)), ROOT);
    long before = files.first.run(new GetQuotaUsage(path("/d")), ROOT).spaceUsedBytes();
    assertThat(before).isEqualTo(3 * 5 + 7);
    assertThat(files.run(concat("/d/t", "/d/x"))).isTrue();
    var after = files.first.run(new GetQuotaUsage(path("/d")), ROOT);
    assertThat(after.spaceUsedBytes()).isEqualTo(3 * 12);
    assertThat(after.namespaceUsed()).isEqualTo(2);
  }

  @Test
  void aRepeatedCallIsAnsweredAtAnotherNamenode() {
    files.write("/d/t", A, 5);
    files.write("/d/x", A, 7);
    CallContext call = files.call(ALICE);
    assertThat(files.first.run(concat("/d/t", "/d/x"), call)).isTrue();
    files.write("/d/x", A, 9);
    assertThat(files.second.run(concat("/d/t", "/d/x"), call)).isTrue();
    assertThat(inode("/d/x").sizeBytes()).isEqualTo(9);
    assertThat(inode("/d/t").sizeBytes()).isEqualTo(12);
  }
}
