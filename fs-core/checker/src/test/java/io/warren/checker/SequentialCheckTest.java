package io.warren.checker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.store.Store;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random sequences on the embedded store. {@code -Dwarren.check.operations=N} runs more, {@code
 * -Dwarren.check.seed=N} begins elsewhere.
 */
class SequentialCheckTest {
  private static final int OPERATIONS = Integer.getInteger("warren.check.operations", 20_000);
  private static final long FIRST_SEED = Long.getLong("warren.check.seed", 20_261_121);
  private static final int LENGTH = 2_500;

  private static Supplier<Store> stores(Path folder) {
    AtomicInteger number = new AtomicInteger();
    return () ->
        EmbeddedStore.open(
            folder.resolve("store" + number.incrementAndGet()), EmbeddedOptions.withoutSync());
  }

  /** Sequences that failed once, as the check printed them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        rename nn0 hdfs 3 / /b/b 0
        repeat nn0 hdfs 0 /a/%/a/a - 0
        """,
        """
        mkdirs nn0 hdfs 3 /a/a/a/b - 448
        delete_all nn0 hdfs 4 /a/a - 0
        """,
        """
        create_overwrite nn1 hdfs 4 /a_ - 0
        delete_all nn1 hdfs 4 /a_/b/b - 0
        delete_all nn1 bob 4 / - 0
        delete_all nn1 hdfs 4 / - 0
        """,
        """
        chmod nn0 hdfs -1 / - 511
        create_alone nn2 alice 5 /a_ - 0
        advance nn1 bob 5 /b - 70007
        truncate nn2 hdfs 1 /a_ - 524288
        """,
        """
        mkdirs nn0 hdfs 3 /b - 511
        create nn1 alice 5 /b/a - 0
        add_block nn0 hdfs 5 /b - 0
        new_pipeline nn0 hdfs 5 /a - 0
        advance nn1 bob 1 /b - 65768
        complete nn0 hdfs 5 /a/a/a/b - 0
        create_alone nn0 hdfs 4 /b/a - 0
        """,
        """
        create nn1 hdfs 2 /b/b/b - 0
        allow_snapshots nn0 hdfs -1 / - 0
        take_snapshot nn0 hdfs -1 / - 2
        acl_grant nn0 hdfs 1 /b user:alice 6
        drop_snapshot nn0 hdfs -1 / - 2
        advance nn0 hdfs 5 /a/b - 61475
        mkdirs nn1 hdfs 2 /b/b/a/é - 488
        """,
        """
        mkdirs nn0 hdfs 5 /a/a/a - 1023
        create_overwrite nn0 bob 5 /a/b/a - 0
        create_overwrite nn0 hdfs 2 /b/a/é - 0
        add_block_unreported nn0 hdfs 2 /%/a - 0
        rename nn0 hdfs 3 /b /a/b 0
        rename_overwrite nn0 hdfs 1 /a/b/b /a/a/b 0
        add_block_unreported nn0 hdfs 2 /a/a/b - 0
        fsync nn0 bob 2 /a/a/b/b - 7
        recover_lease nn0 hdfs 0 /a/a/b/a/é - 0
        lease_tick nn0 hdfs 5 /b/a - 0
        finish_recovery nn0 hdfs 2 /a/a/b/a/é - 0
        open nn0 hdfs 3 /a/a/b/a/é - 0
        """,
        """
        create nn1 hdfs 0 /b/b/% - 0
        set_ec nn0 hdfs 5 /b - 4
        create nn1 hdfs 3 /b/a/b/a_ - 0
        add_block nn0 bob 3 /a/a - 1572864
        add_block nn1 hdfs 3 /a/a/b - 1572864
        """,
        """
        allow_snapshots nn0 hdfs -1 / - 0
        create nn1 hdfs 2 /é/b - 0
        mkdirs nn1 hdfs 0 /b/a/b/a - 493
        complete nn1 hdfs 2 /b/b - 0
        rename_strict nn0 hdfs 1 /é/b /b/a/a 0
        take_snapshot nn1 hdfs -1 / - 0
        rename nn0 hdfs 0 /b/a/a /b/b 0
        acl_grant nn1 hdfs 2 /b/b user:bob 6
        append nn0 bob 0 /b/b - 0
        delete_recursive nn0 hdfs 1 /b - 0
        repeat nn0 bob 2 /a/b/b/a - 0
        """,
        """
        mkdirs nn1 hdfs 3 /b/b/b/b - 511
        set_times nn1 hdfs 0 /b/b/b - 1700000787073
        quota_usage nn0 alice 5 /b/b/b/b - 0
        set_times nn1 hdfs 3 /b/b/b - 1699999163024
        rename nn0 hdfs 5 /b/b/b/b /b/b/a 0
        """
      })
  void sequencesThatFailedOnceMatchTheModel(String steps, @TempDir Path folder) {
    new SequentialCheck(stores(folder), new Cluster.Settings(2, 10_000, true)).replay(steps);
  }

  /**
   * What chance seldom makes: short groups, groups of several stripes, and parity that suffices.
   */
  @Test
  void blockGroupsMatchTheModel(@TempDir Path folder) {
    new SequentialCheck(stores(folder), new Cluster.Settings(2, 10_000, true))
        .replay(
            """
            mkdirs nn0 hdfs -1 /d - 493
            set_space_quota nn0 hdfs -1 /d - 1073741824
            set_ec nn1 hdfs -1 /d - 1
            create nn0 hdfs 0 /d/short - 0
            add_block_unreported nn0 hdfs 0 - - 7
            complete nn1 hdfs 0 - - 0
            report nn0 hdfs 0 - - 62
            complete nn1 hdfs 0 - - 0
            report nn0 hdfs 0 - - 128
            complete nn1 hdfs 0 - - 0
            open nn0 hdfs -1 /d/short - 0
            create nn1 hdfs 0 /d/reported - 0
            add_block nn1 hdfs 0 - - 7
            complete nn0 hdfs 0 - - 0
            create nn0 hdfs 1 /d/two - 4
            add_block nn0 hdfs 1 - - 2097152
            add_block nn1 hdfs 1 - - 1572864
            new_pipeline nn1 hdfs 1 - - 0
            complete nn0 hdfs 1 - - 0
            report nn0 hdfs 1 - - 4
            complete nn0 hdfs 1 - - 0
            report nn0 hdfs 1 - - 2
            complete nn0 hdfs 1 - - 0
            open nn1 hdfs -1 /d/two - 0
            create nn0 hdfs 2 /d/plain - -1
            add_block nn0 hdfs 2 - - 7
            complete nn0 hdfs 2 - - 0
            concat nn0 hdfs -1 /d/plain /d/two 1
            concat nn1 hdfs -1 /d/two /d/plain 1
            content_summary nn0 hdfs -1 /d - 0
            quota_usage nn1 hdfs -1 /d - 0
            create_overwrite nn1 hdfs 3 /d/two - 0
            quota_usage nn0 hdfs -1 /d - 0
            """);
  }

  /** With so few hints they are evicted while an operation uses them. */
  @Test
  void evictedHintsDoNoHarm(@TempDir Path folder) {
    Cluster.Settings settings = new Cluster.Settings(3, 12, true);
    new SequentialCheck(stores(folder), settings).run(FIRST_SEED, 10_000);
  }

  /** A check that can't fail is no check: the model is told something else than the namespace. */
  @Test
  void aDifferenceIsFoundAndShrunk(@TempDir Path folder) {
    SequentialCheck check =
        new SequentialCheck(
            stores(folder),
            new Cluster.Settings(2, 10_000, true),
            step -> step.kind() == Step.Kind.SET_TIMES ? step.withNumber(5) : step);
    assertThatThrownBy(() -> check.run(FIRST_SEED, 1_000))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("seed " + FIRST_SEED)
        .message()
        .satisfies(
            message -> {
              List<String> lines = message.lines().filter(l -> l.startsWith("    ")).toList();
              assertThat(lines).hasSizeBetween(2, 8);
              assertThat(message).contains("set_times");
            });
  }

  @Test
  void randomSequencesMatchTheModel(@TempDir Path folder) {
    Supplier<Store> stores = stores(folder);
    System.out.printf("%d operations from seed %d%n", OPERATIONS, FIRST_SEED);
    int sequences = Math.max(1, OPERATIONS / LENGTH);
    for (int i = 0; i < sequences; i++) {
      Cluster.Settings settings =
          switch (i % 4) {
            case 0 -> new Cluster.Settings(2, 10_000, true);
            case 1 -> new Cluster.Settings(3, 12, true);
            case 2 -> new Cluster.Settings(2, 10_000, false);
            default -> new Cluster.Settings(1, 10_000, true);
          };
      new SequentialCheck(stores, settings).run(FIRST_SEED + i, LENGTH);
    }
  }
}
