package io.warren.blocks;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.net.Node;

/**
 * Where replicas of a block are wanted.
 *
 * @param path for log lines only
 * @param replicas how many targets are wanted; fewer may be found
 * @param blockSizeBytes room each target must have
 * @param storagePolicy id of a stock HDFS storage policy, 0 for the default
 * @param clientMachine address of the writer, empty when unknown
 * @param excluded nodes that the client could not write to
 * @param favoured host names or addresses, with or without port, that come first when they can
 */
public record PlacementRequest(
    String path,
    int replicas,
    long blockSizeBytes,
    int storagePolicy,
    String clientMachine,
    Set<Node> excluded,
    List<String> favoured,
    EnumSet<AddBlockFlag> flags) {
  public PlacementRequest {
    excluded = Set.copyOf(excluded);
    favoured = List.copyOf(favoured);
    flags = EnumSet.copyOf(flags);
  }

  /** A request without wishes. */
  public static PlacementRequest of(
      String path, int replicas, long blockSizeBytes, int storagePolicy, String clientMachine) {
    return new PlacementRequest(
        path,
        replicas,
        blockSizeBytes,
        storagePolicy,
        clientMachine,
        Set.of(),
        List.of(),
        EnumSet.noneOf(AddBlockFlag.class));
  }
}
