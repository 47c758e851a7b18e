package org.apache.hadoop.hdfs.server.datanode;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/**
 * Holds the next block recovery that a datanode of this JVM leads at its beginning, until the
 * datanode is shut down; the recovery then ends as with its process.
 */
@NullMarked
public final class RecoveryInterruption extends DataNodeFaultInjector implements AutoCloseable {
  private final DataNodeFaultInjector before = DataNodeFaultInjector.get();
  private final AtomicReference<@Nullable ThreadGroup> held = new AtomicReference<>();
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch over = new CountDownLatch(1);

  public RecoveryInterruption() {
    DataNodeFaultInjector.set(this);
  }

  @Override
  public void delay() {
    if (!held.compareAndSet(null, Thread.currentThread().getThreadGroup())) {
      return;
    }
    begun.countDown();
    try {
      over.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new IllegalStateException("The datanode was killed before it recovered the block");
  }

  /** Whether a recovery was begun within this time. */
  public boolean awaitBegun(long timeoutMs) throws InterruptedException {
    return begun.await(timeoutMs, TimeUnit.MILLISECONDS);
  }

  /** Whether it is this datanode that leads the recovery. */
  public boolean isLedBy(DataNode datanode) {
    return datanode.threadGroup == held.get();
  }

  @Override
  public void close() {
    over.countDown();
    DataNodeFaultInjector.set(before);
  }
}
