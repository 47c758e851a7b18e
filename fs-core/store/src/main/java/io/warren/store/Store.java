package io.warren.store;

/** A transactional store of the tables in {@link io.warren.store.schema.Tables}. Thread-safe. */
public interface Store extends AutoCloseable {
  Tx begin(TxOptions options);

  ChangeFeed feed();

  /** "embedded" or "ndb". */
  String kind();

  /** Whether a read-only transaction sees one moment; else each of its reads sees the newest. */
  boolean snapshotReads();

  /** Waits for running transactions (bounded), makes everything durable, lets go of the files. */
  @Override
  void close();
}
