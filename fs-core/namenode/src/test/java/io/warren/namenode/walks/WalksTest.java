package io.warren.namenode.walks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.namespace.CallContext;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.ipc.RetriableException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Few walks at once, none for nobody, one for all attempts of a call. */
@Timeout(30)
class WalksTest {
  private static final int RUNNING_MAX = 2;
  private static final int WAITING_MAX = 1;

  private final Walks walks = new Walks(RUNNING_MAX, WAITING_MAX, Integer.MAX_VALUE);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch end = new CountDownLatch(1);
  private final AtomicInteger begun = new AtomicInteger();

  @AfterEach
  void stop() {
    end.countDown();
    threads.shutdownNow();
  }

  private static CallContext call(int callId) {
    return new CallContext("ana", List.of(), false, "c1", callId, "");
  }

  private static BooleanSupplier there() {
    return new AtomicBoolean(true)::get;
  }

  /** A walk of endless steps until the test ends it. */
  private Future<String> begin(CallContext caller, BooleanSupplier client) {
    Callable<String> work =
        () ->
            walks.run(
                caller,
                client,
                walk -> {
                  int place = begun.incrementAndGet();
                  try {
                    while (!end.await(1, TimeUnit.MILLISECONDS)) {
                      walk.goOn(1);
                    }
                  } catch (InterruptedException e) {
                    throw new InterruptedIOException();
                  }
                  return "walk " + place;
                });
    return threads.submit(work);
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      Thread.sleep(5);
    }
  }

  /** The third step waits for what the two before it have read. */
  @Test
  void allWalksTogetherReadABoundedNumberOfRowsASecond() throws Exception {
    Walks slow = new Walks(RUNNING_MAX, WAITING_MAX, 1_000);
    long beganNs = System.nanoTime();
    for (int id = 0; id < 3; id++) {
      slow.run(
          call(id),
          there(),
          walk -> {
            walk.goOn(400);
            return "done";
          });
    }
    assertThat(Duration.ofNanos(System.nanoTime() - beganNs)).isGreaterThan(Duration.ofMillis(700));
  }

  @Test
  void aWalkEndsSoonAfterItsClientIsGone() throws Exception {
    AtomicBoolean client = new AtomicBoolean(true);
    Future<String> walk = begin(call(1), client::get);
    await(() -> walks.running() == 1);
    client.set(false);
    assertThatThrownBy(walk::get).hasRootCauseInstanceOf(InterruptedIOException.class);
    assertThat(walks.running()).isZero();
    assertThat(walks.abandoned()).isEqualTo(1);
  }

  @Test
  void aRepeatedCallGetsTheResultOfTheWalkUnderWay() throws Exception {
    AtomicBoolean first = new AtomicBoolean(true);
    Future<String> walk = begin(call(1), first::get);
    await(() -> begun.get() == 1);
    Future<String> again = begin(call(1), there());
    await(() -> walks.joined() == 1);
    // The first attempt's connection broke; the second one waits for the walk.
    first.set(false);
    Thread.sleep(50);
    end.countDown();
    assertThat(again.get()).isEqualTo("walk 1");
    assertThat(walk.get()).isEqualTo("walk 1");
    assertThat(begun).hasValue(1);
    assertThat(begin(call(1), there()).get()).isEqualTo("walk 2");
  }

  @Test
  void theWalkOfAttemptsThatAreAllGoneEnds() throws Exception {
    AtomicBoolean client = new AtomicBoolean(true);
    Future<String> walk = begin(call(1), client::get);
    await(() -> begun.get() == 1);
    AtomicBoolean second = new AtomicBoolean(true);
    Future<String> again = begin(call(1), second::get);
    await(() -> walks.joined() == 1);
    client.set(false);
    second.set(false);
    assertThatThrownBy(walk::get).hasRootCauseInstanceOf(InterruptedIOException.class);
    assertThatThrownBy(again::get).hasRootCauseInstanceOf(InterruptedIOException.class);
  }

  @Test
  void aFailureIsToldToAllAttempts() throws Exception {
    CountDownLatch fail = new CountDownLatch(1);
    Callable<String> failing =
        () ->
            walks.run(
                call(1),
                there(),
                walk -> {
                  begun.incrementAndGet();
                  try {
                    fail.await();
                  } catch (InterruptedException e) {
                    throw new InterruptedIOException();
                  }
                  throw new IOException("no");
                });
    Future<String> walk = threads.submit(failing);
    await(() -> begun.get() == 1);
    Future<String> again = begin(call(1), there());
    await(() -> walks.joined() == 1);
    fail.countDown();
    assertThatThrownBy(walk::get).hasRootCauseMessage("no");
    assertThatThrownBy(again::get).hasRootCauseMessage("no");
    assertThat(walks.running()).isZero();
  }

  @Test
  void fewRunFewWaitAndTheRestComesAgain() throws Exception {
    Future<String> one = begin(call(1), there());
    Future<String> two = begin(call(2), there());
    await(() -> begun.get() == RUNNING_MAX);
    AtomicBoolean client = new AtomicBoolean(true);
    Future<String> waits = begin(call(3), client::get);
    await(() -> walks.waiting() == WAITING_MAX);
    assertThatThrownBy(begin(call(4), there())::get)
        .hasRootCauseInstanceOf(RetriableException.class);
    assertThat(walks.refused()).isEqualTo(1);
    client.set(false);
    assertThatThrownBy(waits::get).hasRootCauseInstanceOf(InterruptedIOException.class);
    Future<String> next = begin(call(5), there());
    await(() -> walks.waiting() == WAITING_MAX);
    assertThat(begun).hasValue(RUNNING_MAX);
    end.countDown();
    for (Future<String> each : List.of(one, two, next)) {
      assertThat(each.get()).startsWith("walk");
    }
    assertThat(walks.running()).isZero();
    assertThat(walks.waiting()).isZero();
  }
}
