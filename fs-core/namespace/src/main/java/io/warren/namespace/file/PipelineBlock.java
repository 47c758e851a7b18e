package io.warren.namespace.file;

import io.warren.model.Block;
import io.warren.model.BlockLookup;
import io.warren.model.BlockState;
import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.namespace.OperationTx;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.lease.Leases;
import io.warren.store.LockMode;
import io.warren.store.schema.Tables;

/** The block of a pipeline, found by its id, with its file; the lease is checked. */
record PipelineBlock(OpenFile file, FileBlocks blocks, Block block) {

  static PipelineBlock find(OperationTx tx, long blockId, String holder, LockMode lock) {
    BlockLookup lookup = tx.store().get(Tables.BLOCK_LOOKUP, blockId, LockMode.READ_COMMITTED);
    ResolvedPath found = lookup == null ? null : tx.lockById(lookup.inodeId(), lock);
    if (found == null) {
      throw new NamespaceException(Code.NOT_FOUND, "The block does not exist")
          .with("blockId", blockId);
    }
    Inode inode = found.requireFile();
    Leases.check(found.path(), inode, holder);
    FileBlocks blocks = FileTail.readSettled(tx.store(), inode);
    Block last = blocks.last();
    if (last == null
        || last.blockId() != blockId
        || last.state() != BlockState.UNDER_CONSTRUCTION) {
      throw new NamespaceException(Code.CONFLICT, "The block is not being written")
          .with("path", found.path())
          .with("blockId", blockId)
          .with("last", String.valueOf(last));
    }
    return new PipelineBlock(new OpenFile(found, inode), blocks, last);
  }
}
