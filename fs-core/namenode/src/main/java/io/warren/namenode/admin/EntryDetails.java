package io.warren.namenode.admin;

import io.warren.blocks.Datanodes;
import io.warren.model.BlockIds;
import io.warren.model.CorruptReplica;
import io.warren.model.ErasureCodingPolicy;
import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import io.warren.model.Replica;
import io.warren.model.ReplicaUnderConstruction;
import io.warren.model.Storage;
import io.warren.namespace.CallContext;
import io.warren.namespace.EntryStatus;
import io.warren.namespace.FileSettings;
import io.warren.namespace.FsPath;
import io.warren.namespace.Namespace;
import io.warren.namespace.acl.GetAcl;
import io.warren.namespace.file.FileBlock;
import io.warren.namespace.file.FileContents;
import io.warren.namespace.file.GetBlockLocations;
import io.warren.namespace.file.OpenedFile;
import io.warren.namespace.operation.GetStatus;
import io.warren.namespace.policy.FindPolicies;
import io.warren.namespace.rights.AclEntry;
import io.warren.namespace.xattr.GetXattrs;
import io.warren.namespace.xattr.Xattr;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.jspecify.annotations.Nullable;

/**
 * All that HDFS tells a user about one path: what `getfacl`, `getfattr`, `getPolicy` and `fsck`
 * would, each with the rights that it needs there. What he may not read is null.
 */
final class EntryDetails {
  private static final int BLOCKS_MAX = 100;

  /** A policy and the path that it was set for; null for the default. */
  record PolicyView(String name, @Nullable String setAt) {}

  record XattrView(String name, String valueBase64) {}

  /** A replica, or what a datanode has of a unit of a block group. */
  record PlacedReplica(
      @Nullable Integer unit,
      String datanodeUuid,
      @Nullable String datanodeAddress,
      @Nullable String hostname,
      @Nullable String rack,
      String storageUuid,
      String storageType,
      String state) {}

  record PlacedBlock(
      long blockId,
      int index,
      long offsetBytes,
      long lengthBytes,
      long generationStamp,
      List<PlacedReplica> replicas) {}

  /** The first blocks of a file; more: whether others follow. */
  record BlockList(List<PlacedBlock> items, boolean more) {}

  /**
   * @param acl entries that the mode does not say, as `getfacl` writes them
   * @param xattrs null when the user may not read the inode, as the policies and blocks
   * @param erasureCoding null for replication, too
   * @param blocks null for what is no file, too
   */
  record View(
      long inodeId,
      String path,
      List<String> acl,
      @Nullable List<XattrView> xattrs,
      @Nullable PolicyView storagePolicy,
      @Nullable PolicyView erasureCoding,
      @Nullable BlockList blocks,
      @Nullable List<SnapshotHolds.Held> snapshots,
      long asOfMs) {}

  private final Namespace namespace;
  private final Datanodes datanodes;
  private final SnapshotHolds snapshots;
  private final BlockStoragePolicySuite policies = BlockStoragePolicySuite.createDefaultSuite();

  EntryDetails(Namespace namespace, Datanodes datanodes) {
    this.namespace = namespace;
    this.datanodes = datanodes;
    this.snapshots = new SnapshotHolds(namespace);
  }

  /** Reads one after the other: the parts may be of slightly different times. */
  View of(FsPath path, CallContext caller) {
    long asOfMs = namespace.clock().millis();
    EntryStatus entry =
        namespace
            .run(new GetStatus(path, GetStatus.Count.NONE), caller)
            .orElseThrow(
                () ->
                    new NamespaceException(
                            NamespaceException.Code.NOT_FOUND, "The path does not exist")
                        .with("path", path));
    Inode inode = entry.inode();
    List<String> acl =
        namespace.run(new GetAcl(path), caller).beyondMode().stream()
            .map(AclEntry::toString)
            .toList();
    FindPolicies.Answer found = orNull(() -> namespace.run(new FindPolicies(path), caller));
    return new View(
        inode.id(),
        path.toString(),
        acl,
        orNull(() -> xattrs(path, caller)),
        found == null ? null : storagePolicy(found),
        found == null ? null : erasureCoding(found),
        inode.isFile() ? orNull(() -> blocks(path, inode, caller)) : null,
        snapshots.of(path, inode, caller),
        asOfMs);
  }

  /** Null for what the caller has no right to. */
  private static <R> @Nullable R orNull(Supplier<R> reading) {
    try {
      return reading.get();
    } catch (NamespaceException e) {
      if (e.code() == NamespaceException.Code.ACCESS_DENIED) {
        return null;
      }
      throw e;
    }
  }

  private List<XattrView> xattrs(FsPath path, CallContext caller) {
    List<XattrView> views = new ArrayList<>();
    for (Xattr each : namespace.run(new GetXattrs(path, List.of(), false), caller)) {
      views.add(
          new XattrView(each.name().toString(), Base64.getEncoder().encodeToString(each.value())));
    }
    return views;
  }

  private PolicyView storagePolicy(FindPolicies.Answer found) {
    FsPath setAt = found.storageSetAt();
    return new PolicyView(policyName(found.storage()), setAt == null ? null : setAt.toString());
  }

  /** 0 is none; the stock policies do not hold Warren's own. */
  private String policyName(int policyId) {
    if (policyId == FileContents.POLICY) {
      return FileContents.POLICY_NAME;
    }
    BlockStoragePolicy policy = policyId == 0 ? null : policies.getPolicy((byte) policyId);
    return (policy == null ? policies.getDefaultPolicy() : policy).getName();
  }

  private static @Nullable PolicyView erasureCoding(FindPolicies.Answer found) {
    ErasureCodingPolicy policy = found.erasureCoding();
    FsPath setAt = found.erasureCodingSetAt();
    return policy == null
        ? null
        : new PolicyView(policy.name(), setAt == null ? null : setAt.toString());
  }

  private BlockList blocks(FsPath path, Inode file, CallContext caller) {
    long firstBytes = Math.multiplyExact(BLOCKS_MAX, Math.max(1, blockBytes(file)));
    OpenedFile opened =
        namespace.run(new GetBlockLocations(path, 0, firstBytes, FileSettings.defaults()), caller);
    List<FileBlock> found = new ArrayList<>(opened.blocks());
    FileBlock last = opened.last();
    if (last != null && last.isOpen() && last.offsetBytes() < firstBytes) {
      found.add(last);
    }
    List<FileBlock> shown = found.subList(0, Math.min(found.size(), BLOCKS_MAX));
    boolean more =
        last != null
            && (shown.isEmpty()
                || shown.get(shown.size() - 1).block().blockId() != last.block().blockId());
    return new BlockList(shown.stream().map(this::view).toList(), more);
  }

  /** A block group holds a block of each data unit. */
  private static long blockBytes(Inode file) {
    var striping = file.striping();
    return file.blockSizeBytes() * (striping == null ? 1 : striping.dataUnits());
  }

  private PlacedBlock view(FileBlock block) {
    Set<Integer> corrupt =
        block.corrupt().stream().map(CorruptReplica::storageId).collect(Collectors.toSet());
    List<PlacedReplica> replicas = new ArrayList<>();
    for (Replica each : block.replicas()) {
      String state = corrupt.contains(each.storageId()) ? "corrupt" : "finalized";
      replicas.add(replica(each.blockId(), each.storageId(), state));
    }
    for (ReplicaUnderConstruction each : block.pipeline()) {
      replicas.add(replica(each.blockId(), each.storageId(), "being_written"));
    }
    return new PlacedBlock(
        block.block().blockId(),
        block.block().index(),
        block.offsetBytes(),
        block.block().lengthBytes(),
        block.block().generationStamp(),
        replicas);
  }

  private PlacedReplica replica(long blockId, int storageId, String state) {
    Storage storage = datanodes.storageIds().find(storageId);
    DatanodeDescriptor datanode = storage == null ? null : datanodes.find(storage.datanodeUuid());
    return new PlacedReplica(
        BlockIds.isStriped(blockId) ? BlockIds.unit(blockId) : null,
        storage == null ? "" : storage.datanodeUuid(),
        datanode == null ? null : datanode.getXferAddr(),
        datanode == null ? null : datanode.getHostName(),
        datanode == null ? null : datanode.getNetworkLocation(),
        storage == null ? "" : storage.uuid(),
        storage == null ? "" : storage.type(),
        state);
  }
}
