package io.warren.namenode.admin;

import io.warren.store.ShardLoad;
import io.warren.store.Shards;
import io.warren.store.Store;
import java.time.Clock;
import java.util.List;

/** GET /heat/shards: what this process asked of each part of the store. */
final class ShardsResource implements AdminServlet.Resource {
  /**
   * @param count of shards
   * @param startedAtMs when the loads began to be counted
   * @param loads empty where the store's own servers count them
   */
  record View(
      String namenode,
      String store,
      int count,
      long startedAtMs,
      long asOfMs,
      List<ShardLoad> loads) {}

  private final String namenode;
  private final Store store;
  private final Clock clock;

  ShardsResource(String namenode, Store store, Clock clock) {
    this.namenode = namenode;
    this.store = store;
    this.clock = clock;
  }

  @Override
  public Object handle(AdminRequest request) {
    Shards shards = store.shards();
    return new View(
        namenode,
        store.kind(),
        shards.count(),
        shards.countedSinceMs(),
        clock.millis(),
        shards.loads());
  }
}
