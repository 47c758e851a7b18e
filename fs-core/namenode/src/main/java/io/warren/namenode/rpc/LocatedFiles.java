package io.warren.namenode.rpc;

import io.warren.blocks.Datanodes;
import io.warren.blocks.Locations;
import io.warren.model.BlockIds;
import io.warren.namespace.file.FileBlock;
import io.warren.namespace.file.OpenedFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier.AccessMode;

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
  LocatedBlocks of(OpenedFile file, String clientMachine) throws IOException {
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
        Wire.erasureCoding(file.status()));
  }

  /** A block to read from: where it is, or while it is being written, where its pipeline is. */
  private LocatedBlock located(FileBlock block) throws IOException {
    boolean unreported = block.replicas().isEmpty() && !block.pipeline().isEmpty();
    LocatedBlock place =
        block.isOpen() || unreported
            ? onPipeline(block)
            : locations.toRead(
                block.block(), block.replicas(), block.corrupt(), block.offsetBytes());
    return datanodes.tokens().sign(place, AccessMode.READ);
  }

  /** A block to write to, on its pipeline. */
  LocatedBlock writable(FileBlock block) throws IOException {
    return datanodes.tokens().sign(onPipeline(block), AccessMode.WRITE);
  }

  private LocatedBlock onPipeline(FileBlock block) {
    if (BlockIds.isStriped(block.block().blockId())) {
      return locations.toWriteStriped(block.block(), block.pipeline(), block.offsetBytes());
    }
    return locations.toWrite(block.block(), block.expectedStorageIds(), block.offsetBytes());
  }
}
