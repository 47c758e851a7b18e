package io.warren.checker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.store.Store;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import io.warren.store.testkit.ExplorationTime;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** New seeds in each run, on the embedded store; {@code make explore} takes longer. */
class ExplorationTest {
  private static Supplier<Store> stores(Path folder) {
    AtomicInteger number = new AtomicInteger();
    return () ->
        EmbeddedStore.open(
            folder.resolve("store" + number.incrementAndGet()), EmbeddedOptions.withoutSync());
  }

  @Test
  void newSeedsMatchTheModel(@TempDir Path folder) throws Exception {
    new Exploration(stores(folder), System.out)
        .run(ExplorationTime.firstSeed(), ExplorationTime.time());
  }

  @Test
  void theSeedThatFailsIsNamedAndRepeated(@TempDir Path folder) {
    Supplier<Store> broken =
        () -> {
          throw new AssertionError("planted");
        };
    ByteArrayOutputStream told = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(told, true, StandardCharsets.UTF_8);
    assertThatThrownBy(() -> new Exploration(broken, out).run(8, Duration.ofMinutes(1)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("-Dwarren.explore.seed=8")
        .hasMessageContaining("planted");
    assertThat(told.toString(StandardCharsets.UTF_8)).contains("from seed 8");
  }

  @Test
  void oneSeedIsExploredInNoTime(@TempDir Path folder) throws Exception {
    ByteArrayOutputStream told = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(told, true, StandardCharsets.UTF_8);
    new Exploration(stores(folder), out).run(7, Duration.ZERO);
    assertThat(told.toString(StandardCharsets.UTF_8)).contains("explored 1 seeds from 7");
  }
}
