package io.warren.store.embedded;

import org.rocksdb.WriteBatch;

/**
 * The changes that a batch of the log tells the feed's readers of, and when they were committed.
 */
final class Commits extends WriteBatch.Handler {
  long count;
  long newestMs;
  private final int changesId;

  Commits(int changesId) {
    this.changesId = changesId;
  }

  @Override
  public void put(int family, byte[] key, byte[] value) {
    if (family == changesId) {
      count++;
      long sequence = ChangeCodec.sequence(key);
      newestMs = Math.max(newestMs, ChangeCodec.read(sequence, value).committedAtMs());
    }
  }

  @Override
  public void put(byte[] key, byte[] value) {}

  @Override
  public void merge(int family, byte[] key, byte[] value) {}

  @Override
  public void merge(byte[] key, byte[] value) {}

  @Override
  public void delete(int family, byte[] key) {}

  @Override
  public void delete(byte[] key) {}

  @Override
  public void singleDelete(int family, byte[] key) {}

  @Override
  public void singleDelete(byte[] key) {}

  @Override
  public void deleteRange(int family, byte[] beginKey, byte[] endKey) {}

  @Override
  public void deleteRange(byte[] beginKey, byte[] endKey) {}

  @Override
  public void logData(byte[] blob) {}

  @Override
  public void putBlobIndex(int family, byte[] key, byte[] value) {}

  @Override
  public void markBeginPrepare() {}

  @Override
  public void markEndPrepare(byte[] xid) {}

  @Override
  public void markNoop(boolean emptyBatch) {}

  @Override
  public void markRollback(byte[] xid) {}

  @Override
  public void markCommit(byte[] xid) {}

  @Override
  public void markCommitWithTimestamp(byte[] xid, byte[] ts) {}
}
