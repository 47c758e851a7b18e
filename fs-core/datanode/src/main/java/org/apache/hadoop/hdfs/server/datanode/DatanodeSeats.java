package org.apache.hadoop.hdfs.server.datanode;

import io.warren.datanode.rows.RowSeats;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.jspecify.annotations.NullMarked;

/** The namenodes that a DataNode, of whatever class, serves at present. */
@NullMarked
public final class DatanodeSeats implements RowSeats {
  private final DataNode datanode;

  public DatanodeSeats(DataNode datanode) {
    this.datanode = datanode;
  }

  @Override
  public List<RowSeats.Seat> registered() {
    List<RowSeats.Seat> seats = new ArrayList<>();
    for (BPOfferService service : datanode.getAllBpOs()) {
      if (!service.hasBlockPoolId()) {
        continue;
      }
      for (BPServiceActor actor : service.getBPServiceActors()) {
        DatanodeRegistration registration = actor.getBpRegistration();
        if (registration != null) {
          seats.add(
              new RowSeats.Seat(
                  service.getBlockPoolId(),
                  actor.getNNSocketAddress(),
                  System.identityHashCode(registration)));
        }
      }
    }
    return seats;
  }

  @Override
  public String datanodeUuid() {
    return datanode.getDatanodeUuid();
  }
}
