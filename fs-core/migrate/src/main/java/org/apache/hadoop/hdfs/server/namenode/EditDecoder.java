package org.apache.hadoop.hdfs.server.namenode;

import io.warren.migrate.edits.Edit;
import io.warren.migrate.edits.EditBlock;
import io.warren.migrate.edits.Passing;
import io.warren.migrate.image.ImagePolicies;
import io.warren.model.ErasureCodingPolicy.State;
import io.warren.namespace.IdKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.server.namenode.FSEditLogOp.AddBlockOp;
import org.apache.hadoop.hdfs.server.namenode.FSEditLogOp.AddCloseOp;
import org.apache.hadoop.hdfs.server.namenode.FSEditLogOp.AddErasureCodingPolicyOp;
import org.apache.hadoop.hdfs.server.namenode.FSEditLogOp.AllocateBlockIdOp;
import org.apache.hadoop.hdfs.server.namenode.FSEditLogOp.AllowSnapshotOp;
import org.apache.hadoop.hdfs.server.namenode.FSEditLogOp.AppendOp;
import org.apache.hadoop.hdfs.server.namenode.FSEditLogOp.ClearNSQuotaOp;
import org.apache.hadoop.hdfs.server.namenode.FSEditLogOp.ConcatDeleteOp;
import org.apache.hadoop.hdfs.server.namenode.FSEditLogOp.CreateSnapshotOp;
import org.apache.hadoop.hdfs.server.namenode.FSEditLogOp.DeleteOp;
import org.apache.hadoop.hdfs.server.namenode.FSEditLogOp.DeleteSnapshotOp;
import org.apache.hadoop.hdfs.server.namenode.FSEditLogOp.DisableErasureCodingPolicyOp;
import org.apache.hadoop.hdfs.server.namenode.FSEditLogOp.DisallowSnapshotOp;
import org.apache.hadoop.hdfs.server.namenode.FSEditLogOp.EnableErasureCodingPolicyOp;
import org.apache.hadoop.hdfs.server.namenode.FSEditLogOp.MkdirOp;
import org.apache.hadoop.hdfs.server.namenode.FSEditLogOp.ReassignLeaseOp;
import org.apache.hadoop.hdfs.server.namenode.FSEditLogOp.RemoveErasureCodingPolicyOp;
import org.apache.hadoop.hdfs.server.namenode.FSEditLogOp.RemoveXAttrOp;
import org.apache.hadoop.hdfs.server.namenode.FSEditLogOp.RenameOldOp;
import org.apache.hadoop.hdfs.server.namenode.FSEditLogOp.RenameOp;
import org.apache.hadoop.hdfs.server.namenode.FSEditLogOp.RenameSnapshotOp;
import org.apache.hadoop.hdfs.server.namenode.FSEditLogOp.SetAclOp;
import org.apache.hadoop.hdfs.server.namenode.FSEditLogOp.SetGenstampV1Op;
import org.apache.hadoop.hdfs.server.namenode.FSEditLogOp.SetGenstampV2Op;
import org.apache.hadoop.hdfs.server.namenode.FSEditLogOp.SetNSQuotaOp;
import org.apache.hadoop.hdfs.server.namenode.FSEditLogOp.SetOwnerOp;
import org.apache.hadoop.hdfs.server.namenode.FSEditLogOp.SetPermissionsOp;
import org.apache.hadoop.hdfs.server.namenode.FSEditLogOp.SetQuotaByStorageTypeOp;
import org.apache.hadoop.hdfs.server.namenode.FSEditLogOp.SetQuotaOp;
import org.apache.hadoop.hdfs.server.namenode.FSEditLogOp.SetReplicationOp;
import org.apache.hadoop.hdfs.server.namenode.FSEditLogOp.SetStoragePolicyOp;
import org.apache.hadoop.hdfs.server.namenode.FSEditLogOp.SetXAttrOp;
import org.apache.hadoop.hdfs.server.namenode.FSEditLogOp.SymlinkOp;
import org.apache.hadoop.hdfs.server.namenode.FSEditLogOp.TimesOp;
import org.apache.hadoop.hdfs.server.namenode.FSEditLogOp.TruncateOp;
import org.apache.hadoop.hdfs.server.namenode.FSEditLogOp.UpdateBlocksOp;

/**
 * Edits as Hadoop's reader gives them, whose fields only this package sees, as values. A code that
 * has no case here is refused by name.
 */
public final class EditDecoder {
  private EditDecoder() {}

  /** An edit that Hadoop's reader has just read and may use for the next one of its kind. */
  public static Edit decode(FSEditLogOp op) {
    long txid = op.getTransactionId();
    return switch (op.opCode) {
      case OP_ADD -> open(txid, (AddCloseOp) op);
      case OP_CLOSE -> {
        AddCloseOp close = (AddCloseOp) op;
        yield new Edit.CloseFile(txid, close.path, close.mtime, close.atime, blocks(close.blocks));
      }
      case OP_APPEND -> {
        AppendOp append = (AppendOp) op;
        yield new Edit.Append(
            txid, append.path, append.clientName, append.clientMachine, append.newBlock);
      }
      case OP_UPDATE_BLOCKS -> {
        UpdateBlocksOp update = (UpdateBlocksOp) op;
        yield new Edit.UpdateBlocks(txid, update.path, blocks(update.blocks));
      }
      case OP_ADD_BLOCK -> {
        AddBlockOp add = (AddBlockOp) op;
        Block before = add.getPenultimateBlock();
        yield new Edit.AddBlock(
            txid, add.getPath(), before == null ? null : block(before), block(add.getLastBlock()));
      }
      case OP_TRUNCATE -> truncate(txid, (TruncateOp) op);
      case OP_MKDIR -> {
        MkdirOp mkdir = (MkdirOp) op;
        yield new Edit.MakeDirectory(
            txid,
            mkdir.path,
            mkdir.inodeId,
            mkdir.timestamp,
            mkdir.permissions,
            mkdir.aclEntries == null ? null : List.copyOf(mkdir.aclEntries));
      }
      case OP_SYMLINK -> {
        SymlinkOp link = (SymlinkOp) op;
        yield new Edit.MakeSymlink(
            txid,
            link.path,
            link.inodeId,
            link.value,
            link.mtime,
            link.atime,
            link.permissionStatus);
      }
      case OP_DELETE -> new Edit.Delete(txid, ((DeleteOp) op).path, ((DeleteOp) op).timestamp);
      case OP_RENAME_OLD -> {
        RenameOldOp rename = (RenameOldOp) op;
        yield new Edit.Rename(txid, rename.src, rename.dst, rename.timestamp, true, false);
      }
      case OP_RENAME -> {
        RenameOp rename = (RenameOp) op;
        boolean overwrite = Arrays.asList(rename.options).contains(Options.Rename.OVERWRITE);
        yield new Edit.Rename(txid, rename.src, rename.dst, rename.timestamp, false, overwrite);
      }
      case OP_CONCAT_DELETE -> {
        ConcatDeleteOp concat = (ConcatDeleteOp) op;
        yield new Edit.Concat(txid, concat.trg, List.of(concat.srcs), concat.timestamp);
      }
      default -> decodeAttributes(txid, op);
    };
  }

  private static Edit decodeAttributes(long txid, FSEditLogOp op) {
    return switch (op.opCode) {
      case OP_SET_REPLICATION -> {
        SetReplicationOp set = (SetReplicationOp) op;
        yield new Edit.SetReplication(txid, set.path, set.replication);
      }
      case OP_SET_PERMISSIONS -> {
        SetPermissionsOp set = (SetPermissionsOp) op;
        yield new Edit.SetPermission(txid, set.src, set.permissions.toShort());
      }
      case OP_SET_OWNER -> {
        SetOwnerOp set = (SetOwnerOp) op;
        yield new Edit.SetOwner(txid, set.src, set.username, set.groupname);
      }
      case OP_TIMES -> {
        TimesOp set = (TimesOp) op;
        yield new Edit.SetTimes(txid, set.path, set.mtime, set.atime);
      }
      case OP_SET_ACL -> {
        SetAclOp set = (SetAclOp) op;
        yield new Edit.SetAcl(
            txid, set.src, set.aclEntries == null ? List.of() : List.copyOf(set.aclEntries));
      }
      case OP_SET_XATTR ->
          new Edit.SetXattrs(txid, ((SetXAttrOp) op).src, List.copyOf(((SetXAttrOp) op).xAttrs));
      case OP_REMOVE_XATTR ->
          new Edit.RemoveXattrs(
              txid, ((RemoveXAttrOp) op).src, List.copyOf(((RemoveXAttrOp) op).xAttrs));
      case OP_SET_STORAGE_POLICY -> {
        SetStoragePolicyOp set = (SetStoragePolicyOp) op;
        yield new Edit.SetStoragePolicy(txid, set.path, set.policyId);
      }
      case OP_SET_NS_QUOTA -> {
        SetNSQuotaOp set = (SetNSQuotaOp) op;
        yield new Edit.SetQuota(txid, set.src, set.nsQuota, HdfsConstants.QUOTA_DONT_SET, null);
      }
      case OP_CLEAR_NS_QUOTA ->
          new Edit.SetQuota(
              txid,
              ((ClearNSQuotaOp) op).src,
              HdfsConstants.QUOTA_RESET,
              HdfsConstants.QUOTA_DONT_SET,
              null);
      case OP_SET_QUOTA -> {
        SetQuotaOp set = (SetQuotaOp) op;
        yield new Edit.SetQuota(txid, set.src, set.nsQuota, set.dsQuota, null);
      }
      case OP_SET_QUOTA_BY_STORAGETYPE -> {
        SetQuotaByStorageTypeOp set = (SetQuotaByStorageTypeOp) op;
        yield new Edit.SetQuota(txid, set.src, HdfsConstants.QUOTA_DONT_SET, set.dsQuota, set.type);
      }
      case OP_REASSIGN_LEASE -> {
        ReassignLeaseOp set = (ReassignLeaseOp) op;
        yield new Edit.ReassignLease(txid, set.path, set.newHolder);
      }
      case OP_SET_GENSTAMP_V1 ->
          new Edit.RaiseId(txid, IdKind.GENERATION_STAMP, ((SetGenstampV1Op) op).genStampV1);
      case OP_SET_GENSTAMP_V2 ->
          new Edit.RaiseId(txid, IdKind.GENERATION_STAMP, ((SetGenstampV2Op) op).genStampV2);
      case OP_ALLOCATE_BLOCK_ID -> new Edit.GiveBlockId(txid, ((AllocateBlockIdOp) op).blockId);
      default -> decodeCodings(txid, op);
    };
  }

  private static Edit decodeCodings(long txid, FSEditLogOp op) {
    return switch (op.opCode) {
      case OP_ADD_ERASURE_CODING_POLICY ->
          new Edit.AddCoding(
              txid, ImagePolicies.ours(((AddErasureCodingPolicyOp) op).getEcPolicy()));
      case OP_ENABLE_ERASURE_CODING_POLICY ->
          new Edit.ChangeCoding(
              txid, ((EnableErasureCodingPolicyOp) op).getEcPolicy(), State.ENABLED);
      case OP_DISABLE_ERASURE_CODING_POLICY ->
          new Edit.ChangeCoding(
              txid, ((DisableErasureCodingPolicyOp) op).getEcPolicy(), State.DISABLED);
      case OP_REMOVE_ERASURE_CODING_POLICY ->
          new Edit.ChangeCoding(
              txid, ((RemoveErasureCodingPolicyOp) op).getEcPolicy(), State.REMOVED);
      default -> decodeSnapshots(txid, op);
    };
  }

  private static Edit decodeSnapshots(long txid, FSEditLogOp op) {
    return switch (op.opCode) {
      case OP_ALLOW_SNAPSHOT ->
          new Edit.SetSnapshottable(txid, ((AllowSnapshotOp) op).snapshotRoot, true);
      case OP_DISALLOW_SNAPSHOT ->
          new Edit.SetSnapshottable(txid, ((DisallowSnapshotOp) op).snapshotRoot, false);
      case OP_CREATE_SNAPSHOT -> {
        CreateSnapshotOp take = (CreateSnapshotOp) op;
        yield new Edit.CreateSnapshot(txid, take.snapshotRoot, take.snapshotName, take.mtime);
      }
      case OP_DELETE_SNAPSHOT -> {
        DeleteSnapshotOp drop = (DeleteSnapshotOp) op;
        yield new Edit.DeleteSnapshot(txid, drop.snapshotRoot, drop.snapshotName, drop.mtime);
      }
      case OP_RENAME_SNAPSHOT -> {
        RenameSnapshotOp rename = (RenameSnapshotOp) op;
        yield new Edit.RenameSnapshot(
            txid,
            rename.snapshotRoot,
            rename.snapshotOldName,
            rename.snapshotNewName,
            rename.mtime);
      }
      default -> decodeOthers(txid, op.opCode);
    };
  }

  private static Edit decodeOthers(long txid, FSEditLogOpCodes code) {
    String what = code.name().substring("OP_".length()).toLowerCase(Locale.ROOT);
    return switch (code) {
      case OP_START_LOG_SEGMENT,
          OP_END_LOG_SEGMENT,
          OP_DATANODE_ADD,
          OP_DATANODE_REMOVE,
          OP_GET_DELEGATION_TOKEN,
          OP_RENEW_DELEGATION_TOKEN,
          OP_CANCEL_DELEGATION_TOKEN,
          OP_UPDATE_MASTER_KEY ->
          new Edit.Unrelated(txid, what);
      case OP_ADD_CACHE_DIRECTIVE,
          OP_MODIFY_CACHE_DIRECTIVE,
          OP_REMOVE_CACHE_DIRECTIVE,
          OP_ADD_CACHE_POOL,
          OP_MODIFY_CACHE_POOL,
          OP_REMOVE_CACHE_POOL ->
          new Edit.NotTaken(txid, what, Passing.CACHE);
      case OP_ROLLING_UPGRADE_START, OP_ROLLING_UPGRADE_FINALIZE ->
          new Edit.NotTaken(txid, what, Passing.ROLLING_UPGRADE);
      default -> new Edit.NotTaken(txid, what, null);
    };
  }

  private static Edit open(long txid, AddCloseOp add) {
    Edit.NewFile made =
        new Edit.NewFile(
            add.inodeId,
            add.replication,
            add.blockSize,
            add.permissions,
            add.aclEntries == null ? null : List.copyOf(add.aclEntries),
            add.xAttrs == null ? List.of() : List.copyOf(add.xAttrs),
            add.storagePolicyId,
            add.erasureCodingPolicyId);
    return new Edit.OpenFile(
        txid,
        add.path,
        made,
        add.mtime,
        add.atime,
        blocks(add.blocks),
        add.clientName,
        add.clientMachine,
        add.overwrite);
  }

  private static Edit truncate(long txid, TruncateOp op) {
    Block cut = op.truncateBlock;
    return new Edit.Truncate(
        txid,
        op.src,
        op.clientName,
        op.clientMachine,
        op.newLength,
        op.timestamp,
        cut == null ? null : block(cut));
  }

  private static EditBlock block(Block block) {
    return new EditBlock(block.getBlockId(), block.getGenerationStamp(), block.getNumBytes());
  }

  private static List<EditBlock> blocks(Block[] blocks) {
    List<EditBlock> all = new ArrayList<>();
    for (Block block : blocks == null ? new Block[0] : blocks) {
      all.add(block(block));
    }
    return all;
  }
}
