package io.warren.store;

import java.nio.file.Path;

/**
 * Copies of an open store as of one moment, made for a backup: they share their files with the
 * store, so whoever wants one elsewhere copies it and drops it. One at a time. Thread-safe.
 */
public interface Checkpoints {
  /**
   * A checkpoint.
   *
   * @param name by which it is dropped
   * @param folder that a store opens, and then knows that it is a copy
   * @param feedSequence all changes up to it are in the checkpoint; maybe later ones, too
   */
  record Checkpoint(String name, Path folder, long feedSequence) {}

  /**
   * Makes a checkpoint with everything that was acknowledged before the call; drops the former one.
   *
   * @throws StoreException with code FULL when there is no space for it
   */
  Checkpoint take();

  /** Removes a checkpoint; false when there is none of that name. */
  boolean drop(String name);
}
