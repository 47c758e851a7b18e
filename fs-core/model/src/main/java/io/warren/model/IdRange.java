package io.warren.model;

/**
 * The next number of a kind (inode, block, generation stamp, …) that no namenode has taken.
 *
 * @param durableId a value of nextId below which no loss of the store's newest commits sets it
 *     back; 0 where it is not kept
 * @param incarnation of the store that gave nextId; 0 where it is not kept
 */
public record IdRange(String kind, long nextId, long durableId, int incarnation) {
  /** Of a kind whose numbers are given in the transaction that writes their rows. */
  public IdRange(String kind, long nextId) {
    this(kind, nextId, 0, 0);
  }
}
