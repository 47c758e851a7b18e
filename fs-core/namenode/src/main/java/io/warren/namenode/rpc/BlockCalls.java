package io.warren.namenode.rpc;

import io.warren.blocks.Datanodes;
import io.warren.blocks.PlacementRequest;
import io.warren.blocks.Target;
import io.warren.model.Block;
import io.warren.model.BlockIds;
import io.warren.model.Striping;
import io.warren.namenode.service.Callers;
import io.warren.namespace.EntryStatus;
import io.warren.namespace.FileSettings;
import io.warren.namespace.FsPath;
import io.warren.namespace.Namespace;
import io.warren.namespace.file.AbandonBlock;
import io.warren.namespace.file.AddBlock;
import io.warren.namespace.file.BlockRef;
import io.warren.namespace.file.CheckAddBlock;
import io.warren.namespace.file.FileBlock;
import io.warren.namespace.file.GetOpenFile;
import io.warren.namespace.file.UpdateBlockForPipeline;
import io.warren.namespace.file.UpdatePipeline;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.SystemErasureCodingPolicies;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier.AccessMode;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.net.Node;
import org.jspecify.annotations.Nullable;

/** ClientProtocol calls of a writer about the blocks and pipelines of its file. */
final class BlockCalls extends NamespaceCalls {
  private static final long UNKNOWN_OFFSET = -1;

  private final FileSettings settings;
  private final Datanodes datanodes;
  private final LocatedFiles located;
  private final Settling settling;

  BlockCalls(
      Namespace namespace,
      Callers callers,
      FileSettings settings,
      Datanodes datanodes,
      LocatedFiles located,
      Settling settling) {
    super(namespace, callers);
    this.settings = settings;
    this.datanodes = datanodes;
    this.located = located;
    this.settling = settling;
  }

  /** Targets are chosen between two transactions, so that no row lock waits for it. */
  public LocatedBlock addBlock(
      String src,
      String clientName,
      @Nullable ExtendedBlock previous,
      DatanodeInfo @Nullable [] excludeNodes,
      long fileId,
      String @Nullable [] favoredNodes,
      @Nullable EnumSet<AddBlockFlag> addBlockFlags)
      throws IOException {
    FsPath path = FsPath.parse(src);
    BlockRef last = FileCalls.ref(previous);
    CheckAddBlock.Answer wanted = run(new CheckAddBlock(path, fileId, clientName, last, settings));
    FileBlock retried = wanted.retried();
    if (retried != null) {
      return settling.checked(located.writable(retried));
    }
    Striping striping = wanted.striping();
    List<Target> targets =
        choose(
            striping,
            new PlacementRequest(
                src,
                striping == null ? wanted.replication() : striping.units(),
                wanted.blockSizeBytes(),
                wanted.storagePolicy(),
                wanted.clientMachine(),
                nodes(excludeNodes),
                favoredNodes == null ? List.of() : List.of(favoredNodes),
                addBlockFlags == null ? EnumSet.noneOf(AddBlockFlag.class) : addBlockFlags));
    List<Integer> storageIds = targets.stream().map(Target::storageId).toList();
    return located.writable(
        run(new AddBlock(path, fileId, clientName, last, storageIds, settings)));
  }

  private List<Target> choose(@Nullable Striping striping, PlacementRequest wish)
      throws IOException {
    try {
      return striping == null
          ? datanodes.choose(wish)
          : datanodes.chooseStriped(
              wish, SystemErasureCodingPolicies.getByID((byte) striping.policyId()));
    } catch (IOException e) {
      throw settling.noTargets(e);
    }
  }

  private static Set<Node> nodes(DatanodeInfo @Nullable [] nodes) {
    return nodes == null ? Set.of() : new HashSet<>(List.of(nodes));
  }

  public void abandonBlock(ExtendedBlock b, long fileId, String src, String holder)
      throws IOException {
    run(new AbandonBlock(FsPath.parse(src), fileId, holder, b.getBlockId()));
  }

  public LocatedBlock getAdditionalDatanode(
      String src,
      long fileId,
      ExtendedBlock blk,
      DatanodeInfo[] existings,
      String[] existingStorageIDs,
      DatanodeInfo @Nullable [] excludes,
      int numAdditionalNodes,
      String clientName)
      throws IOException {
    if (BlockIds.isStriped(blk.getBlockId())) {
      throw new UnsupportedOperationException(
          "A block group gets no further datanode while it is written: " + blk);
    }
    // The token lets the client have the datanodes copy the block, so it must be the one it writes.
    EntryStatus file =
        run(new GetOpenFile(FsPath.parse(src), fileId, clientName, blk.getBlockId()));
    List<DatanodeStorageInfo> existing = storages(existings, existingStorageIDs);
    PlacementRequest wish =
        new PlacementRequest(
            src,
            numAdditionalNodes,
            file.inode().blockSizeBytes(),
            file.policies().storage(),
            Objects.requireNonNullElse(file.inode().leaseMachine(), ""),
            nodes(excludes),
            List.of(),
            EnumSet.noneOf(AddBlockFlag.class));
    DatanodeStorageInfo[] chosen =
        datanodes.chooseAdditional(wish, existing).stream()
            .map(Target::storage)
            .toArray(DatanodeStorageInfo[]::new);
    return datanodes
        .tokens()
        .sign(BlockManager.newLocatedBlock(blk, chosen, UNKNOWN_OFFSET, false), AccessMode.COPY);
  }

  private List<DatanodeStorageInfo> storages(DatanodeInfo[] nodes, String[] storageUuids) {
    List<DatanodeStorageInfo> storages = new ArrayList<>();
    for (int i = 0; i < nodes.length && i < storageUuids.length; i++) {
      DatanodeDescriptor datanode = datanodes.find(nodes[i].getDatanodeUuid());
      DatanodeStorageInfo storage =
          datanode == null ? null : datanode.getStorageInfo(storageUuids[i]);
      if (storage != null) {
        storages.add(storage);
      }
    }
    return storages;
  }

  public LocatedBlock updateBlockForPipeline(ExtendedBlock block, String clientName)
      throws IOException {
    UpdateBlockForPipeline.Answer answer =
        run(new UpdateBlockForPipeline(block.getBlockId(), clientName));
    FileBlock present = answer.present();
    Block renewed = present.block().withGenerationStamp(answer.newGenerationStamp());
    return located.writable(
        new FileBlock(
            renewed,
            present.offsetBytes(),
            present.replicas(),
            present.pipeline(),
            present.corrupt()));
  }

  public void updatePipeline(
      String clientName,
      ExtendedBlock oldBlock,
      ExtendedBlock newBlock,
      DatanodeID[] newNodes,
      String[] newStorageIDs)
      throws IOException {
    List<Integer> storageIds = new ArrayList<>();
    boolean striped = BlockIds.isStriped(newBlock.getBlockId());
    for (String uuid : newStorageIDs) {
      Integer storageId =
          striped && uuid.isEmpty() ? AddBlock.NO_STORAGE : datanodes.storageIds().idOf(uuid);
      if (storageId == null) {
        throw new IOException("The pipeline has an unknown storage: " + uuid);
      }
      storageIds.add(storageId);
    }
    run(
        new UpdatePipeline(
            clientName,
            Objects.requireNonNull(FileCalls.ref(oldBlock)),
            Objects.requireNonNull(FileCalls.ref(newBlock)),
            storageIds));
  }
}
