package io.warren.namenode.rpc;

import io.warren.blocks.Datanodes;
import io.warren.blocks.Locations;
import io.warren.blocks.RowBlockPlaces;
import io.warren.model.BlockIds;
import io.warren.namespace.file.FileBlock;
import io.warren.namespace.file.FileContents;
import io.warren.namespace.file.OpenedFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier.AccessMode;
import org.apache.hadoop.ipc.RetriableException;

/** Turns a file's rows into the located blocks that stock clients read. */
final class LocatedFiles {
  private final Datanodes datanodes;
  private final RowBlockPlaces rowPlaces;
  private final Locations locations;

  LocatedFiles(Datanodes datanodes, RowBlockPlaces rowPlaces) {
    this.datanodes = datanodes;
    this.rowPlaces = rowPlaces;
    this.locations = new Locations(datanodes);
  }

  Locations locations() {
    return locations;
  }

  /**
   * The blocks of a file that the present caller may read, with tokens; the replicas nearest to the
   * client first. A file in the database is one block at datanodes that read the rows for the
   * client.
   *
   * @throws RetriableException when no datanode reads rows at present
   */
  LocatedBlocks of(OpenedFile file, String clientMachine) throws IOException {
    Finish sign = block -> datanodes.tokens().sign(block, AccessMode.READ);
    FileContents contents = file.contents();
    if (contents == null) {
      return of(file, clientMachine, sign);
    }
    LocatedBlock block = inRows(file, clientMachine, contents.version());
    if (block.getLocations().length == 0) {
      throw new RetriableException(
          "No datanode can read files from the database now; datanodes need "
              + DFSConfigKeys.DFS_DATANODE_FSDATASET_FACTORY_KEY
              + " as Warren sets it");
    }
    return inRows(file, sign.apply(block));
  }

  /** As {@link #of} for callers who may only know where the file is: without tokens. */
  LocatedBlocks unsigned(OpenedFile file, String clientMachine) throws IOException {
    if (!file.isInDatabase()) {
      return of(file, clientMachine, block -> block);
    }
    FileContents contents = file.contents();
    return inRows(file, inRows(file, clientMachine, contents == null ? 0 : contents.version()));
  }

  private LocatedBlock inRows(OpenedFile file, String clientMachine, int version) {
    return rowPlaces.locate(
        clientMachine, file.status().inode().id(), version, file.settledLengthBytes());
  }

  private static LocatedBlocks inRows(OpenedFile file, LocatedBlock block) {
    boolean isEmpty = file.settledLengthBytes() == 0;
    return new LocatedBlocks(
        file.settledLengthBytes(),
        file.isUnderConstruction(),
        isEmpty ? List.of() : List.of(block),
        isEmpty ? null : block,
        true,
        null,
        null);
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
