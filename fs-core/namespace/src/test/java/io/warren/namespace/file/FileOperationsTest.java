package io.warren.namespace.file;

import static io.warren.namespace.file.FileFixture.ALICE;
import static io.warren.namespace.file.FileFixture.BLOCK_BYTES;
import static io.warren.namespace.file.FileFixture.BOB;
import static io.warren.namespace.file.FileFixture.SETTINGS;
import static io.warren.namespace.file.FileFixture.create;
import static io.warren.namespace.file.FileFixture.path;
import static io.warren.namespace.file.FileFixture.written;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.model.BlockState;
import io.warren.model.ChangeOperation;
import io.warren.model.InvalidatedReplica;
import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.model.RedundancyCheck;
import io.warren.namespace.CallContext;
import io.warren.namespace.EntryStatus;
import io.warren.namespace.operation.SetReplication;
import io.warren.store.schema.Tables;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@NullUnmarked // a null where a block is expected fails the test, as it should
class FileOperationsTest {
  private static final String A = "client-a";
  private static final String B = "client-b";

  private FileFixture files;

  @BeforeEach
  void open(@TempDir Path folder) {
    files = new FileFixture(folder);
  }

  @AfterEach
  void close() {
    files.close();
  }

  private static void assertCode(Code code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            NamespaceException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  @Test
  void aFileOfTwoBlocksIsWrittenAndRead() {
    EntryStatus created = files.open("/d/e/f", A);
    assertThat(created.owner()).isEqualTo("alice");
    assertThat(created.inode().isUnderConstruction()).isTrue();

    FileBlock one = files.add("/d/e/f", A, null);
    assertThat(one.expectedStorageIds()).containsExactly(1, 2, 3);
    assertThat(one.offsetBytes()).isZero();
    files.received(one.block(), 1, BLOCK_BYTES);
    FileBlock two = files.add("/d/e/f", A, written(one, BLOCK_BYTES));
    assertThat(two.offsetBytes()).isEqualTo(BLOCK_BYTES);
    assertThat(files.read("/d/e/f").settledLengthBytes()).isEqualTo(BLOCK_BYTES);
    assertThat(files.read("/d/e/f").status().inode().sizeBytes()).isEqualTo(BLOCK_BYTES);

    assertThat(files.complete("/d/e/f", A, written(two, 100))).isFalse();
    files.received(two.block(), 2, 100);
    assertThat(files.complete("/d/e/f", A, written(two, 100))).isTrue();
    assertThat(files.complete("/d/e/f", A, written(two, 100))).isTrue();

    OpenedFile opened =
        files.second.run(new GetBlockLocations(path("/d/e/f"), 0, Long.MAX_VALUE, SETTINGS), ALICE);
    assertThat(opened.isUnderConstruction()).isFalse();
    assertThat(opened.status().inode().sizeBytes()).isEqualTo(BLOCK_BYTES + 100);
    assertThat(opened.blocks()).hasSize(2);
    assertThat(opened.blocks().get(1).replicas()).hasSize(1);
    assertThat(opened.blocks().get(1).block().state()).isEqualTo(BlockState.COMPLETE);
    assertThat(files.rows(Tables.REPLICAS_UNDER_CONSTRUCTION))
        .as("datanodes of the first block's pipeline that have not reported yet")
        .extracting(r -> r.blockId() + " on " + r.storageId())
        .containsExactly(one.block().blockId() + " on 2", one.block().blockId() + " on 3");
    assertThat(files.rows(Tables.LEASE_PATHS)).isEmpty();
  }

  @Test
  void closingWritesOneChangeOfTheFile() {
    EntryStatus created = files.open("/f", A);
    FileBlock one = files.add("/f", A, null);
    files.received(one.block(), 1, 10);
    files.complete("/f", A, written(one, 10));
    var changes = files.changes(created.inode().id());
    assertThat(changes)
        .extracting(c -> c.operation())
        .containsExactly(ChangeOperation.CREATE, ChangeOperation.UPDATE);
    assertThat(changes.get(1).sizeBytes()).isEqualTo(10);
  }

  @Test
  void onlyBlocksInTheRangeAreRead() {
    files.write("/f", A, BLOCK_BYTES, BLOCK_BYTES, 7);
    OpenedFile middle = files.run(new GetBlockLocations(path("/f"), BLOCK_BYTES, 1, SETTINGS));
    assertThat(middle.blocks()).hasSize(1);
    assertThat(middle.blocks().get(0).offsetBytes()).isEqualTo(BLOCK_BYTES);
    assertThat(middle.last()).isNotNull();
    assertThat(middle.settledLengthBytes()).isEqualTo(2 * BLOCK_BYTES + 7);
    assertThat(files.run(new GetBlockLocations(path("/f"), 3 * BLOCK_BYTES, 9, SETTINGS)).blocks())
        .isEmpty();
  }

  @Test
  void aRepeatedAddBlockAnswersTheSameBlock() {
    files.open("/f", A);
    FileBlock one = files.add("/f", A, null);
    FileBlock again = files.add("/f", A, null);
    assertThat(again.block()).isEqualTo(one.block());
    files.received(one.block(), 1, BLOCK_BYTES);
    FileBlock two = files.add("/f", A, written(one, BLOCK_BYTES));
    FileBlock twoAgain =
        files.second.run(
            new AddBlock(path("/f"), 0, A, written(one, BLOCK_BYTES), List.of(7), SETTINGS), ALICE);
    assertThat(twoAgain.block()).isEqualTo(two.block());
    assertThat(twoAgain.expectedStorageIds()).containsExactly(1, 2, 3);
    assertThat(files.rows(Tables.BLOCKS)).hasSize(2);
    CheckAddBlock.Answer check =
        files.run(new CheckAddBlock(path("/f"), 0, A, written(one, BLOCK_BYTES), SETTINGS));
    assertThat(check.retried()).isNotNull();
  }

  @Test
  void aBlockThatIsNotTheLastOneIsRefused() {
    files.open("/f", A);
    FileBlock one = files.add("/f", A, null);
    assertCode(Code.CONFLICT, () -> files.add("/f", A, new BlockRef(99, 1, 1)));
    BlockRef wrongStamp = new BlockRef(one.block().blockId(), one.block().generationStamp() + 1, 5);
    assertCode(Code.CONFLICT, () -> files.add("/f", A, wrongStamp));
  }

  @Test
  void theLastBlockButOneMustBeStored() {
    files.open("/f", A);
    FileBlock one = files.add("/f", A, null);
    FileBlock two = files.add("/f", A, written(one, BLOCK_BYTES));
    assertCode(Code.NOT_REPLICATED_YET, () -> files.add("/f", A, written(two, BLOCK_BYTES)));
    assertThat(files.complete("/f", A, written(two, 1))).isFalse();
    files.received(one.block(), 1, BLOCK_BYTES);
    FileBlock three = files.add("/f", A, written(two, BLOCK_BYTES));
    assertThat(three.offsetBytes()).isEqualTo(2 * BLOCK_BYTES);
  }

  @Test
  void onlyTheLeaseHolderWrites() {
    files.open("/f", A);
    assertCode(Code.LEASE_EXPIRED, () -> files.add("/f", B, null));
    assertCode(Code.LEASE_EXPIRED, () -> files.complete("/f", B, null));
    files.complete("/f", A, null);
    assertCode(Code.LEASE_EXPIRED, () -> files.add("/f", A, null));
    assertCode(Code.NOT_FOUND, () -> files.add("/nothing", A, null));
  }

  @Test
  void anAbandonedBlockGoesWithItsReplicas() {
    files.open("/f", A);
    FileBlock one = files.add("/f", A, null);
    assertThat(files.run(new AbandonBlock(path("/f"), 0, A, one.block().blockId()))).isTrue();
    assertThat(files.run(new AbandonBlock(path("/f"), 0, A, one.block().blockId()))).isFalse();
    assertThat(files.rows(Tables.BLOCKS)).isEmpty();
    assertThat(files.rows(Tables.BLOCK_LOOKUP)).isEmpty();
    assertThat(files.rows(Tables.INVALIDATED_BLOCKS))
        .extracting(InvalidatedReplica::storageId)
        .containsExactly(1, 2, 3);
    FileBlock next = files.add("/f", A, null);
    assertThat(next.block().blockId()).isNotEqualTo(one.block().blockId());
  }

  @Test
  void createIsRefusedWhereSomethingIs() {
    files.open("/d/f", A);
    assertCode(Code.ALREADY_BEING_CREATED, () -> files.run(create("/d/f", A, false)));
    assertCode(Code.ALREADY_BEING_CREATED, () -> files.run(create("/d/f", B, false)));
    files.complete("/d/f", A, null);
    assertCode(Code.ALREADY_EXISTS, () -> files.run(create("/d/f", B, false)));
    assertCode(Code.ALREADY_EXISTS, () -> files.run(create("/d", B, true)));
    assertCode(Code.PARENT_NOT_DIRECTORY, () -> files.run(create("/d/f/g", B, true)));
    Create withoutParents =
        new Create(path("/x/y"), 0644, A, "", false, false, 1, BLOCK_BYTES, 0, SETTINGS);
    assertCode(Code.NOT_FOUND, () -> files.run(withoutParents));
    assertCode(Code.ACCESS_DENIED, () -> files.second.run(create("/d/f", B, true), BOB));
    assertCode(Code.ACCESS_DENIED, () -> files.second.run(create("/d/g", B, false), BOB));
  }

  @Test
  void limitsOfReplicationAndBlockSizeHold() {
    assertCode(
        Code.INVALID_ARGUMENT,
        () ->
            files.run(
                new Create(path("/f"), 0644, A, "", false, true, 0, BLOCK_BYTES, 0, SETTINGS)));
    assertCode(
        Code.INVALID_ARGUMENT,
        () -> files.run(new Create(path("/f"), 0644, A, "", false, true, 1, 1, 0, SETTINGS)));
  }

  @Test
  void aRepeatedCreateGetsTheFirstOnesFile() {
    CallContext call = files.call(ALICE);
    EntryStatus first = files.first.run(create("/f", A, true), call);
    EntryStatus again = files.second.run(create("/f", A, true), call);
    assertThat(again.inode()).isEqualTo(first.inode());
    EntryStatus another = files.second.run(create("/f", A, true), files.call(ALICE));
    assertThat(another.inode().id()).isNotEqualTo(first.inode().id());
  }

  @Test
  void overwritingDeletesTheOldBlocks() {
    files.write("/f", A, BLOCK_BYTES, 5);
    long old = files.read("/f").status().inode().id();
    files.run(create("/f", B, true));
    assertThat(files.rows(Tables.BLOCKS)).isEmpty();
    assertThat(files.rows(Tables.REPLICAS)).isEmpty();
    assertThat(files.rows(Tables.INVALIDATED_BLOCKS))
        .as("the reported replica and the two that may still come, of each block")
        .hasSize(6);
    assertThat(files.changes(old))
        .last()
        .extracting(c -> c.operation())
        .isEqualTo(ChangeOperation.DELETE);
    assertThat(files.complete("/f", B, null)).isTrue();
    assertThat(files.read("/f").blocks()).isEmpty();
  }

  @Test
  void fsyncMakesTheLengthSeen() {
    files.open("/f", A);
    FileBlock one = files.add("/f", A, null);
    assertThat(files.run(new Fsync(path("/f"), 0, A, 77))).isTrue();
    assertThat(files.run(new Fsync(path("/f"), 0, A, -1))).isFalse();
    OpenedFile opened = files.read("/f");
    assertThat(opened.status().inode().sizeBytes()).isEqualTo(77);
    assertThat(opened.settledLengthBytes()).isZero();
    assertThat(opened.last()).isNotNull();
    assertThat(opened.last().expectedStorageIds()).containsExactly(1, 2, 3);
    files.received(one.block(), 1, 80);
    assertThat(files.complete("/f", A, written(one, 80))).isTrue();
    assertThat(files.read("/f").status().inode().sizeBytes()).isEqualTo(80);
  }

  @Test
  void appendReopensALastBlockWithRoom() {
    files.write("/f", A, BLOCK_BYTES, 5);
    Append.Answer answer = files.run(new Append(path("/f"), B, "", false, SETTINGS));
    FileBlock reopened = answer.reopened();
    assertThat(reopened).isNotNull();
    assertThat(reopened.offsetBytes()).isEqualTo(BLOCK_BYTES);
    assertThat(reopened.expectedStorageIds()).containsExactly(1);
    assertThat(files.read("/f").status().inode().sizeBytes()).isEqualTo(BLOCK_BYTES + 5);

    UpdateBlockForPipeline.Answer stamp =
        files.second.run(new UpdateBlockForPipeline(reopened.block().blockId(), B), ALICE);
    assertThat(stamp.newGenerationStamp()).isGreaterThan(reopened.block().generationStamp());
    BlockRef before = written(reopened, 5);
    BlockRef after = new BlockRef(reopened.block().blockId(), stamp.newGenerationStamp(), 5);
    CallContext call = files.call(ALICE);
    assertThat(files.first.run(new UpdatePipeline(B, before, after, List.of(1)), call)).isTrue();
    assertThat(files.second.run(new UpdatePipeline(B, before, after, List.of(1)), call)).isTrue();
    assertCode(Code.CONFLICT, () -> files.run(new UpdatePipeline(B, before, after, List.of(1))));

    BlockRef longer = new BlockRef(after.blockId(), after.generationStamp(), 9);
    assertThat(files.complete("/f", B, longer)).isFalse();
    files.received(files.rows(Tables.BLOCKS).get(1), 1, 9);
    assertThat(files.complete("/f", B, longer)).isTrue();
    assertThat(files.read("/f").status().inode().sizeBytes()).isEqualTo(BLOCK_BYTES + 9);
  }

  @Test
  void aCommittedBlockIsLookedAtUnlessItWillBeStoredAsOftenAsWanted() {
    files.write("/as-wanted", A, 5);
    assertThat(files.rows(Tables.REDUNDANCY_CHECKS)).isEmpty();
    files.open("/lowered", A);
    FileBlock block = files.add("/lowered", A, null);
    files.run(new SetReplication(path("/lowered"), 2));
    files.received(block.block(), 1, 5);
    assertThat(files.complete("/lowered", A, written(block, 5))).isTrue();
    assertThat(files.rows(Tables.REDUNDANCY_CHECKS))
        .extracting(RedundancyCheck::blockId)
        .contains(block.block().blockId());
  }

  @Test
  void appendToANewBlockNamesTheOneBefore() {
    files.write("/f", A, BLOCK_BYTES, 5);
    CallContext call = files.call(ALICE);
    for (int attempt = 0; attempt < 2; attempt++) {
      Append.Answer answer = files.first.run(new Append(path("/f"), B, "", true, SETTINGS), call);
      assertThat(answer.reopened()).isNull();
      assertThat(answer.previous()).isEqualTo(files.rows(Tables.BLOCKS).get(1));
    }
    files.write("/empty", A);
    assertThat(files.run(new Append(path("/empty"), A, "", true, SETTINGS)).previous()).isNull();
  }

  @Test
  void appendToFullBlocksGoesOnInANewOne() {
    files.write("/f", A, BLOCK_BYTES);
    assertThat(files.run(new Append(path("/f"), B, "", false, SETTINGS)).reopened()).isNull();
    FileBlock two = files.add("/f", B, null);
    assertThat(two.offsetBytes()).isEqualTo(BLOCK_BYTES);
    files.received(two.block(), 1, 3);
    assertThat(files.complete("/f", B, written(two, 3))).isTrue();
    assertThat(files.read("/f").status().inode().sizeBytes()).isEqualTo(BLOCK_BYTES + 3);
  }

  @Test
  void generationStampsRiseAcrossNamenodes() {
    files.write("/f", A, 5);
    Append.Answer answer = files.run(new Append(path("/f"), B, "", false, SETTINGS));
    long blockId = answer.reopened().block().blockId();
    long stamp = 0;
    for (int i = 0; i < 6; i++) {
      var namenode = i % 2 == 0 ? files.second : files.first;
      long next = namenode.run(new UpdateBlockForPipeline(blockId, B), ALICE).newGenerationStamp();
      assertThat(next).isGreaterThan(stamp);
      stamp = next;
    }
  }

  @Test
  void truncateAtABlockBoundaryShortensTheFile() {
    files.write("/f", A, BLOCK_BYTES, BLOCK_BYTES, 5);
    assertCode(
        Code.INVALID_ARGUMENT,
        () -> files.run(new Truncate(path("/f"), 9 * BLOCK_BYTES, A, SETTINGS)));
    assertThat(files.run(new Truncate(path("/f"), BLOCK_BYTES, A, SETTINGS))).isTrue();
    OpenedFile opened = files.read("/f");
    assertThat(opened.status().inode().sizeBytes()).isEqualTo(BLOCK_BYTES);
    assertThat(opened.blocks()).hasSize(1);
    assertThat(files.rows(Tables.INVALIDATED_BLOCKS))
        .as("the reported replica and the two that may still come, of each block")
        .hasSize(6);
    assertThat(files.run(new Truncate(path("/f"), BLOCK_BYTES, A, SETTINGS))).isTrue();
  }

  @Test
  void aWriterKeepsItsFileAcrossARename() {
    EntryStatus created = files.open("/f", A);
    long id = created.inode().id();
    FileBlock one = files.run(new AddBlock(path("/gone"), id, A, null, List.of(1), SETTINGS));
    files.received(one.block(), 1, 4);
    assertThat(files.run(new Complete(path("/gone"), id, A, written(one, 4), SETTINGS))).isTrue();
  }

  @Test
  void roundTripBudgetsHold() {
    files.write("/a/b/c/d/e/f/g", A, 10);
    files.run(create("/a/b/c/d/e/f/h", A, false));
    assertThat(files.cost("create").roundTrips()).isLessThanOrEqualTo(5);
    // This store reads nothing ahead: the path, the blocks, and what is about their replicas.
    files.read("/a/b/c/d/e/f/g");
    assertThat(files.cost("get_block_locations").roundTrips()).isLessThanOrEqualTo(4);
    files.read("/a/b/c/d/e/f/g");
    assertThat(files.cost("get_block_locations").roundTrips()).isEqualTo(3);
  }
}
