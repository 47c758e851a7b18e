package org.apache.hadoop.ipc;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;

/**
 * Hadoop's FairCallQueue, which never pushes a datanode back: when every level is full, its call
 * waits for room. Made by Hadoop, by the name in the settings.
 */
@org.jspecify.annotations.NullMarked
public final class ClientCallQueue<E extends Schedulable> extends FairCallQueue<E> {
  /** By the prefix of their settings; a queue that replaces another one counts on. */
  private static final Map<String, LongAdder> BACKED_OFF = new ConcurrentHashMap<>();

  /** Who is told of each such call, by the same prefix. */
  private static final Map<String, Consumer<Schedulable>> TOLD = new ConcurrentHashMap<>();

  private final String prefix;
  private final LongAdder backedOff;

  public ClientCallQueue(
      int priorityLevels,
      int capacityCalls,
      String prefix,
      int[] capacityWeights,
      boolean failover,
      Configuration conf) {
    super(priorityLevels, capacityCalls, prefix, capacityWeights, failover, conf);
    this.prefix = prefix;
    backedOff = BACKED_OFF.computeIfAbsent(prefix, unused -> new LongAdder());
  }

  @Override
  public boolean add(E call) {
    try {
      return super.add(call);
    } catch (CallQueueManager.CallQueueOverflowException e) {
      if (!DatanodeIdentity.isDatanodes(call)) {
        backedOff.increment();
        Consumer<Schedulable> told = TOLD.get(prefix);
        if (told != null) {
          told.accept(call);
        }
        throw e;
      }
    }
    try {
      put(call);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("The server ends", e);
    }
  }

  /** Tells of each call that is pushed back by the queues with these settings, in its thread. */
  public static void tell(String prefix, Consumer<Schedulable> told) {
    TOLD.put(prefix, told);
  }

  /** Ends {@link #tell}, unless somebody else is told by now. */
  public static void untell(String prefix, Consumer<Schedulable> told) {
    TOLD.remove(prefix, told);
  }

  /** Calls that were pushed back because the queues with these settings were full. */
  public static long backedOff(String prefix) {
    LongAdder count = BACKED_OFF.get(prefix);
    return count == null ? 0 : count.sum();
  }
}
