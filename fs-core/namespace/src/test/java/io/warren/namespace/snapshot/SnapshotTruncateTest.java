package io.warren.namespace.snapshot;

import static io.warren.namespace.file.FileFixture.BLOCK_BYTES;
import static io.warren.namespace.file.FileFixture.ROOT;
import static io.warren.namespace.file.FileFixture.SETTINGS;
import static io.warren.namespace.file.FileFixture.path;
import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.Block;
import io.warren.model.BlockState;
import io.warren.model.Replica;
import io.warren.namespace.LeaderFence;
import io.warren.namespace.file.Append;
import io.warren.namespace.file.BlockRef;
import io.warren.namespace.file.FileBlock;
import io.warren.namespace.file.FileFixture;
import io.warren.namespace.file.Truncate;
import io.warren.namespace.lease.BlockRecovery;
import io.warren.namespace.operation.Delete;
import io.warren.namespace.operation.Rename;
import io.warren.namespace.recovery.LeaseMonitor;
import io.warren.namespace.upkeep.Housekeeping;
import io.warren.store.schema.Tables;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Truncations of files that snapshots hold, with the datanodes' part played by the test. */
class SnapshotTruncateTest {
  private static final String A = "client-a";
  private static final int STEPS = 60;
  private static final int SNAPSHOTS_MAX = 4;

  private FileFixture files;
  private LeaseMonitor monitor;
  private final List<BlockRecovery> ordered = new ArrayList<>();

  @BeforeEach
  void open(@TempDir Path folder) {
    files = new FileFixture(folder);
    monitor =
        new LeaseMonitor(
            files.first, SETTINGS, 30_000, tx -> {}, recovery -> ordered.add(recovery));
    files.write("/d/f", A, BLOCK_BYTES, BLOCK_BYTES, 100);
    files.first.run(new SetSnapshottable(path("/d"), true), ROOT);
  }

  @AfterEach
  void close() {
    files.close();
  }

  private void snapshot(String name) {
    files.first.run(new CreateSnapshot(path("/d"), name), ROOT);
  }

  private void drop(String name) {
    files.second.run(new DeleteSnapshot(path("/d"), name), ROOT);
    new SnapshotGarbage(files.first).sweep(LeaderFence.NONE);
  }

  private boolean truncate(String file, long newLengthBytes) {
    return files.run(new Truncate(path(file), newLengthBytes, A, SETTINGS));
  }

  /** What a reader finds: ids and lengths of the blocks. */
  private List<String> content(String file) {
    return files.read(file).blocks().stream()
        .map(b -> b.block().blockId() + ":" + b.block().lengthBytes())
        .toList();
  }

  private void finishRecovery() {
    monitor.tick();
    BlockRecovery last = ordered.get(ordered.size() - 1);
    assertThat(files.cutIsDone(last)).isTrue();
  }

  @Test
  void blocksBehindTheNewEndStayForTheSnapshotAndGoWithIt() {
    List<String> before = content("/d/f");
    snapshot("s1");
    assertThat(truncate("/d/f", BLOCK_BYTES)).isTrue();
    assertThat(content("/d/f")).isEqualTo(before.subList(0, 1));
    assertThat(content("/d/.snapshot/s1/f")).isEqualTo(before);
    assertThat(files.read("/d/.snapshot/s1/f").blocks())
        .allSatisfy(b -> assertThat(b.replicas()).extracting(Replica::storageId).contains(1));
    assertThat(files.rows(Tables.INVALIDATED_BLOCKS)).isEmpty();

    drop("s1");
    assertThat(files.rows(Tables.BLOCKS)).hasSize(1);
    assertThat(files.rows(Tables.BLOCK_LOOKUP)).hasSize(1);
    assertThat(files.rows(Tables.INVALIDATED_BLOCKS)).isNotEmpty();
  }

  @Test
  void aBlockThatIsCutIsCopiedAndReadableMeanwhile() {
    List<String> before = content("/d/f");
    snapshot("s1");
    assertThat(truncate("/d/f", BLOCK_BYTES + 7)).isFalse();
    String original = before.get(1).split(":")[0];
    assertThat(content("/d/f")).containsExactly(before.get(0), original + ":7");
    assertThat(content("/d/.snapshot/s1/f")).isEqualTo(before);

    monitor.tick();
    BlockRecovery copy = ordered.get(0);
    assertThat(copy.blockId()).isEqualTo(Long.parseLong(original));
    assertThat(copy.copyBlockId()).isPositive().isNotEqualTo(copy.blockId());
    assertThat(copy.lengthBytes()).isEqualTo(7);
    assertThat(copy.storageIds()).contains(1);
    assertThat(files.cutIsDone(copy)).isTrue();
    assertThat(content("/d/f")).containsExactly(before.get(0), copy.copyBlockId() + ":7");
    assertThat(content("/d/.snapshot/s1/f")).isEqualTo(before);
    assertThat(files.read("/d/f").isUnderConstruction()).isFalse();

    drop("s1");
    assertThat(files.rows(Tables.BLOCKS)).hasSize(2);
    assertThat(files.rows(Tables.BLOCKS))
        .extracting(Block::state)
        .containsOnly(BlockState.COMPLETE);
  }

  @Test
  void anAttemptThatWasCutShortIsRepeatedWithAnotherBlock() {
    snapshot("s1");
    truncate("/d/f", 7);
    monitor.tick();
    files.clock.advance(60_000);
    monitor.tick();
    assertThat(ordered).hasSize(2);
    assertThat(ordered.get(1).copyBlockId()).isNotEqualTo(ordered.get(0).copyBlockId());
    assertThat(ordered.get(1).recoveryId()).isGreaterThan(ordered.get(0).recoveryId());
    files.cutIsDone(ordered.get(1));
    assertThat(content("/d/f")).containsExactly(ordered.get(1).copyBlockId() + ":7");
    assertThat(files.rows(Tables.BLOCK_LOOKUP)).hasSize(files.rows(Tables.BLOCKS).size());
  }

  @Test
  void theSnapshotMayGoWhileItsBlockIsBeingCopied() {
    snapshot("s1");
    truncate("/d/f", 7);
    monitor.tick();
    drop("s1");
    assertThat(content("/d/f")).containsExactly(ordered.get(0).blockId() + ":7");
    assertThat(files.cutIsDone(ordered.get(0))).isTrue();
    new Housekeeping(files.first).run(tx -> {});
    assertThat(files.rows(Tables.BLOCKS)).hasSize(1);
    assertThat(content("/d/f")).containsExactly(ordered.get(0).copyBlockId() + ":7");
  }

  @Test
  void theFileMayGoWhileItsBlockIsBeingCopied() {
    snapshot("s1");
    truncate("/d/f", 7);
    snapshot("s2");
    monitor.tick();
    files.run(new Delete(path("/d/f"), false));
    String source = ordered.get(0).blockId() + ":7";
    assertThat(content("/d/.snapshot/s2/f")).containsExactly(source);
    drop("s1");
    assertThat(content("/d/.snapshot/s2/f")).containsExactly(source);
    drop("s2");
    new Housekeeping(files.first).run(tx -> {});
    assertThat(files.rows(Tables.BLOCKS)).isEmpty();
    assertThat(files.rows(Tables.BLOCK_LOOKUP)).isEmpty();
  }

  @Test
  void snapshotAndFileMayBothGoWhileTheBlockIsBeingCopied() {
    snapshot("s1");
    truncate("/d/f", 7);
    monitor.tick();
    drop("s1");
    files.run(new Delete(path("/d/f"), false));
    new Housekeeping(files.first).run(tx -> {});
    assertThat(files.rows(Tables.BLOCKS)).isEmpty();
    assertThat(files.rows(Tables.BLOCK_LOOKUP)).isEmpty();
  }

  @Test
  void whatNoSnapshotReadsIsCutInItsPlace() {
    snapshot("s1");
    assertThat(truncate("/d/f", BLOCK_BYTES)).isTrue();
    append("/d/f", 500);
    assertThat(truncate("/d/f", BLOCK_BYTES + 100)).isFalse();
    monitor.tick();
    assertThat(ordered.get(0).copyBlockId()).isEqualTo(BlockRecovery.NO_COPY);
  }

  private void append(String file, long bytes) {
    Append.Answer opened = files.run(new Append(path(file), A, "", false, SETTINGS));
    FileBlock reopened = opened.reopened();
    FileBlock last = reopened != null ? reopened : files.add(file, A, null);
    BlockRef written = FileFixture.written(last, last.block().lengthBytes() + bytes);
    files.received(last.block(), 1, written.lengthBytes());
    assertThat(files.complete(file, A, written)).isTrue();
  }

  /** Every snapshot reads the blocks that there were, whatever becomes of the file and others. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void everySnapshotReadsItsBlocks(long seed) {
    Random random = new Random(seed);
    Map<String, List<String>> taken = new LinkedHashMap<>();
    String name = "f";
    for (int step = 0; step < STEPS; step++) {
      String file = "/d/" + name;
      switch (random.nextInt(5)) {
        case 0 -> {
          if (taken.size() < SNAPSHOTS_MAX) {
            String snapshot = "s" + step;
            snapshot(snapshot);
            taken.put(snapshot + "/" + name, content(file));
          }
        }
        case 1 -> {
          if (!taken.isEmpty() && random.nextBoolean()) {
            String gone = new ArrayList<>(taken.keySet()).get(random.nextInt(taken.size()));
            taken.remove(gone);
            drop(gone.substring(0, gone.indexOf('/')));
          }
        }
        case 2 -> append(file, 1 + random.nextInt((int) BLOCK_BYTES / 2));
        case 3 -> {
          long size = files.read(file).status().inode().sizeBytes();
          long units = size / (BLOCK_BYTES / 4);
          long end = random.nextInt((int) units + 1) * (BLOCK_BYTES / 4);
          if (!truncate(file, random.nextBoolean() ? end : size - size / 5)) {
            finishRecovery();
          }
        }
        default -> {
          name = name.equals("f") ? "g" : "f";
          files.run(new Rename(path(file), path("/d/" + name), Rename.Rules.LEGACY));
        }
      }
      taken.forEach(
          (at, blocks) ->
              assertThat(content("/d/.snapshot/" + at))
                  .as("seed %d, %s", seed, at)
                  .isEqualTo(blocks));
    }
    List.copyOf(taken.keySet()).forEach(at -> drop(at.substring(0, at.indexOf('/'))));
    List<Long> left = new ArrayList<>();
    files.read("/d/" + name).blocks().forEach(b -> left.add(b.block().blockId()));
    assertThat(files.rows(Tables.BLOCKS))
        .as("blocks that are left, seed %d", seed)
        .extracting(Block::blockId)
        .containsExactlyInAnyOrderElementsOf(left);
    assertThat(files.rows(Tables.INODE_FORMS)).isEmpty();
  }
}
