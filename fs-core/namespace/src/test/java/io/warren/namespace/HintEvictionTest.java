package io.warren.namespace;

import static io.warren.namespace.TestCluster.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.warren.namespace.TestCluster.Namenode;
import io.warren.namespace.operation.Delete;
import io.warren.namespace.operation.GetStatus;
import io.warren.namespace.operation.Mkdirs;
import io.warren.namespace.operation.Rename;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A cache that holds fewer hints than a path has components keeps no operation from ending. */
class HintEvictionTest {
  private static final FsPath FROM = FsPath.parse("/a/b/c/d/e/f/g");
  private static final FsPath TO = FsPath.parse("/s/t/u/v/w/x/y");

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 3, 12})
  void deepPathsAreLockedAtTheSecondAttempt(long hintsMax, @TempDir Path folder) {
    try (TestCluster cluster = TestCluster.open(folder)) {
      Namenode namenode = cluster.withHintsMax(hintsMax).namenode();
      namenode.run(new Mkdirs(FROM, 0755, true), ROOT);
      namenode.run(new Mkdirs(TO.parent(), 0755, true), ROOT);
      namenode.finished.clear();

      for (int round = 0; round < 20; round++) {
        namenode.run(new Rename(FROM, TO, Rename.Rules.LEGACY), ROOT);
        assertThat(namenode.run(new GetStatus(TO), ROOT)).isPresent();
        namenode.run(new Rename(TO, FROM, Rename.Rules.LEGACY), ROOT);
        assertThat(namenode.run(new GetStatus(TO), ROOT)).isEmpty();
      }
      namenode.run(new Delete(FROM, false), ROOT);

      assertThat(namenode.finished)
          .as("at most one attempt of each operation is in vain")
          .hasSizeLessThanOrEqualTo(2 * (20 * 4 + 1));
    }
  }
}
