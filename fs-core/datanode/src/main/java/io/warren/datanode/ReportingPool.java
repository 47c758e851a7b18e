package io.warren.datanode;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;

/** What a datanode has of one file system, and the namenodes that it has registered with. */
public interface ReportingPool {
  /** A namenode that knows this datanode. */
  interface Seat {
    InetSocketAddress address();

    /** Sends what was not yet told of replicas that came and went. */
    void flush() throws IOException;
  }

  String clusterId();

  String datanodeUuid();

  /** Namenodes, those first whose orders the datanode obeys. */
  List<Seat> namenodes();

  /** The replicas of each storage, as of now. */
  Map<DatanodeStorage, BlockListAsLongs> replicas();
}
