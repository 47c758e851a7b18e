package io.warren.store.testkit;

/** While it is open, nothing that is committed reaches the disk; commits may wait meanwhile. */
@FunctionalInterface
public interface DiskStall extends AutoCloseable {
  @Override
  void close();
}
