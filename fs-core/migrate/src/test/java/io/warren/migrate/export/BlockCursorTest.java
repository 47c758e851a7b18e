package io.warren.migrate.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.Block;
import io.warren.model.BlockState;
import io.warren.store.Store;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import io.warren.store.schema.Tables;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever was read along, each file has its own blocks, all of them, in its order. */
class BlockCursorTest {
  private static final long SEED = 21;
  private static final int FILES = 600;
  private static final int LONG_FILE_BLOCKS = 3_000;

  @TempDir private Path folder = Path.of("");

  private static List<Block> blocks(long fileId, int count, Random random) {
    List<Long> ids = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ids.add(fileId * 10_000 + i);
    }
    // The order of a file is not that of its blocks' ids, and block groups' ids are negative.
    Collections.shuffle(ids, random);
    boolean striped = random.nextInt(10) == 0;
    List<Block> blocks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      long id = striped ? Long.MIN_VALUE + ids.get(i) * 16 : ids.get(i);
      blocks.add(new Block(fileId, id, i, 1_001, 7, BlockState.COMPLETE, 0));
    }
    return blocks;
  }

  private static int count(int file, Random random) {
    return file % 200 == 7 ? LONG_FILE_BLOCKS : random.nextInt(5) == 0 ? random.nextInt(60) : 1;
  }

  @Test
  void eachFileHasItsOwnInAnyOrderOfAsking() {
    Random random = new Random(SEED);
    Map<Long, List<Block>> expected = new TreeMap<>();
    try (Store store = EmbeddedStore.open(folder, EmbeddedOptions.withoutSync())) {
      TransactionRunner runner = new TransactionRunner(store, TransactionRunner.Listener.NONE);
      for (int file = 0; file < FILES; file++) {
        long fileId = 20_000 + 2L * file;
        List<Block> blocks = blocks(fileId, count(file, random), random);
        expected.put(fileId, blocks);
        // A file without blocks lies between any two.
        expected.put(fileId + 1, List.of());
        runner.run(
            TxOptions.write("fill"),
            tx -> {
              blocks.forEach(block -> tx.insert(Tables.BLOCKS, block));
              return true;
            });
      }
      List<Long> asked = new ArrayList<>(expected.keySet());
      BlockCursor cursor = new BlockCursor(runner);
      requireAll(cursor, asked, expected);
      Collections.reverse(asked);
      requireAll(cursor, asked, expected);
      Collections.shuffle(asked, random);
      requireAll(cursor, asked, expected);
      assertThat(cursor.of(1)).isEmpty();
      assertThat(cursor.of(Long.MAX_VALUE - 1)).isEmpty();
    }
  }

  private static void requireAll(
      BlockCursor cursor, List<Long> asked, Map<Long, List<Block>> expected) {
    for (long fileId : asked) {
      assertThat(cursor.of(fileId)).as("%d", fileId).isEqualTo(expected.get(fileId));
    }
  }
}
