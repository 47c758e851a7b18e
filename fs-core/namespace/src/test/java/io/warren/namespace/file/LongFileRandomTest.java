package io.warren.namespace.file;

import static io.warren.namespace.file.FileFixture.ALICE;
import static io.warren.namespace.file.FileFixture.BLOCK_BYTES;
import static io.warren.namespace.file.FileFixture.SETTINGS;
import static io.warren.namespace.file.FileFixture.path;
import static io.warren.namespace.file.FileFixture.written;
import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.Block;
import io.warren.model.BlockPlace;
import io.warren.namespace.FsPath;
import io.warren.namespace.lease.Leases;
import io.warren.namespace.operation.Delete;
import io.warren.namespace.upkeep.Housekeeping;
import io.warren.store.Scan;
import io.warren.store.Store;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import io.warren.store.testkit.ReadCommittedStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever is done to a file of many blocks of any length, each range of it is found. */
class LongFileRandomTest {
  private static final String FILE = "/d/long";
  private static final int STEPS = 40;

  @SuppressWarnings("NullAway.Init")
  private FileFixture files;

  @SuppressWarnings("NullAway.Init")
  private Random random;

  private int names;

  static Stream<Arguments> runs() {
    UnaryOperator<Store> plain = store -> store;
    UnaryOperator<Store> readCommitted = ReadCommittedStore::new;
    return Stream.of(
        Arguments.of(1L, plain),
        Arguments.of(2L, plain),
        Arguments.of(3L, readCommitted),
        Arguments.of(System.nanoTime(), plain));
  }

  @ParameterizedTest
  @MethodSource("runs")
  void rangesAreFound(long seed, UnaryOperator<Store> seen, @TempDir Path folder) {
    System.out.println("Seed of the long file: " + seed);
    random = new Random(seed);
    try (FileFixture fixture = new FileFixture(folder, seen)) {
      files = fixture;
      files.write(FILE, "w", 7);
      for (int step = 0; step < STEPS; step++) {
        change();
        check("seed " + seed + ", step " + step);
      }
      files.run(new Delete(path(FILE), true));
      new Housekeeping(files.first).run(tx -> {});
      assertThat(files.rows(Tables.BLOCK_PLACES)).isEmpty();
    }
  }

  private long length() {
    return random.nextInt(3) == 0 ? BLOCK_BYTES : 1 + random.nextInt((int) BLOCK_BYTES);
  }

  private void change() {
    long size = files.read(FILE).status().inode().sizeBytes();
    switch (random.nextInt(6)) {
      case 0, 1, 2 -> append(1 + random.nextInt(8), random.nextInt(3) == 0);
      case 3 -> concat();
      case 4 -> truncate(random.nextLong(size + 1));
      default -> truncate(Math.max(0, size - random.nextInt(3 * (int) BLOCK_BYTES)));
    }
  }

  private void append(int blocks, boolean abandons) {
    Append append = new Append(path(FILE), "w", "127.0.0.1", true, SETTINGS);
    Append.Answer opened = files.first.run(append, files.call(ALICE));
    Block last = opened.previous();
    BlockRef previous =
        last == null
            ? null
            : new BlockRef(last.blockId(), last.generationStamp(), last.lengthBytes());
    for (int i = 0; i < blocks; i++) {
      FileBlock added = files.add(FILE, "w", previous);
      if (abandons && i == blocks - 1) {
        files.run(new AbandonBlock(path(FILE), 0, "w", added.block().blockId()));
        break;
      }
      check("while it is written");
      previous = written(added, length());
      files.received(added.block(), 1, previous.lengthBytes());
    }
    assertThat(files.complete(FILE, "w", previous)).isTrue();
  }

  private void concat() {
    List<FsPath> sources = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(2); i++) {
      String source = "/d/source" + names++;
      long[] lengths = random.longs(1 + random.nextInt(25)).map(x -> length()).toArray();
      files.write(source, "s", lengths);
      sources.add(path(source));
    }
    files.first.run(new Concat(path(FILE), sources), files.call(ALICE));
  }

  /** A cut within a block is ended as datanodes do it. */
  private void truncate(long lengthBytes) {
    boolean closed = files.run(new Truncate(path(FILE), lengthBytes, "w", SETTINGS));
    if (!closed) {
      long inodeId = files.read(FILE).status().inode().id();
      var outcome =
          files.first.run(new ReleaseLease(inodeId, Leases.RECOVERY_HOLDER, true, null), ALICE);
      var recovery = outcome.recovery();
      assertThat(recovery).isNotNull();
      if (recovery != null) {
        assertThat(files.cutIsDone(recovery)).isTrue();
      }
    }
  }

  private List<Block> blocks(long inodeId) {
    return files.plain.run(
        TxOptions.read("blocks"),
        tx ->
            tx.scan(Scan.prefix(Tables.BLOCKS, 10_000, inodeId)).stream()
                .sorted(Comparator.comparingInt(Block::index))
                .toList());
  }

  private void check(String when) {
    OpenedFile whole = files.read(FILE);
    long inodeId = whole.status().inode().id();
    List<Block> blocks = blocks(inodeId);
    places(when, inodeId, blocks);
    long size = blocks.stream().mapToLong(Block::lengthBytes).sum();
    assertThat(whole.status().inode().sizeBytes()).as(when).isEqualTo(size);
    for (int i = 0; i < 4; i++) {
      long from = random.nextLong(size + 2);
      long length = random.nextInt(12) * BLOCK_BYTES + random.nextInt(3);
      OpenedFile part = files.run(new GetBlockLocations(path(FILE), from, length, SETTINGS));
      List<String> expected = new ArrayList<>();
      long offset = 0;
      for (Block block : blocks) {
        long end = offset + block.lengthBytes();
        if (end > from && offset - from < length && !block.state().isOpen()) {
          expected.add(block.blockId() + "@" + offset);
        }
        offset = end;
      }
      assertThat(part.blocks().stream().map(b -> b.block().blockId() + "@" + b.offsetBytes()))
          .as("%s: %s bytes at %s of %s", when, length, from, size)
          .containsExactlyElementsOf(expected);
      assertThat(part.blocks()).as(when).allMatch(b -> !b.replicas().isEmpty());
      FileBlock last = part.last();
      assertThat(last == null ? -1 : last.block().index()).isEqualTo(blocks.size() - 1);
    }
  }

  private void places(String when, long inodeId, List<Block> blocks) {
    List<BlockPlace> expected = new ArrayList<>();
    long offset = 0;
    for (Block block : blocks) {
      if (blocks.size() > BlockPlaces.SMALL_MAX) {
        expected.add(0, new BlockPlace(inodeId, block.index(), block.blockId(), offset));
      }
      offset += block.lengthBytes();
    }
    List<BlockPlace> all =
        files.plain.run(
            TxOptions.read("places"), tx -> tx.scan(Scan.prefix(Tables.BLOCK_PLACES, 10_000)));
    assertThat(all).as("places, %s", when).isEqualTo(expected);
  }
}
