package io.warren.store.embedded;

import static io.warren.store.testkit.Samples.file;
import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.Block;
import io.warren.model.BlockKey;
import io.warren.model.BlockState;
import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.model.Name;
import io.warren.model.Principal;
import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.Scan;
import io.warren.store.StoreException;
import io.warren.store.StoreException.Code;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random transactions against plain maps: what a transaction reads is what is committed with its
 * own writes on top, whatever the cache holds.
 */
class RandomTransactionsTest {
  private static final int TRANSACTIONS = 3_000;
  private static final int STEPS_MAX = 8;
  private static final int PARENTS = 3;
  private static final int NAMES = 25;
  private static final int USERS = 6;

  /** The three ways in which rows lie in the store, and in the cache. */
  private static final class Model {
    final TreeMap<String, Inode> inodes = new TreeMap<>();
    final TreeMap<String, Block> blocks = new TreeMap<>();
    final Map<Integer, String> users = new HashMap<>();

    Model copy() {
      Model copy = new Model();
      copy.inodes.putAll(inodes);
      copy.blocks.putAll(blocks);
      copy.users.putAll(users);
      return copy;
    }
  }

  private final Random random;
  private final long seed = System.nanoTime();
  private final Path folder;

  RandomTransactionsTest(@TempDir Path parent) {
    folder = parent.resolve("store");
    random = new Random(seed);
  }

  private static String name(int i) {
    return "n%02d".formatted(i);
  }

  private static String id(long parent, long child) {
    return "%d/%02d".formatted(parent, child);
  }

  private static InodeKey inodeKey(long parent, int child) {
    return new InodeKey(child % 4, parent, Name.of(name(child)));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 20, 10_000})
  void aTransactionReadsWhatIsCommittedAndWhatItWrote(int cacheEntriesMax) {
    EmbeddedOptions base = EmbeddedOptions.withoutSync();
    EmbeddedOptions options =
        new EmbeddedOptions(
            false,
            base.blockCacheBytes(),
            base.memtableBytes(),
            cacheEntriesMax,
            base.openFilesMax(),
            base.closeWaitMs());
    try (EmbeddedStore store = EmbeddedStore.open(folder, options)) {
      Model committed = new Model();
      for (int i = 0; i < TRANSACTIONS; i++) {
        Model mine = committed.copy();
        boolean commits = random.nextInt(5) > 0;
        try (Tx tx = store.begin(TxOptions.write("random"))) {
          boolean usable = steps(tx, mine);
          if (commits && usable) {
            tx.commit();
            committed = mine;
          }
        }
        if (i % 3 == 0) {
          try (Tx tx = store.begin(TxOptions.read("read"))) {
            for (int step = 0; step < 4; step++) {
              read(tx, committed, false);
            }
          }
        }
      }
    } catch (AssertionError e) {
      throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
    }
  }

  /** Returns whether the transaction can go on. */
  private boolean steps(Tx tx, Model mine) {
    int steps = 1 + random.nextInt(STEPS_MAX);
    for (int step = 0; step < steps; step++) {
      if (random.nextInt(2) == 0) {
        read(tx, mine, true);
      } else if (!write(tx, mine)) {
        return false;
      }
    }
    return true;
  }

  private boolean write(Tx tx, Model mine) {
    long parent = 1 + random.nextInt(PARENTS);
    int child = random.nextInt(NAMES);
    switch (random.nextInt(6)) {
      case 0, 1 -> {
        Inode inode = file(child % 4, parent, name(child), 100 * parent + child);
        Inode row = inode.toBuilder().mtimeMs(random.nextInt(1_000)).build();
        tx.upsert(Tables.INODES, row);
        mine.inodes.put(id(parent, child), row);
      }
      case 2 -> {
        tx.delete(Tables.INODES, inodeKey(parent, child));
        mine.inodes.remove(id(parent, child));
      }
      case 3 -> {
        Block row = new Block(parent, child, 0, random.nextInt(1_000), 0, BlockState.COMPLETE, 0);
        tx.upsert(Tables.BLOCKS, row);
        mine.blocks.put(id(parent, child), row);
      }
      case 4 -> {
        tx.delete(Tables.BLOCKS, new BlockKey(parent, child));
        mine.blocks.remove(id(parent, child));
      }
      default -> {
        return writeUser(tx, mine);
      }
    }
    return true;
  }

  private boolean writeUser(Tx tx, Model mine) {
    int user = 1 + random.nextInt(USERS);
    if (random.nextInt(3) == 0) {
      tx.delete(Tables.USERS, user);
      mine.users.remove(user);
      return true;
    }
    String name = "user" + random.nextInt(USERS);
    boolean taken =
        mine.users.entrySet().stream()
            .anyMatch(e -> e.getKey() != user && e.getValue().equals(name));
    try {
      tx.upsert(Tables.USERS, new Principal(user, name));
      assertThat(taken).isFalse();
      mine.users.put(user, name);
      return true;
    } catch (StoreException e) {
      assertThat(e.code()).isEqualTo(Code.ROW_EXISTS);
      assertThat(taken).isTrue();
      return false;
    }
  }

  private void read(Tx tx, Model model, boolean mayLock) {
    long parent = 1 + random.nextInt(PARENTS);
    int child = random.nextInt(NAMES);
    switch (random.nextInt(8)) {
      case 0 ->
          assertThat(tx.get(Tables.INODES, inodeKey(parent, child), LockMode.READ_COMMITTED))
              .isEqualTo(model.inodes.get(id(parent, child)));
      case 1 ->
          assertThat(tx.get(Tables.BLOCKS, new BlockKey(parent, child), LockMode.READ_COMMITTED))
              .isEqualTo(model.blocks.get(id(parent, child)));
      case 2 -> {
        int limit = 1 + random.nextInt(2 * NAMES);
        int after = random.nextInt(NAMES) - 5;
        assertThat(tx.scan(children(parent, after, limit)))
            .isEqualTo(rows(model.inodes, parent, after, limit));
      }
      case 3 -> {
        int limit = 1 + random.nextInt(2 * NAMES);
        assertThat(tx.scan(Scan.prefix(Tables.BLOCKS, limit, parent)))
            .isEqualTo(rows(model.blocks, parent, -1, limit));
      }
      case 4 -> {
        String name = "user" + random.nextInt(USERS);
        Principal found = tx.getUnique(Tables.USERS, Tables.BY_NAME, name);
        assertThat(found == null ? null : found.id())
            .isEqualTo(
                model.users.entrySet().stream()
                    .filter(e -> e.getValue().equals(name))
                    .map(Map.Entry::getKey)
                    .findFirst()
                    .orElse(null));
      }
      case 5 -> readUser(tx, model);
      case 6 -> {
        LockMode mode = mayLock ? LockMode.EXCLUSIVE : LockMode.READ_COMMITTED;
        int limit = 1 + random.nextInt(2 * NAMES);
        assertThat(tx.scan(Scan.prefix(Tables.BLOCKS, limit, parent).locked(mode)))
            .isEqualTo(rows(model.blocks, parent, -1, limit));
      }
      default -> readTogether(tx, model, parent, child);
    }
  }

  private void readUser(Tx tx, Model model) {
    int user = 1 + random.nextInt(USERS);
    Principal found = tx.get(Tables.USERS, user, LockMode.READ_COMMITTED);
    assertThat(found == null ? null : found.name()).isEqualTo(model.users.get(user));
  }

  private void readTogether(Tx tx, Model model, long parent, int child) {
    ReadBatch batch = tx.batch();
    List<ReadBatch.Row<Inode>> inodes = new ArrayList<>();
    for (long p = 1; p <= PARENTS; p++) {
      inodes.add(batch.get(Tables.INODES, inodeKey(p, child)));
    }
    ReadBatch.Row<Block> block = batch.get(Tables.BLOCKS, new BlockKey(parent, child));
    ReadBatch.Rows<Block> blocks = batch.scan(Scan.prefix(Tables.BLOCKS, 100, parent));
    ReadBatch.Rows<Inode> below = batch.scan(children(parent, -1, 1_000));
    batch.execute();
    for (long p = 1; p <= PARENTS; p++) {
      assertThat(inodes.get((int) p - 1).get()).isEqualTo(model.inodes.get(id(p, child)));
    }
    assertThat(block.get()).isEqualTo(model.blocks.get(id(parent, child)));
    assertThat(blocks.get()).isEqualTo(rows(model.blocks, parent, -1, 100));
    assertThat(below.get()).isEqualTo(rows(model.inodes, parent, -1, 1_000));
  }

  private static Scan<InodeKey, Inode> children(long parent, int after, int limit) {
    InodeKey from = after < 0 ? null : new InodeKey(Long.MAX_VALUE, parent, Name.of(name(after)));
    return Scan.index(Tables.INODES, Tables.INODES_BY_PARENT, limit, parent).after(from);
  }

  private static <R> List<R> rows(TreeMap<String, R> of, long parent, int after, int limit) {
    String from = after < 0 ? parent + "/" : id(parent, after);
    return of.subMap(from, false, (parent + 1) + "/", false).values().stream()
        .filter(Objects::nonNull)
        .limit(limit)
        .toList();
  }
}
