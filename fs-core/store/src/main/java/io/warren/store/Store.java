package io.warren.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A transactional store of the tables in {@link io.warren.store.schema.Tables}. Thread-safe. */
public interface Store extends AutoCloseable {
  Tx begin(TxOptions options);

  ChangeFeed feed();

  /** "embedded" or "ndb". */
  String kind();

  /** How the rows are divided. */
  Shards shards();

  /** Whether a read-only transaction sees one moment; else each of its reads sees the newest. */
  boolean snapshotReads();

  /** Whether {@link TxOptions#partitionHint} has any effect, so that a guess is worth its cost. */
  default boolean takesHints() {
    return true;
  }

  /**
   * Whether rows that may not be needed are worth their reading when that spares another batch of
   * reads: where a batch goes to another process.
   */
  default boolean readsAhead() {
    return true;
  }

  /**
   * A mark of the present for {@link #settled}. Stores without snapshots may show the rows of one
   * commit one after the other.
   */
  long moment();

  /**
   * Whether each commit of which any row could be seen at a moment is visible in all its rows by
   * now. May say false for longer than needed, never true too early. Costs no round trip.
   */
  boolean settled(long moment);

  /** For whoever acts outside the store on rows that he has read. */
  Durability durability();

  /**
   * A number that is another one once the store may have lost commits that were visible: it came
   * back as of an earlier time. Read in a transaction that may write, it holds for what that
   * transaction reads and writes. 0 for a store that loses nothing of what was acknowledged.
   */
  int incarnation(Tx tx);

  /**
   * Whether another incarnation means that the store was restored from a copy, so that what was
   * lost may be any time's work. Else it is no more than what was not durable yet.
   */
  default boolean incarnationsAreCopies() {
    return false;
  }

  /** What the adapter counts besides the {@link TxStats} of each transaction. */
  default List<StoreCounter> counters() {
    return List.of();
  }

  /** The room for the bytes of small files; null for a store that cannot tell. */
  default @Nullable StoreRoom room() {
    return null;
  }

  /** Copies for backups; null for a store that has a backup of its own. */
  default @Nullable Checkpoints checkpoints() {
    return null;
  }

  /** A way to fill the store while nobody uses it; null for a store that has none. */
  default @Nullable BulkLoad bulkLoad() {
    return null;
  }

  /** Waits for running transactions (bounded), makes everything durable, lets go of the files. */
  @Override
  void close();
}
