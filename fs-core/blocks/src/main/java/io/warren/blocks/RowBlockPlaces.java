package io.warren.blocks;

import io.warren.model.RowBlockIds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;

/**
 * Where files whose bytes are rows can be read by clients that know blocks alone: at datanodes that
 * said lately that they can make such blocks. Each namenode keeps its own list. Thread-safe.
 */
public final class RowBlockPlaces {
  /** How long a datanode's word counts. */
  public static final long READY_MS = 30_000;

  /** As many places as a reader tries before it asks again. */
  private static final int PLACES_MAX = 3;

  private final Datanodes datanodes;
  private final LongSupplier nanoClock;
  private final Map<String, Long> readyNanos = new ConcurrentHashMap<>();

  public RowBlockPlaces(Datanodes datanodes, LongSupplier nanoClock) {
    this.datanodes = datanodes;
    this.nanoClock = nanoClock;
  }

  /** A datanode that this namenode knows said that it can. */
  public void ready(String datanodeUuid) {
    readyNanos.put(datanodeUuid, nanoClock.getAsLong());
  }

  private boolean isReady(DatanodeDescriptor datanode) {
    Long said = readyNanos.get(datanode.getDatanodeUuid());
    if (said == null) {
      return false;
    }
    if (nanoClock.getAsLong() - said > TimeUnit.MILLISECONDS.toNanos(READY_MS)) {
      readyNanos.remove(datanode.getDatanodeUuid(), said);
      return false;
    }
    return datanode.isInService() && datanode.getStorageInfos().length > 0;
  }

  /**
   * The block that such a file is told as; the places near the client first.
   *
   * @param version of its rows
   * @return without places when no datanode can
   */
  public LocatedBlock locate(String clientMachine, long inodeId, int version, long lengthBytes) {
    List<DatanodeDescriptor> ready =
        new ArrayList<>(datanodes.live().stream().filter(this::isReady).toList());
    Collections.shuffle(ready);
    ready.sort(Comparator.comparing(datanode -> !datanode.getIpAddr().equals(clientMachine)));
    DatanodeStorageInfo[] places =
        ready.stream()
            .limit(PLACES_MAX)
            .map(datanode -> datanode.getStorageInfos()[0])
            .toArray(DatanodeStorageInfo[]::new);
    long blockId = RowBlockIds.of(inodeId, version);
    ExtendedBlock block =
        new ExtendedBlock(
            datanodes.blockPoolId(), blockId, lengthBytes, RowBlockIds.generationStamp(blockId));
    return BlockManager.newLocatedBlock(block, places, 0, false);
  }
}
