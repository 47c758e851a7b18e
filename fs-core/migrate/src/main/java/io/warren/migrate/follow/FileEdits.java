package io.warren.migrate.follow;

import io.warren.migrate.edits.Edit;
import io.warren.migrate.edits.EditBlock;
import io.warren.migrate.edits.EditsException;
import io.warren.model.Block;
import io.warren.model.BlockIds;
import io.warren.model.BlockState;
import io.warren.model.Inode;
import io.warren.model.InodeKind;
import io.warren.model.Striping;
import io.warren.namespace.FsPath;
import io.warren.namespace.IdKind;
import io.warren.namespace.PolicySpace;
import io.warren.namespace.file.BlockMoves;
import io.warren.namespace.file.BlockPlaces;
import io.warren.namespace.file.FileBlocks;
import io.warren.namespace.file.FileTail;
import io.warren.namespace.lease.Leases;
import io.warren.store.LockMode;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.List;

/**
 * Edits of files and their blocks. Those that take a place tell whether they were applied; if not,
 * nothing was written, and they begin the next transaction.
 */
final class FileEdits {
  private final EditTx edits;
  private final FileBlockRows rows;

  FileEdits(EditTx edits) {
    this.edits = edits;
    this.rows = new FileBlockRows(edits);
  }

  boolean open(Edit.OpenFile edit) {
    Found at = edits.find(edit.path());
    Inode old = at.last();
    if (old != null && !edit.overwrite()) {
      openAsBefore(at, at.requireFile(), edit);
      return true;
    }
    requireReadable(at, edit.made());
    if (old != null) {
      if (!edits.isFirst()) {
        return false;
      }
      edits.claim(at.requireParent().id(), at.name(), edit.made().inodeId());
      new TreeEdits(edits).remove(at, old);
      edits.touch(at.requireParent(), edit.timeMs());
      create(edits.find(at.path()), edit);
      return true;
    }
    if (!edits.claim(at.requireParent().id(), at.name(), edit.made().inodeId())) {
      return false;
    }
    create(at, edit);
    return true;
  }

  private static void requireReadable(Found at, Edit.NewFile made) {
    int policyId = made.erasureCodingPolicy();
    if (policyId != 0 && Striping.of(policyId) == null) {
      throw new EditsException(
              "A file was made in the followed HDFS under an erasure-coding policy that is not a"
                  + " built-in one, which Warren can't read: following ends here")
          .with("path", at.path())
          .with("erasureCodingPolicyId", policyId);
    }
  }

  private void create(Found at, Edit.OpenFile edit) {
    Edit.NewFile made = edit.made();
    NewInodes inodes = new NewInodes(edits);
    Inode file =
        inodes.row(at, made.inodeId(), InodeKind.FILE, made.permission(), edit.timeMs()).toBuilder()
            .atimeMs(edit.atimeMs())
            .replication(made.erasureCodingPolicy() == 0 ? made.replication() : 1)
            .erasureCodingPolicy(made.erasureCodingPolicy())
            .blockSizeBytes(made.blockSizeBytes())
            .storagePolicy(made.storagePolicy())
            .leaseHolder(edit.client())
            .leaseMachine(edit.machine())
            .build();
    inodes.insert(at, file, made.acl(), made.xattrs());
    edits.openLease(edit.client(), file.id());
    if (!edit.blocks().isEmpty()) {
      Found there = edits.find(at.path());
      rows.rewrite(there, there.requireFile(), edit.blocks(), false);
    }
  }

  /** An append, or a list of blocks, as Hadoop before 2.7 told them. */
  private void openAsBefore(Found at, Inode file, Edit.OpenFile edit) {
    if (!file.isUnderConstruction()) {
      append(at, file, edit.client(), edit.machine(), false);
    }
    Found open = edits.find(at.path());
    Inode now = open.requireFile();
    long sizeBytes = rows.rewrite(open, now, edit.blocks(), false);
    Inode after =
        now.toBuilder().sizeBytes(sizeBytes).mtimeMs(edit.timeMs()).atimeMs(edit.atimeMs()).build();
    edits.operation().inodes().update(now, after);
  }

  void close(Edit.CloseFile edit) {
    Found at = edits.find(edit.path());
    Inode file = at.requireFile();
    if (!file.isUnderConstruction()) {
      throw at.misfit("a file is closed that is not open");
    }
    long sizeBytes = rows.rewrite(at, file, edit.blocks(), true);
    edits.closeLease(file);
    edits
        .operation()
        .inodes()
        .update(
            file,
            file.toBuilder()
                .sizeBytes(sizeBytes)
                .mtimeMs(edit.timeMs())
                .atimeMs(edit.atimeMs())
                .leaseHolder(null)
                .leaseMachine(null)
                .build());
  }

  void updateBlocks(Edit.UpdateBlocks edit) {
    Found at = edits.find(edit.path());
    Inode file = at.requireFile();
    resize(file, rows.rewrite(at, file, edit.blocks(), false));
  }

  void addBlock(Edit.AddBlock edit) {
    Found at = edits.find(edit.path());
    Inode file = at.requireFile();
    resize(file, rows.add(at, file, edit.before(), edit.added()));
    raise(edit.added().blockId());
    edits.raise(IdKind.GENERATION_STAMP, edit.added().generationStamp());
  }

  /** An id was given to a block, or to a group of coded ones. */
  void raise(long blockId) {
    if (BlockIds.isStriped(blockId)) {
      edits.raise(IdKind.BLOCK_GROUP, BlockIds.number(blockId));
    } else {
      edits.raise(IdKind.BLOCK, blockId);
    }
  }

  private void resize(Inode file, long sizeBytes) {
    if (file.sizeBytes() != sizeBytes) {
      edits.operation().inodes().update(file, file.toBuilder().sizeBytes(sizeBytes).build());
    }
  }

  void append(Edit.Append edit) {
    Found at = edits.find(edit.path());
    Inode file = at.requireFile();
    if (!file.isUnderConstruction()) {
      append(at, file, edit.client(), edit.machine(), edit.newBlock());
    }
  }

  private void append(Found at, Inode file, String client, String machine, boolean newBlock) {
    Block last = FileTail.read(edits.store(), file, LockMode.EXCLUSIVE).last();
    if (!newBlock && last != null && last.lengthBytes() != file.blockSizeBytes()) {
      Block open = last.withState(BlockState.UNDER_CONSTRUCTION);
      edits.store().update(Tables.BLOCKS, open);
      edits.charge(at, 0, FileBlocks.charged(file, open).minus(FileBlocks.charged(file, last)));
    }
    edits.openLease(client, file.id());
    edits
        .operation()
        .inodes()
        .update(file, file.toBuilder().leaseHolder(client).leaseMachine(machine).build());
  }

  /** What is cut within a block is closed by a later edit, when the datanodes have done so. */
  void truncate(Edit.Truncate edit) {
    Found at = edits.find(edit.path());
    Inode file = at.requireFile();
    rows.cut(at, file, edit.newLengthBytes(), edit.cut());
    Inode.Builder shorter =
        file.toBuilder().sizeBytes(edit.newLengthBytes()).mtimeMs(edit.timeMs());
    EditBlock cut = edit.cut();
    if (cut != null) {
      // The holder of such files here, by whom the leader finds them after a take-over.
      edits.openLease(Leases.RECOVERY_HOLDER, file.id());
      shorter.leaseHolder(Leases.RECOVERY_HOLDER).leaseMachine(edit.machine());
      edits.raise(IdKind.GENERATION_STAMP, cut.generationStamp());
      edits.raise(IdKind.BLOCK, cut.blockId());
    }
    edits.operation().inodes().update(file, shorter.build());
  }

  void reassignLease(Edit.ReassignLease edit) {
    Inode file = edits.find(edit.path()).requireFile();
    if (!file.isUnderConstruction() || Leases.RECOVERY_HOLDER.equals(file.leaseHolder())) {
      // One that is being cut has its holder here already.
      return;
    }
    edits.closeLease(file);
    edits.openLease(edit.holder(), file.id());
    edits.operation().inodes().update(file, file.toBuilder().leaseHolder(edit.holder()).build());
  }

  boolean concat(Edit.Concat edit) {
    Found to = edits.find(edit.target());
    Inode file = to.requireFile();
    List<Found> sources = new ArrayList<>();
    for (String source : edit.sources()) {
      Found from = edits.find(source);
      if (!edits.claim(from.requireParent().id(), from.name(), from.requireFile().id())) {
        return false;
      }
      sources.add(from);
    }
    FileBlocks present = FileTail.read(edits.store(), file, LockMode.EXCLUSIVE);
    BlockMoves moves = new BlockMoves(edits.store(), file.id(), present.count());
    long addedBytes = 0;
    for (Found from : sources) {
      Inode source = from.requireFile();
      long bytes = moves.take(source.id(), Integer.MAX_VALUE, FsPath.parse(edit.target()));
      edits.charge(from, -1, PolicySpace.ofFile(source, bytes).negated());
      edits.operation().inodes().delete(source);
      addedBytes += bytes;
    }
    BlockPlaces.grow(edits.store(), present, moves.taken());
    long sizeBytes = file.sizeBytes() + addedBytes;
    edits.charge(
        to,
        0,
        PolicySpace.ofFile(file, sizeBytes).minus(PolicySpace.ofFile(file, file.sizeBytes())));
    edits
        .operation()
        .inodes()
        .update(file, file.toBuilder().sizeBytes(sizeBytes).mtimeMs(edit.timeMs()).build());
    edits.touch(to.requireParent(), edit.timeMs());
    return true;
  }
}
