package io.warren.namenode.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.namenode.admin.FileChecksums.Answer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Slow datanodes are bounded in time, and in the number of callers that wait for them. */
class ChecksumCallsTest {
  private static final long ENDLESS_MS = 60_000;
  private static final long SLOW_INODE = 3;

  private static Answer answer(long inodeId) {
    return new Answer(inodeId, 1L, 1L, "MD5-of-0MD5-of-512CRC32C", "aa", null);
  }

  private static LongFunction<Answer> slowAt(CountDownLatch begun, CountDownLatch interrupted) {
    return inodeId -> {
      if (inodeId == SLOW_INODE) {
        begun.countDown();
        try {
          Thread.sleep(ENDLESS_MS);
        } catch (InterruptedException e) {
          interrupted.countDown();
        }
      }
      return answer(inodeId);
    };
  }

  @Test
  void whatTheTimeIsTooShortForSaysSo() throws Exception {
    CountDownLatch interrupted = new CountDownLatch(1);
    ChecksumCalls calls = new ChecksumCalls("nn", slowAt(new CountDownLatch(1), interrupted), 300);
    List<Answer> answers = calls.answers(1, 2, SLOW_INODE, 4, 5);
    assertThat(answers.stream().map(Answer::inodeId)).containsExactly(1L, 2L, SLOW_INODE, 4L, 5L);
    assertThat(answers.stream().map(Answer::reason))
        .containsExactly(null, null, "time_limit", "not_reached", "not_reached");
    assertThat(interrupted.await(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void callersAboveTheMostAreToldToComeAgain() throws Exception {
    CountDownLatch begun = new CountDownLatch(ChecksumCalls.CALLS_MAX);
    CountDownLatch interrupted = new CountDownLatch(ChecksumCalls.CALLS_MAX);
    ChecksumCalls calls = new ChecksumCalls("nn", slowAt(begun, interrupted), 2_000);
    List<CompletableFuture<List<Answer>>> waiting =
        IntStream.range(0, ChecksumCalls.CALLS_MAX)
            .mapToObj(at -> CompletableFuture.supplyAsync(() -> answers(calls)))
            .toList();
    assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
    assertThatThrownBy(() -> calls.answers(1))
        .isInstanceOfSatisfying(
            Problem.ProblemException.class, e -> assertThat(e.problem().status()).isEqualTo(503));
    for (CompletableFuture<List<Answer>> each : waiting) {
      assertThat(each.get(10, TimeUnit.SECONDS)).hasSize(1);
    }
    assertThat(interrupted.await(10, TimeUnit.SECONDS)).isTrue();
  }

  private static List<Answer> answers(ChecksumCalls calls) {
    try {
      return calls.answers(SLOW_INODE);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aFailureIsTheCallers() {
    ChecksumCalls calls =
        new ChecksumCalls(
            "nn",
            inodeId -> {
              throw new IllegalArgumentException("broken");
            },
            10_000);
    assertThatThrownBy(() -> calls.answers(1)).isInstanceOf(IllegalArgumentException.class);
  }
}
