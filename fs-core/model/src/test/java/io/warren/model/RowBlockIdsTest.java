package io.warren.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Ids of blocks that stand for rows. */
class RowBlockIdsTest {
  @Test
  void theyNameInodeAndVersion() {
    for (long inode : new long[] {1, 16_385, (1L << 44) - 1}) {
      for (int version :
          new int[] {1, 2, (1 << 18) - 1, 1 << 18, (1 << 18) + 1, Integer.MAX_VALUE}) {
        long id = RowBlockIds.of(inode, version);
        assertThat(RowBlockIds.isOne(id)).isTrue();
        assertThat(RowBlockIds.inodeId(id)).isEqualTo(inode);
        assertThat(RowBlockIds.isOfVersion(id, version)).isTrue();
        assertThat(RowBlockIds.isOfVersion(id, version + 1)).isFalse();
        assertThat(RowBlockIds.generationStamp(id)).isBetween(1L, 1L << 18);
      }
    }
  }

  @Test
  void noBlockHasOne() {
    assertThat(RowBlockIds.isOne(1L << 30)).isFalse();
    assertThat(RowBlockIds.isOne((1L << 62) - 1)).isFalse();
    assertThat(RowBlockIds.isOne(-1)).isFalse();
    assertThat(RowBlockIds.isOne(Long.MIN_VALUE)).isFalse();
  }

  @Test
  void inodesThatDoNotFitAreRefused() {
    assertThatThrownBy(() -> RowBlockIds.of(0, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> RowBlockIds.of(1L << 44, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
