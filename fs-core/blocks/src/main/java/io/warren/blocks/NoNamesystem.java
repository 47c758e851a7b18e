package io.warren.blocks;

import org.apache.hadoop.hdfs.server.blockmanagement.BlockCollection;
import org.apache.hadoop.hdfs.server.namenode.CacheManager;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory;
import org.apache.hadoop.hdfs.server.namenode.Namesystem;
import org.apache.hadoop.hdfs.server.namenode.ha.HAContext;
import org.apache.hadoop.hdfs.util.RwLockMode;
import org.jspecify.annotations.Nullable;

/**
 * The namesystem that Hadoop's block manager is given when it serves as a library of datanode
 * membership and placement: it has no files, so its block map stays empty and its lock guards
 * nothing.
 */
final class NoNamesystem implements Namesystem {
  private volatile boolean running = true;

  void stop() {
    running = false;
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  @Override
  public @Nullable BlockCollection getBlockCollection(long id) {
    return null;
  }

  @Override
  public @Nullable FSDirectory getFSDirectory() {
    return null;
  }

  @Override
  public void startSecretManagerIfNecessary() {}

  @Override
  public boolean isInSnapshot(long blockCollectionId) {
    return false;
  }

  @Override
  public @Nullable CacheManager getCacheManager() {
    return null;
  }

  @Override
  public @Nullable HAContext getHAContext() {
    return null;
  }

  @Override
  public boolean inTransitionToActive() {
    return false;
  }

  @Override
  public void removeXattr(long id, String name) {}

  @Override
  public void checkAndProvisionSnapshotTrashRoots() {}

  @Override
  public boolean isInSafeMode() {
    return false;
  }

  @Override
  public boolean isInStartupSafeMode() {
    return false;
  }

  @Override
  public void readLock(RwLockMode mode) {}

  @Override
  public void readLockInterruptibly(RwLockMode mode) {}

  @Override
  public void readUnlock(RwLockMode mode, String operation) {}

  @Override
  public boolean hasReadLock(RwLockMode mode) {
    return true;
  }

  @Override
  public void writeLock(RwLockMode mode) {}

  @Override
  public void writeLockInterruptibly(RwLockMode mode) {}

  @Override
  public void writeUnlock(RwLockMode mode, String operation) {}

  @Override
  public boolean hasWriteLock(RwLockMode mode) {
    return true;
  }
}
