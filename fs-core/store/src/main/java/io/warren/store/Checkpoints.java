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
   * @param logPosition all writes up to it are in the checkpoint; maybe later ones, too
   * @param incarnation of the store, by which logs of it are told from those of a restored one
   */
  record Checkpoint(
      String name, Path folder, long feedSequence, long logPosition, int incarnation) {}

  /**
   * All that was written after a position, for rolling a restored checkpoint forward.
   *
   * @param name by which it is dropped
   * @param through position of the last write that is in it
   * @param feedSequence all changes up to it are in it, or before it
   */
  record Log(String name, Path file, long through, long feedSequence, int incarnation) {}

  /**
   * Makes a checkpoint with everything that was acknowledged before the call; drops the former one.
   *
   * @throws StoreException with code FULL when there is no space for it
   */
  Checkpoint take();

  /**
   * Writes out what the store's log has after a position: everything that was acknowledged before
   * the call. Drops the former checkpoint or log.
   *
   * @throws StoreException with code FEED_TRIMMED when the log is not kept from there on
   */
  Log log(long afterPosition);

  /** Removes a checkpoint or a log; false when there is none of that name. */
  boolean drop(String name);
}
