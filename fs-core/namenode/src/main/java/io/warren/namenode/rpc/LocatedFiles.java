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

  /**
   * The blocks of a file that the present caller may read, with tokens; the replicas nearest to the
   * client first.
   */
  LocatedBlocks of(OpenedFile file, String clientMachine) throws IOException {
    return of(file, clientMachine, block -> datanodes.tokens().sign(block, AccessMode.READ));
  }

  /** As {@link #of} for callers who may only know where the file is: without tokens. */
  LocatedBlocks unsigned(OpenedFile file, String clientMachine) throws IOException {
    return of(file, clientMachine, block -> block);
  }

  /** What becomes of a located block before the client gets it. */
  private interface Finish {
    LocatedBlock apply(LocatedBlock block) throws IOException;
  }

  private LocatedBlocks of(OpenedFile file, String clientMachine, Finish finish)
      throws IOException {
    List<LocatedBlock> blocks = new ArrayList<>();
    for (FileBlock block : file.blocks()) {
      blocks.add(finish.apply(located(block)));
    }
    FileBlock end = file.last();
    LocatedBlock last = end == null ? null : finish.apply(located(end));
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
  private LocatedBlock located(FileBlock block) {
    boolean unreported = block.replicas().isEmpty() && !block.pipeline().isEmpty();
    return block.isOpen() || unreported
        ? onPipeline(block)
        : locations.toRead(block.block(), block.replicas(), block.corrupt(), block.offsetBytes());
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
