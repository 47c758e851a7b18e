package io.warren.migrate.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NumbersTest {
  private static List<Long> list(Numbers numbers) {
    List<Long> list = new ArrayList<>();
    numbers.forEach(list::add);
    return list;
  }

  @Test
  void aPartIsAboveOneNumberUpToAnother() {
    Numbers all = Numbers.of(new long[] {2, 4, 7});
    assertThat(list(all.within(2, 7))).containsExactly(4L, 7L);
    assertThat(list(all.within(3, 6))).containsExactly(4L);
    assertThat(list(all.above(3).within(0, 4))).containsExactly(4L);
    assertThat(all.within(4, 6).isEmpty()).isTrue();
    assertThat(all.within(7, 3).isEmpty()).isTrue();
    assertThat(all.within(0, 9)).isSameAs(all);
    assertThat(all.above(2).first()).isEqualTo(4);
    assertThat(all.within(0, 4).last()).isEqualTo(4);
  }

  @Test
  void theGreatestUpToANumberIsFound() {
    Numbers all = Numbers.of(new long[] {2, 4, 7});
    assertThat(all.upTo(1)).isZero();
    assertThat(all.upTo(4)).isEqualTo(4);
    assertThat(all.upTo(6)).isEqualTo(4);
    assertThat(all.above(4).upTo(6)).isZero();
    assertThat(all.contains(4)).isTrue();
    assertThat(all.above(4).contains(4)).isFalse();
  }

  @Test
  void putTogetherEachIsThereOnce() {
    Numbers some = Numbers.of(new long[] {2, 7});
    assertThat(list(some.and(Numbers.of(new long[] {1, 7, 9})))).containsExactly(1L, 2L, 7L, 9L);
    assertThat(some.and(Numbers.NONE)).isSameAs(some);
    assertThat(Numbers.NONE.and(some)).isSameAs(some);
  }
}
