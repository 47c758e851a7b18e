package io.warren.namespace.file;

import static io.warren.namespace.file.FileFixture.SETTINGS;
import static io.warren.namespace.file.FileFixture.path;
import static io.warren.namespace.file.FileFixture.written;
import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.Block;
import io.warren.model.BlockKey;
import io.warren.model.BlockState;
import io.warren.namespace.TestCluster;
import io.warren.namespace.operation.Mkdirs;
import io.warren.namespace.policy.SetErasureCoding;
import io.warren.store.LockMode;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import io.warren.store.testkit.LateReplicasStore;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was reported just before the end of a write counts, also when its rows come late. */
class LateReplicasTest {
  private static final String WRITER = "client-a";
  private static final long LENGTH_BYTES = 100;
  private static final int DATA_UNITS = 6;
  private static final int UNITS = 9;

  @SuppressWarnings("NullAway.Init")
  private LateReplicasStore store;

  private FileFixture files;

  @BeforeEach
  void open(@TempDir Path folder) {
    files =
        new FileFixture(
            folder,
            inner -> {
              store = new LateReplicasStore(inner);
              return store;
            });
  }

  @AfterEach
  void close() {
    files.close();
  }

  private Block row(Block block) {
    return files.plain.run(
        TxOptions.read("look"),
        tx ->
            Objects.requireNonNull(
                tx.get(
                    Tables.BLOCKS,
                    new BlockKey(block.inodeId(), block.blockId()),
                    LockMode.READ_COMMITTED)));
  }

  @Test
  void aBlockIsCompleteWhenItsReplicasWereReported() {
    files.open("/f", WRITER);
    FileBlock one = files.add("/f", WRITER, null);
    files.received(one.block(), 1, LENGTH_BYTES);
    store.showLate();
    FileBlock two = files.add("/f", WRITER, written(one, LENGTH_BYTES));
    assertThat(row(one.block()).state()).isEqualTo(BlockState.COMPLETE);
    files.received(two.block(), 2, LENGTH_BYTES);
    assertThat(files.complete("/f", WRITER, written(two, LENGTH_BYTES))).isTrue();
  }

  @Test
  void aGroupIsCompleteWhenItsUnitsWereReported() {
    files.run(new Mkdirs(path("/coded"), 0777, true));
    files.first.run(
        new SetErasureCoding(path("/coded"), "RS-6-3-1024k"), files.call(TestCluster.ROOT));
    files.open("/coded/f", WRITER);
    List<Integer> storages = IntStream.rangeClosed(1, UNITS).boxed().toList();
    FileBlock group =
        files.run(new AddBlock(path("/coded/f"), 0, WRITER, null, storages, SETTINGS));
    long cellBytes = 1 << 20;
    for (int unit = 0; unit < UNITS; unit++) {
      Block whole = group.block();
      Block internal =
          new Block(
              whole.inodeId(),
              whole.blockId() + unit,
              whole.index(),
              whole.generationStamp(),
              0,
              whole.state(),
              0);
      files.received(internal, 1 + unit, cellBytes);
    }
    store.showLate();
    assertThat(files.complete("/coded/f", WRITER, written(group, DATA_UNITS * cellBytes))).isTrue();
  }
}
