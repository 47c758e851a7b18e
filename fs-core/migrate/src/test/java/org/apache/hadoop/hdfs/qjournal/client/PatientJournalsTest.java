package org.apache.hadoop.hdfs.qjournal.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.server.protocol.NamespaceInfo;
import org.junit.jupiter.api.Test;

/** What is asked of a JournalNode that stands still does not pile up. */
class PatientJournalsTest {
  private static final int QUESTIONS = 1_000;

  @Test
  void questionsToOneThatStandsStillAreBounded() throws Exception {
    var nowhere = new InetSocketAddress("127.0.0.1", 1);
    var namespace = new NamespaceInfo(1, "CID-x", "BP-x", 0);
    var channel =
        new PatientJournals.Channel(
            new HdfsConfiguration(), namespace, "journal", "service", nowhere);
    try {
      ThreadPoolExecutor questions = channel.createParallelExecutor();
      CountDownLatch answer = new CountDownLatch(1);
      AtomicInteger newest = new AtomicInteger();
      for (int i = 1; i <= QUESTIONS; i++) {
        int number = i;
        questions.execute(
            () -> {
              awaited(answer);
              newest.accumulateAndGet(number, Math::max);
            });
      }
      assertThat(questions.getQueue()).hasSize(PatientJournals.WAITING_MAX);
      assertThat(questions.getPoolSize()).isEqualTo(PatientJournals.THREADS);
      answer.countDown();
      questions.shutdown();
      assertThat(questions.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
      assertThat(questions.getCompletedTaskCount())
          .isEqualTo(PatientJournals.WAITING_MAX + PatientJournals.THREADS);
      assertThat(newest).hasValue(QUESTIONS);
    } finally {
      channel.close();
    }
  }

  private static void awaited(CountDownLatch answer) {
    try {
      answer.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
