package io.warren.store;

/** A transactional store of the tables in {@link io.warren.store.schema.Tables}. Thread-safe. */
public interface Store extends AutoCloseable {
  Tx begin(TxOptions options);

  ChangeFeed feed();

  /** "embedded" or "ndb". */
  String kind();

  /** Waits for running transactions (bounded), makes everything durable, lets go of the files. */
  @Override
  void close();
}
