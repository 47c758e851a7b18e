package io.warren.store.embedded;

import io.warren.store.StoreException;
import io.warren.store.StoreException.Code;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** The one mapping from RocksDB's errors to the store's codes. */
final class Classify {
  private Classify() {}

  /** An error of a read, a lock or a buffered write. */
  static StoreException error(String operation, RocksDBException e) {
    Code code = code(e.getStatus());
    return new StoreException(code, message(code), e)
        .with("operation", operation)
        .with("rocksdb", String.valueOf(e.getMessage()));
  }

  private static Code code(@Nullable Status status) {
    if (status == null) {
      return Code.UNAVAILABLE;
    }
    Status.SubCode sub = status.getSubCode();
    return switch (status.getCode()) {
      case Busy -> sub == Status.SubCode.Deadlock ? Code.DEADLOCK : Code.LOCK_TIMEOUT;
      case TimedOut, Expired -> Code.LOCK_TIMEOUT;
      case Corruption, NotFound, InvalidArgument, NotSupported -> Code.CORRUPT;
      case IOError -> sub == Status.SubCode.NoSpace ? Code.FULL : Code.CORRUPT;
      case Aborted, TryAgain, Incomplete, MergeInProgress -> Code.UNAVAILABLE;
      case ShutdownInProgress -> Code.CLOSED;
      case Ok, Undefined -> Code.UNAVAILABLE;
    };
  }

  private static String message(Code code) {
    return switch (code) {
      case DEADLOCK -> "Transactions waited for each other's row locks";
      case LOCK_TIMEOUT -> "A row lock was not free in time";
      case FULL -> "No space is left for the metadata store: free space on its disk";
      case CORRUPT ->
          "The metadata store's files can't be read or written: check the disk, then restore the"
              + " store folder from a backup if its files are damaged";
      case CLOSED -> "The metadata store is closed";
      default -> "The metadata store could not do the operation now";
    };
  }
}
