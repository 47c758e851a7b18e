package org.apache.hadoop.hdfs.qjournal.client;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.protocol.NamespaceInfo;

/**
 * JournalNodes that are asked again and again, for days, while one of them may be lost. Hadoop's
 * own client keeps each question to one that does not answer until its connection has failed,
 * without a bound.
 */
public final class PatientJournals {
  static final int THREADS = 2;
  private static final long IDLE_S = 60;

  /** So many questions wait for a JournalNode; the oldest make way, as nobody waits for them. */
  static final int WAITING_MAX = 8;

  private PatientJournals() {}

  /** Asks nobody yet. */
  public static QuorumJournalManager of(Configuration conf, URI location, NamespaceInfo namespace)
      throws IOException {
    return new QuorumJournalManager(conf, location, namespace, Channel::new);
  }

  /** The way to one of them. */
  static final class Channel extends IPCLoggerChannel {
    Channel(
        Configuration conf,
        NamespaceInfo namespace,
        String journal,
        String nameService,
        InetSocketAddress address) {
      super(conf, namespace, journal, nameService, address);
    }

    @Override
    protected ThreadPoolExecutor createParallelExecutor() {
      ThreadPoolExecutor questions =
          new ThreadPoolExecutor(
              THREADS,
              THREADS,
              IDLE_S,
              TimeUnit.SECONDS,
              new ArrayBlockingQueue<>(WAITING_MAX),
              task -> {
                Thread thread = new Thread(task, "questions to a JournalNode");
                thread.setDaemon(true);
                return thread;
              },
              new ThreadPoolExecutor.DiscardOldestPolicy());
      questions.allowCoreThreadTimeOut(true);
      return questions;
    }
  }
}
