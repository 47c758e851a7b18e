package io.warren.blocks;

import io.warren.model.Striping;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.SystemErasureCodingPolicies;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand.RecoveringBlock;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand.RecoveringStripedBlock;

/** Recoveries of block groups whose writers are gone. */
final class StripedRecoveries {
  private StripedRecoveries() {}

  /**
   * Adds a group's recovery to a command.
   *
   * @param recovery its storages are by unit, with numbers of no storage for missing units
   */
  static void add(
      BlockRecoveryCommand command, Datanodes datanodes, BlockRecoveries.Recovery recovery) {
    Striping striping = recovery.striping();
    List<DatanodeInfo> locations = new ArrayList<>();
    List<Integer> units = new ArrayList<>();
    for (int unit = 0; unit < recovery.storageIds().size(); unit++) {
      DatanodeStorageInfo storage = datanodes.liveStorage(recovery.storageIds().get(unit));
      if (storage != null) {
        locations.add(storage.getDatanodeDescriptor());
        units.add(unit);
      }
    }
    if (striping == null || locations.isEmpty()) {
      return;
    }
    byte[] indices = new byte[units.size()];
    for (int i = 0; i < indices.length; i++) {
      indices[i] = units.get(i).byteValue();
    }
    ExtendedBlock group =
        new ExtendedBlock(
            datanodes.blockPoolId(),
            new Block(recovery.blockId(), recovery.lengthBytes(), recovery.generationStamp()));
    command.add(
        new RecoveringStripedBlock(
            new RecoveringBlock(
                group, locations.toArray(DatanodeInfo[]::new), recovery.recoveryId()),
            indices,
            SystemErasureCodingPolicies.getByID((byte) striping.policyId())));
  }
}
