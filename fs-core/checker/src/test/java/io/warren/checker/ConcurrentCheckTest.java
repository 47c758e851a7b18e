package io.warren.checker;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.checker.History.Event;
import io.warren.store.Store;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads on several namenodes at once; {@code -Dwarren.check.rounds=N} runs more. */
class ConcurrentCheckTest {
  private static final int ROUNDS = Integer.getInteger("warren.check.rounds", 400);
  private static final long SEED = Long.getLong("warren.check.seed", 20_261_121);
  private static final int THREADS = 3;
  private static final int STEPS_PER_THREAD = 4;

  /** Subtree operations wait for others, or lock every row where they know nothing of them. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void everyHistoryIsExplainedBySomeOrder(boolean barrier, @TempDir Path folder) throws Exception {
    System.out.printf("%d rounds from seed %d%n", ROUNDS, SEED);
    try (Store store = EmbeddedStore.open(folder, EmbeddedOptions.withoutSync());
        Cluster cluster = new Cluster(store, new Cluster.Settings(2, 10_000, false, barrier));
        ConcurrentCheck check = new ConcurrentCheck(cluster, THREADS, STEPS_PER_THREAD)) {
      check.run(SEED, ROUNDS);
    }
  }

  private static Event event(String step, String answer, long began, long ended) {
    return new Event(Step.parse(step), answer, began, ended);
  }

  /** The search itself must be able to say no. */
  @Test
  void anAnswerThatNoOrderGivesIsFound() {
    Model model = new Model(TestClock.START_MS);
    String left = "/ dir 755 hdfs:supergroup\n/a dir 700 hdfs:supergroup\n";
    String mkdir = "mkdir nn0 hdfs -1 /a - 448";
    String list = "list nn1 hdfs -1 / - 100";
    assertThat(history(model, left, event(mkdir, "true", 0, 10), event(list, "", 5, 8))).isTrue();
    assertThat(history(model, left, event(mkdir, "true", 0, 4), event(list, "", 5, 8))).isFalse();
    assertThat(history(model, left, event(mkdir, "true", 0, 10), event(list, "b", 5, 8))).isFalse();
    assertThat(history(model, "/ dir 755 hdfs:supergroup\n", event(mkdir, "true", 0, 4))).isFalse();
  }

  /** Both orders leave the same tree; what their writers may do afterwards tells them apart. */
  @Test
  void ordersThatOnlyTheWritersCanTellApartAreBothTried() {
    String made = "create_overwrite nn%1$d hdfs %1$d /a - 0";
    String added = "add_block nn%1$d hdfs %1$d / - 7";
    Model model = new Model(TestClock.START_MS);
    model.apply(Step.parse(made.formatted(2)));
    Model after = model.copy();
    after.apply(Step.parse(made.formatted(0)));
    after.apply(Step.parse(added.formatted(0)));
    String left = History.tree(after.describe(false));
    for (int writer : List.of(0, 1)) {
      Event first = event(made.formatted(0), "created", 0, 10);
      Event second = event(made.formatted(1), "created", 0, 10);
      Event block = event(added.formatted(writer), "block", 11, 12);
      assertThat(history(model, left, first, second, block)).isTrue();
      Event gone = event(added.formatted(1 - writer), "NOT_FOUND", 13, 14);
      assertThat(history(model, left, first, second, block, gone)).isTrue();
      Event both = event(added.formatted(1 - writer), "block", 13, 14);
      assertThat(history(model, left, first, second, block, both)).isFalse();
    }
  }

  private static boolean history(Model model, String left, Event... events) {
    return new History(model, List.of(events), left).isLinearizable();
  }
}
