package io.warren.store.testkit;

import io.warren.store.BulkLoad;
import io.warren.store.ChangeFeed;
import io.warren.store.Checkpoints;
import io.warren.store.Durability;
import io.warren.store.Shards;
import io.warren.store.Store;
import io.warren.store.StoreCounter;
import io.warren.store.StoreRoom;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Passes everything on; for wrappers that change some of it. */
public abstract class ForwardingStore implements Store {
  private final Store inner;

  protected ForwardingStore(Store inner) {
    this.inner = inner;
  }

  /** The wrapped store. */
  protected final Store inner() {
    return inner;
  }

  @Override
  public Tx begin(TxOptions options) {
    return inner.begin(options);
  }

  @Override
  public ChangeFeed feed() {
    return inner.feed();
  }

  @Override
  public String kind() {
    return inner.kind();
  }

  @Override
  public Shards shards() {
    return inner.shards();
  }

  @Override
  public boolean snapshotReads() {
    return inner.snapshotReads();
  }

  @Override
  public boolean takesHints() {
    return inner.takesHints();
  }

  @Override
  public boolean readsAhead() {
    return inner.readsAhead();
  }

  @Override
  public long moment() {
    return inner.moment();
  }

  @Override
  public boolean settled(long moment) {
    return inner.settled(moment);
  }

  @Override
  public Durability durability() {
    return inner.durability();
  }

  @Override
  public int incarnation(Tx tx) {
    return inner.incarnation(tx);
  }

  @Override
  public boolean incarnationsAreCopies() {
    return inner.incarnationsAreCopies();
  }

  @Override
  public @Nullable Checkpoints checkpoints() {
    return inner.checkpoints();
  }

  @Override
  public List<StoreCounter> counters() {
    return inner.counters();
  }

  @Override
  public @Nullable StoreRoom room() {
    return inner.room();
  }

  @Override
  public @Nullable BulkLoad bulkLoad() {
    return inner.bulkLoad();
  }

  @Override
  public void close() {
    inner.close();
  }
}
