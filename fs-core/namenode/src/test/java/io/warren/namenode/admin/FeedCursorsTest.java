package io.warren.namenode.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.warren.namenode.admin.Problem.ProblemException;
import io.warren.store.FeedIncarnation;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a reader is told whose cursor is of a state that the store does not have any more. */
class FeedCursorsTest {
  private static final FeedIncarnation FIRST = new FeedIncarnation(0x1111, 1);
  private static final FeedIncarnation SECOND = new FeedIncarnation(0x2222, 101);
  private static final FeedIncarnation THIRD = new FeedIncarnation(0x3333, 151);

  private final FeedCursors cursors = new FeedCursors("cluster");

  private Problem refusal(String cursor, List<FeedIncarnation> now, long head) {
    try {
      cursors.sequence(cursor, now, head);
    } catch (ProblemException e) {
      return e.problem();
    }
    throw new AssertionError("The cursor was taken");
  }

  @Test
  void aReaderGoesOnAcrossIncarnationsThatLostNothing() {
    String cursor = cursors.of(List.of(FIRST), 100);
    assertThat(cursors.sequence(cursor, List.of(FIRST, SECOND, THIRD), 200)).isEqualTo(100);
    String later = cursors.of(List.of(FIRST, SECOND, THIRD), 151);
    assertThat(cursors.sequence(later, List.of(FIRST, SECOND, THIRD), 200)).isEqualTo(151);
  }

  @Test
  void aSequenceThatWasGivenAgainIsNotTakenForTheSameChange() {
    String lost = cursors.of(List.of(FIRST), 130);
    Problem problem = refusal(lost, List.of(FIRST, SECOND), 200);
    assertThat(problem.status()).isEqualTo(410);
    assertThat(problem.code()).isEqualTo("feed_set_back");
    assertThat(problem.facts()).isEqualTo(Map.of("agreed_through", 100L, "sequence", 130L));
  }

  @Test
  void aReaderAheadOfTheHeadIsToldBeforeAnythingIsGivenAgain() {
    String lost = cursors.of(List.of(FIRST), 130);
    assertThat(refusal(lost, List.of(FIRST), 100).facts()).containsEntry("agreed_through", 100L);
  }

  @Test
  void ofAnIncarnationThatTheStoreNeverHadNothingIsKnown() {
    // A folder that was put back to a copy from before the second one began.
    String cursor = cursors.of(List.of(FIRST, SECOND), 120);
    Problem problem = refusal(cursor, List.of(FIRST, THIRD), 200);
    assertThat(problem.code()).isEqualTo("feed_set_back");
    assertThat(problem.facts()).isEmpty();
  }

  @Test
  void cursorsOfEarlierVersionsHoldWhereNothingWasSetBack() {
    String old = cursors.of(List.of(FIRST), 70).replaceFirst("-[0-9a-f]{8}-", "-");
    List<FeedIncarnation> upgraded = List.of(FeedIncarnation.UNKNOWN, SECOND);
    assertThat(cursors.sequence(old, upgraded, 120)).isEqualTo(70);
    assertThat(refusal(old, List.of(FIRST, SECOND), 120).code()).isEqualTo("feed_set_back");
  }

  @Test
  void anotherFileSystemsCursorIsNotOneOfASetBackStore() {
    String cursor = new FeedCursors("another").of(List.of(FIRST), 7);
    assertThat(refusal(cursor, List.of(FIRST), 100).code()).isEqualTo("feed_trimmed");
  }

  @Test
  void whatIsNoCursorIsRefused() {
    for (String text : List.of("", "x", "1-2-3-4", "a--1", "a-zz-1", "a-1--1")) {
      assertThatExceptionOfType(ProblemException.class)
          .isThrownBy(() -> cursors.sequence(text, List.of(FIRST), 9))
          .satisfies(e -> assertThat(e.problem().status()).isEqualTo(400));
    }
  }

  @Test
  void thoseThatGaveNoSequenceAndTheOldestAreForgotten() {
    List<FeedIncarnation> all = List.of(FIRST, SECOND);
    assertThat(FeedIncarnation.begin(all, new FeedIncarnation(9, 101)))
        .containsExactly(FIRST, new FeedIncarnation(9, 101));
    for (int i = 0; i < 100; i++) {
      all = FeedIncarnation.begin(all, new FeedIncarnation(1_000 + i, 200 + i));
    }
    assertThat(all)
        .hasSize(FeedIncarnation.KEPT_MAX)
        .last()
        .isEqualTo(new FeedIncarnation(1099, 299));
  }
}
