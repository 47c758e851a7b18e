package io.warren.namespace.file;

import static io.warren.namespace.file.FileFixture.BLOCK_BYTES;
import static io.warren.namespace.file.FileFixture.path;
import static io.warren.namespace.file.FileFixture.written;
import static org.assertj.core.api.Assertions.assertThat;

import io.warren.namespace.FileSettings;
import io.warren.store.Store;
import io.warren.store.TxStats;
import io.warren.store.testkit.ReadCommittedStore;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a block costs does not depend on how many blocks its file has. */
class LongFileBudgetTest {
  private static final String FILE = "/long";
  private static final String HOLDER = "DFSClient_long";
  private static final int ROWS_MAX = 400;
  private static final int ADDING_ROWS_MAX = 80;
  private static final int ROUND_TRIPS_MAX = 12;
  private static final FileSettings SETTINGS =
      new FileSettings(1024, 1, 512, 1, 1, 20_000, 60_000, 1_200_000, 0, 0);

  private @Nullable FileFixture opened;
  private final Map<String, String> measured = new TreeMap<>();

  private FileFixture files() {
    FileFixture files = opened;
    if (files == null) {
      throw new IllegalStateException("No store is open");
    }
    return files;
  }

  static Stream<Named<UnaryOperator<Store>>> stores() {
    return Stream.of(
        Named.of("with snapshots", store -> store),
        Named.of("read committed, as on NDB", ReadCommittedStore::new));
  }

  private void within(String operation, int rowsMax, String what) {
    TxStats cost = files().cost(operation);
    measured.merge(
        what, cost.rowsRead() + " rows, " + cost.roundTrips() + " round trips", (a, b) -> b);
    assertThat(cost.rowsRead()).as("rows read by %s: %s", what, cost).isLessThanOrEqualTo(rowsMax);
    assertThat(cost.roundTrips())
        .as("round trips of %s: %s", what, cost)
        .isLessThanOrEqualTo(ROUND_TRIPS_MAX);
  }

  @ParameterizedTest
  @MethodSource("stores")
  void aBlockCostsTheSameInALongFile(UnaryOperator<Store> seen, @TempDir Path folder) {
    try (FileFixture fixture = new FileFixture(folder, seen)) {
      opened = fixture;
      fixture.open(FILE, HOLDER);
      BlockRef previous = null;
      for (int blocks = 1; blocks <= 10_001; blocks++) {
        AddBlock add = new AddBlock(path(FILE), 0, HOLDER, previous, List.of(1, 2, 3), SETTINGS);
        FileBlock added = fixture.run(add);
        assertThat(added.offsetBytes()).isEqualTo((blocks - 1) * BLOCK_BYTES);
        if (blocks % 100 == 1) {
          within("add_block", ADDING_ROWS_MAX, "adding block " + blocks);
        }
        previous = written(added, BLOCK_BYTES);
        fixture.received(added.block(), 1, BLOCK_BYTES);
        if (blocks == 11 || blocks == 1_001 || blocks == 10_001) {
          lookAtAll(blocks);
        }
      }
      fixture.run(new Fsync(path(FILE), 0, HOLDER, 5));
      within("fsync", ADDING_ROWS_MAX, "fsync");
      assertThat(fixture.run(new Complete(path(FILE), 0, HOLDER, previous, SETTINGS))).isTrue();
      within("complete", ADDING_ROWS_MAX, "complete");
      Append append = new Append(path(FILE), HOLDER, "127.0.0.1", true, SETTINGS);
      fixture.first.run(append, fixture.call(FileFixture.ALICE));
      within("append", ADDING_ROWS_MAX, "append");
      System.out.println("Cost in a long file: " + measured);
    }
  }

  private void lookAtAll(int blocks) {
    long settled = blocks - 1;
    for (long first : List.of(0L, settled / 2, settled - 1)) {
      long count = Math.min(10, settled - first);
      OpenedFile file =
          files()
              .run(
                  new GetBlockLocations(
                      path(FILE), first * BLOCK_BYTES + 7, 10 * BLOCK_BYTES - 7, SETTINGS));
      within("get_block_locations", ROWS_MAX, "reading at " + first + " of " + blocks);
      assertThat(file.blocks()).hasSize((int) count);
      assertThat(file.blocks().get(0).offsetBytes()).isEqualTo(first * BLOCK_BYTES);
      assertThat(file.blocks()).allSatisfy(block -> assertThat(block.replicas()).hasSize(1));
      FileBlock last = file.last();
      assertThat(last).isNotNull();
      assertThat(last == null ? -1 : last.block().index()).isEqualTo(blocks - 1);
    }
  }
}
