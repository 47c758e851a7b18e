package io.warren.bench.mix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class MixTest {
  private static final long SEED = 11;
  private static final int DRAWS = 200_000;

  private static MixOptions options(int depth, TreeShape shape) {
    return new MixOptions(
        List.of("hdfs://127.0.0.1:1"), "/base", 2, 1, 0, 1, 0, depth, -1, shape, 0, SEED, false);
  }

  private static Map<MixOperation, Double> percents(double createPercent) {
    Mix mix = new Mix(createPercent);
    SplittableRandom random = new SplittableRandom(SEED);
    Map<MixOperation, Double> percents = new EnumMap<>(MixOperation.class);
    for (int i = 0; i < DRAWS; i++) {
      percents.merge(mix.choose(random), 100.0 / DRAWS, Double::sum);
    }
    return percents;
  }

  @Test
  void operationsComeWithTheirShares() {
    int shares = 0;
    Map<MixOperation, Double> percents = percents(-1);
    for (MixOperation operation : MixOperation.values()) {
      shares += operation.share();
      assertThat(percents.getOrDefault(operation, 0.0))
          .as("%s, seed %d", operation, SEED)
          .isCloseTo(operation.share() / 100.0, within(0.4));
    }
    assertThat(shares).isEqualTo(MixOperation.SHARES);
  }

  @Test
  void moreCreatesLeaveTheOthersInProportion() {
    Map<MixOperation, Double> percents = percents(20);
    assertThat(percents.get(MixOperation.CREATE)).isCloseTo(20, within(0.4));
    assertThat(percents.get(MixOperation.READ)).isCloseTo(68.73 * 80 / 97.3, within(0.5));
    assertThat(percents(100)).containsOnlyKeys(MixOperation.CREATE);
    assertThat(percents(0)).doesNotContainKey(MixOperation.CREATE);
  }

  @Test
  void aThreadsTreeHasTheShapeAndDepthAskedFor() {
    PathPool pool = new PathPool(options(7, TreeShape.APART), 0);
    assertThat(pool.directories()).hasSize(63).doesNotHaveDuplicates();
    assertThat(pool.files()).hasSize(63 * 16).doesNotHaveDuplicates();
    assertThat(pool.files().stream().mapToLong(MixTest::depth).max()).hasValue(7);
    assertThat(pool.files())
        .allSatisfy(f -> assertThat(f.substring(f.lastIndexOf('/') + 1)).hasSize(34));
    PathPool other = new PathPool(options(7, TreeShape.APART), 1);
    assertThat(other.files()).doesNotContainAnyElementsOf(pool.files());
    PathPool hot = new PathPool(options(7, TreeShape.SHARED_TOP), 0);
    assertThat(hot.root()).startsWith("/base/");
    assertThat(hot.files().stream().mapToLong(MixTest::depth).max()).hasValue(7);
  }

  @Test
  void inOneDirectoryEachThreadKnowsItsFiles() {
    MixOptions together = options(7, TreeShape.ONE_DIRECTORY);
    PathPool pool = new PathPool(together, 0);
    PathPool other = new PathPool(together, 1);
    assertThat(pool.directories()).containsExactly("/base");
    assertThat(pool.files()).hasSize(PathPool.FILES_TOGETHER / 2).allMatch(pool::owns);
    assertThat(other.files()).noneMatch(pool::owns).allMatch(f -> depth(f) == 2);
  }

  private static long depth(String path) {
    return path.chars().filter(c -> c == '/').count();
  }

  @Test
  void newNamesAreNewAndRemovedFilesAreGone() {
    PathPool pool = new PathPool(options(3, TreeShape.APART), 0);
    SplittableRandom random = new SplittableRandom(SEED);
    Set<String> seen = new HashSet<>(pool.files());
    for (int i = 0; i < 1_000; i++) {
      assertThat(seen.add(pool.newFile(random))).isTrue();
      assertThat(seen.add(pool.sibling(pool.file(random)))).isTrue();
    }
    while (!pool.files().isEmpty()) {
      int index = pool.fileIndex(random);
      String file = pool.files().get(index);
      pool.removeFile(index);
      assertThat(pool.files()).doesNotContain(file);
    }
  }

  @Test
  void impossibleOptionsAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> options(2, TreeShape.APART));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new MixOptions(
                    List.of("hdfs://h"),
                    "base",
                    1,
                    1,
                    0,
                    1,
                    0,
                    7,
                    -1,
                    TreeShape.APART,
                    0,
                    1,
                    false))
        .withMessageContaining("base-path");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new MixOptions(
                    List.of("hdfs://h"),
                    "/base",
                    1,
                    2,
                    0,
                    1,
                    0,
                    7,
                    -1,
                    TreeShape.APART,
                    0,
                    1,
                    false))
        .withMessageContaining("connections");
  }
}
