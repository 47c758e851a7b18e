package io.warren.migrate.cluster;

import io.warren.namespace.UnfinishedImport;
import io.warren.store.ChangeFeed;
import io.warren.store.Durability;
import io.warren.store.LockMode;
import io.warren.store.Shards;
import io.warren.store.Store;
import io.warren.store.Tx;
import io.warren.store.TxOptions;

/**
 * A store of which each writing transaction holds the claim of one import: none commits once
 * another import has the store. It is closed by whoever opened the one below.
 */
final class ClaimedStore implements Store {
  private final Store store;
  private final String token;

  ClaimedStore(Store store, String token) {
    this.store = store;
    this.token = token;
  }

  @Override
  public Tx begin(TxOptions options) {
    Tx tx = store.begin(options);
    if (options.readOnly()) {
      return tx;
    }
    boolean held = false;
    try {
      held =
          UnfinishedImport.claim(tx, LockMode.SHARED)
              .filter(claim -> claim.token().equals(token))
              .isPresent();
    } finally {
      if (!held) {
        tx.close();
      }
    }
    if (!held) {
      throw new ClaimException("Another import has taken this cluster: this one has ended");
    }
    return tx;
  }

  @Override
  public ChangeFeed feed() {
    return store.feed();
  }

  @Override
  public String kind() {
    return store.kind();
  }

  @Override
  public Shards shards() {
    return store.shards();
  }

  @Override
  public boolean snapshotReads() {
    return store.snapshotReads();
  }

  @Override
  public boolean takesHints() {
    return store.takesHints();
  }

  @Override
  public boolean readsAhead() {
    return store.readsAhead();
  }

  @Override
  public long moment() {
    return store.moment();
  }

  @Override
  public boolean settled(long moment) {
    return store.settled(moment);
  }

  @Override
  public Durability durability() {
    return store.durability();
  }

  @Override
  public int incarnation(Tx tx) {
    return store.incarnation(tx);
  }

  @Override
  public boolean incarnationsAreCopies() {
    return store.incarnationsAreCopies();
  }

  @Override
  public void close() {}
}
