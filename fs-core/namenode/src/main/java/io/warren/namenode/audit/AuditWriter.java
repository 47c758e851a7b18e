package io.warren.namenode.audit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.log4j.PatternLayout;
import org.apache.log4j.RollingFileAppender;
import org.apache.log4j.spi.LoggingEvent;

/**
 * Writes lines to a rotated file in rounds. Nobody is woken for a line: a thread looks every few
 * milliseconds what has come, and writes it out at once. Waking it for each line cost more than
 * writing it.
 */
final class AuditWriter implements AutoCloseable {
  private static final String PATTERN = "%d{ISO8601} %p %c{2}: %m%n";
  private static final long ROUND_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final int ROUND_LINES_MAX = 4_096;
  private static final int FULL_WAIT_MS = 100;

  /** A file that is flushed by its user. */
  private static final class RoundFile extends RollingFileAppender {
    synchronized void flush() {
      if (qw != null) {
        qw.flush();
      }
    }
  }

  private final BlockingQueue<LoggingEvent> waiting;
  private final RoundFile file;
  private final Thread thread;
  private volatile boolean closed;

  private AuditWriter(RoundFile file, String name, int queueMax) {
    this.file = file;
    this.waiting = new ArrayBlockingQueue<>(queueMax);
    this.thread = new Thread(this::run, "audit-" + name);
    thread.setDaemon(true);
  }

  /**
   * Opens the file and begins.
   *
   * @param name of the namenode
   * @throws IOException when the file can't be written
   */
  static AuditWriter open(Path path, String name, AuditSettings settings) throws IOException {
    RoundFile file = new RoundFile();
    file.setLayout(new PatternLayout(PATTERN));
    file.setEncoding(StandardCharsets.UTF_8.name());
    file.setMaximumFileSize(settings.fileMaxBytes());
    file.setMaxBackupIndex(settings.filesMax());
    file.setImmediateFlush(false);
    file.setFile(path.toString(), true, false, 0);
    AuditWriter writer = new AuditWriter(file, name, settings.queueMax());
    writer.thread.start();
    return writer;
  }

  /** Queues a line; waits while the queue is full, as a log that forgets is none. */
  void add(LoggingEvent line) {
    boolean taken = waiting.offer(line);
    boolean interrupted = false;
    while (!taken && !closed) {
      LockSupport.unpark(thread);
      try {
        taken = waiting.offer(line, FULL_WAIT_MS, TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    List<LoggingEvent> round = new ArrayList<>();
    boolean last = false;
    while (!last) {
      last = closed;
      while (waiting.drainTo(round, ROUND_LINES_MAX) > 0) {
        round.forEach(file::doAppend);
        round.clear();
      }
      file.flush();
      if (!last) {
        LockSupport.parkNanos(this, ROUND_NANOS);
      }
    }
    file.close();
  }

  /** Writes what waits, and lets go of the file. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
