package io.warren.namenode;

import static io.warren.namenode.HealingCluster.await;

import java.io.IOException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/**
 * Files of a {@link HealingCluster}, and where their replicas are.
 *
 * @param datanodes how many datanodes it has
 */
record HealingFiles(HealingCluster cluster, int datanodes) {
  void write(String path, byte[] content) throws IOException {
    try (FileSystem fs = cluster.fs();
        FSDataOutputStream out = fs.create(new org.apache.hadoop.fs.Path(path), true)) {
      out.write(content);
    }
  }

  byte[] read(String path) throws IOException {
    try (FileSystem fs = cluster.fs();
        FSDataInputStream in = fs.open(new org.apache.hadoop.fs.Path(path))) {
      return in.readAllBytes();
    }
  }

  int holderOf(LocatedBlock block) {
    String uuid = block.getLocations()[0].getDatanodeUuid();
    for (int i = 0; i < datanodes; i++) {
      if (cluster.datanode(i).getDatanodeUuid().equals(uuid)) {
        return i;
      }
    }
    throw new AssertionError("No running datanode has " + block);
  }

  /** Waits until the disks, too, have what is wanted. */
  void awaitOnDisk(String path, int replicas) throws Exception {
    await(
        path + " to be " + replicas + " times on the disks",
        () -> {
          for (LocatedBlock block : cluster.blocks(path)) {
            if (cluster.replicasOnDisk(block.getBlock().getBlockId()).size() != replicas) {
              return false;
            }
          }
          return true;
        });
  }
}
