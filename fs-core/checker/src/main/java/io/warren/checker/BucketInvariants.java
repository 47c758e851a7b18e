package io.warren.checker;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.BucketHash;
import io.warren.model.BucketKey;
import io.warren.model.BucketReplica;
import io.warren.model.HashBucket;
import io.warren.model.HashBucketChange;
import io.warren.model.Replica;
import io.warren.model.ReplicaHash;
import io.warren.store.schema.Tables;
import java.util.HashMap;
import java.util.Map;

/** The buckets of the storages hold exactly the replicas, and their hashes are those of them. */
final class BucketInvariants {
  private record Sum(BucketHash hash, int replicas) {
    static final Sum NOTHING = new Sum(BucketHash.EMPTY, 0);

    Sum plus(BucketHash more, int moreReplicas) {
      return new Sum(hash.xor(more), replicas + moreReplicas);
    }
  }

  private BucketInvariants() {}

  static void check(Rows rows) {
    assertThat(rows.all(Tables.BUCKET_REPLICAS).stream().map(BucketReplica::replica))
        .as("replicas in the order of buckets")
        .containsExactlyInAnyOrderElementsOf(rows.all(Tables.REPLICAS));
    Map<BucketKey, Sum> wanted = new HashMap<>();
    for (Replica r : rows.all(Tables.REPLICAS)) {
      int bucket = ReplicaHash.bucketOf(r.blockId(), ReplicaHash.STORED_BUCKETS);
      add(wanted, new BucketKey(r.storageId(), bucket), ReplicaHash.of(r), 1);
    }
    Map<BucketKey, Sum> found = new HashMap<>();
    Map<Integer, Sum> storages = new HashMap<>();
    Map<Integer, Sum> noted = new HashMap<>();
    for (HashBucket b : rows.all(Tables.HASH_BUCKETS)) {
      if (b.isOfWholeStorage()) {
        noted.put(b.storageId(), Sum.NOTHING.plus(b.hash(), b.replicas()));
      } else {
        add(found, b.key(), b.hash(), b.replicas());
        add(storages, b.storageId(), b.hash(), b.replicas());
      }
    }
    noted.forEach(
        (storage, sum) ->
            assertThat(sum)
                .as("hash and number of storage %d", storage)
                .isEqualTo(storages.getOrDefault(storage, Sum.NOTHING)));
    for (HashBucketChange c : rows.all(Tables.HASH_BUCKET_CHANGES)) {
      add(found, new BucketKey(c.storageId(), c.bucket()), c.hash(), c.replicas());
    }
    found.values().removeIf(Sum.NOTHING::equals);
    assertThat(found).as("hashes and numbers of buckets").isEqualTo(wanted);
  }

  private static <K> void add(Map<K, Sum> sums, K key, BucketHash hash, int replicas) {
    sums.merge(key, Sum.NOTHING.plus(hash, replicas), (a, b) -> a.plus(b.hash, b.replicas));
  }
}
