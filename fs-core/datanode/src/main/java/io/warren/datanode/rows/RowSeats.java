package io.warren.datanode.rows;

import java.net.InetSocketAddress;
import java.util.List;

/** Where a datanode finds the namenodes that have rows for it. */
public interface RowSeats {
  /**
   * A namenode of a block pool that the datanode belongs to.
   *
   * @param registration another object each time that the datanode registers there
   */
  record Seat(String poolId, InetSocketAddress namenode, Object registration) {}

  /** The namenodes at which the datanode is registered. */
  List<Seat> registered();

  /** As namenodes know the datanode. */
  String datanodeUuid();
}
