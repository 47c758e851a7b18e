package io.warren.store.testkit;

import io.warren.store.Acknowledgement;
import io.warren.store.Store;
import io.warren.store.StoreException;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import java.util.ArrayList;
import java.util.List;

/**
 * A store whose commits are visible at once, and durable for whoever answers later when the test
 * says so. Thread-safe.
 */
public final class HeldAnswers extends ForwardingStore {
  private final List<Acknowledgement.Waiting> held = new ArrayList<>();
  private boolean holding;

  public HeldAnswers(Store inner) {
    super(inner);
  }

  /** From now on nothing is told to be durable. */
  public synchronized void hold() {
    holding = true;
  }

  /** How many commits are waited for. */
  public synchronized int count() {
    return held.size();
  }

  /** Everything is durable that was held, and what comes. */
  public void release() {
    take().forEach(Acknowledgement.Waiting::durable);
  }

  /** The disk has failed for what was held. */
  public void fail(StoreException cause) {
    take().forEach(waiting -> waiting.failed(cause));
  }

  /** The disk has failed for what was held first; the rest waits on. */
  public void failFirst(StoreException cause) {
    Acknowledgement.Waiting first;
    synchronized (this) {
      first = held.remove(0);
    }
    first.failed(cause);
  }

  private synchronized List<Acknowledgement.Waiting> take() {
    holding = false;
    List<Acknowledgement.Waiting> taken = List.copyOf(held);
    held.clear();
    return taken;
  }

  private synchronized void committed(Acknowledgement answer) {
    Acknowledgement.Waiting waiting = holding ? answer.await() : null;
    if (waiting != null) {
      held.add(waiting);
    }
  }

  @Override
  public Tx begin(TxOptions options) {
    Acknowledgement answer = options.answer();
    if (answer == null) {
      return super.begin(options);
    }
    TxOptions waits =
        new TxOptions(
            options.operation(),
            options.readOnly(),
            options.partitionHint(),
            options.lockTimeoutMs(),
            options.sequenced(),
            null);
    return new ForwardingTx(super.begin(waits), options.operation()) {
      @Override
      public long commit() {
        long sequence = super.commit();
        committed(answer);
        return sequence;
      }
    };
  }
}
