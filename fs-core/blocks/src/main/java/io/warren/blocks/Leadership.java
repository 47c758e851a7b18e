package io.warren.blocks;

/** Whether this namenode leads, as it knows right now. */
public interface Leadership {
  /** Whether this namenode is the leader. */
  boolean leads();

  /**
   * The leader epoch this namenode last saw: rises strictly with every change of leader, for as
   * long as the store exists.
   */
  long epoch();
}
