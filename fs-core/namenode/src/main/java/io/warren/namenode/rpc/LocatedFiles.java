package io.warren.namenode.rpc;

import io.warren.blocks.Datanodes;
import io.warren.blocks.Locations;
import io.warren.namespace.file.FileBlock;
import io.warren.namespace.file.OpenedFile;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;

/** Turns a file's rows into the located blocks that stock clients read. */
final class LocatedFiles {
  private final Datanodes datanodes;
  private final Locations locations;

  LocatedFiles(Datanodes datanodes) {
    this.datanodes = datanodes;
    this.locations = new Locations(datanodes);
  }

  Locations locations() {
    return locations;
  }

  /** The blocks of an opened file, the replicas nearest to the client first. */
  LocatedBlocks of(OpenedFile file, String clientMachine) {
    List<LocatedBlock> blocks = new ArrayList<>();
    for (FileBlock block : file.blocks()) {
      blocks.add(located(block));
    }
    FileBlock end = file.last();
    LocatedBlock last = end == null ? null : located(end);
    List<LocatedBlock> sorted = new ArrayList<>(blocks);
    if (last != null) {
      sorted.add(last);
    }
    datanodes.sort(clientMachine, sorted);
    return new LocatedBlocks(
        file.settledLengthBytes(),
        file.isUnderConstruction(),
        blocks,
        last,
        end == null || !end.isOpen(),
        null,
        null);
  }

  /** A block to read from: where it is, or while it is being written, where its pipeline is. */
  private LocatedBlock located(FileBlock block) {
    boolean unreported = block.replicas().isEmpty() && !block.pipeline().isEmpty();
    return block.isOpen() || unreported
        ? writable(block)
        : locations.toRead(block.block(), block.replicas(), block.corrupt(), block.offsetBytes());
  }

  /** A block to write to, on its pipeline. */
  LocatedBlock writable(FileBlock block) {
    return locations.toWrite(block.block(), block.expectedStorageIds(), block.offsetBytes());
  }
}
