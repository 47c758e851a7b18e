package io.warren.store.ndb;

import com.mysql.ndbjtie.ndbapi.Ndb;
import io.warren.store.ShardLoad;
import io.warren.store.Shards;
import io.warren.store.StoreException;
import io.warren.store.StoreException.Code;
import io.warren.store.schema.Table;
import io.warren.store.schema.Tables;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.Supplier;

/**
 * The shards of an NDB cluster: all tables have the same number of fragments, and rows with the
 * same partition are in the fragment of the same number. The data nodes count themselves what is
 * asked of them.
 */
final class Fragments implements Shards {
  private final Supplier<Link> link;
  private final long startedMs = System.currentTimeMillis();

  Fragments(Supplier<Link> link) {
    this.link = link;
  }

  @Override
  public int count() {
    Link used = retained();
    try {
      return used.catalog().of(Tables.INODES).ndb().getFragmentCount();
    } finally {
      used.release();
    }
  }

  @Override
  public int of(Table<?, ?> table, long partition) {
    Link used = retained();
    Ndb.Key_part_ptrArray key = Ndb.Key_part_ptrArray.create(2);
    try {
      NdbTable<?, ?> found = used.catalog().of(table);
      Slot slot = found.numberPartition();
      if (slot == null) {
        throw new IllegalArgumentException("Not partitioned by one number: " + table);
      }
      ByteBuffer value = ByteBuffer.allocateDirect(Long.BYTES).order(ByteOrder.nativeOrder());
      key.at(0).len(Session.put(slot, partition, value));
      key.at(0).ptr(value);
      key.at(1).ptr(null);
      key.at(1).len(0);
      int[] hash = new int[1];
      int failed = Ndb.computeHash(hash, found.ndb(), key, null, 0);
      if (failed != 0) {
        throw new IllegalStateException("A partition can't be hashed, error " + failed);
      }
      return found.ndb().getPartitionId(hash[0]);
    } finally {
      Ndb.Key_part_ptrArray.delete(key);
      used.release();
    }
  }

  /** The link, whose native objects stay until it is released. */
  private Link retained() {
    Link now = link.get();
    if (!now.retain()) {
      throw new StoreException(Code.UNAVAILABLE, "The connection to the cluster was replaced");
    }
    return now;
  }

  @Override
  public List<ShardLoad> loads() {
    return List.of();
  }

  @Override
  public long countedSinceMs() {
    return startedMs;
  }
}
