package io.warren.store.embedded;

import org.rocksdb.RocksDBException;

/** Brings the log to the disk; without durable commits only out of this process. */
@FunctionalInterface
interface LogDisk {
  /** Returns when everything that was in the log before the call is safe. */
  void sync() throws RocksDBException;
}
