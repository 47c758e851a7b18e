package io.warren.namenode.rpc;

import io.warren.blocks.Datanodes;
import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.ipc.RetriableException;

/**
 * The first time after a namenode's start, in which datanodes find it again. Each namenode knows
 * datanodes by their heartbeats alone, so a young one can't tell "there is none" from "none has
 * called yet". Writers are asked to try again then, as with a stock namenode in safe mode; readers
 * do so by themselves.
 */
final class Settling {
  private final Datanodes datanodes;

  Settling(Datanodes datanodes) {
    this.datanodes = datanodes;
  }

  /** Gives the error of a placement its meaning. */
  IOException noTargets(IOException error) {
    return datanodes.isWarmingUp() ? retry() : error;
  }

  private static RetriableException retry() {
    return new RetriableException("Datanodes are still reporting to this namenode; try again");
  }

  /** Refuses to give a writer a block that is nowhere. */
  LocatedBlock checked(LocatedBlock block) throws IOException {
    if (block.getLocations().length == 0 && datanodes.isWarmingUp()) {
      throw retry();
    }
    return block;
  }
}
