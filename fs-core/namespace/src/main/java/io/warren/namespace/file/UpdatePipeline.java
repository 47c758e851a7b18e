package io.warren.namespace.file;

import io.warren.model.Block;
import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.model.ReplicaUnderConstruction;
import io.warren.namespace.DoneOnce;
import io.warren.namespace.OperationTx;
import io.warren.store.LockMode;
import io.warren.store.schema.Tables;
import java.util.List;

/**
 * A client's pipeline stands again: the block gets its new generation stamp and length, and its
 * replicas are expected on these storages only.
 */
public record UpdatePipeline(
    String holder, BlockRef before, BlockRef after, List<Integer> storageIds) implements DoneOnce {
  public UpdatePipeline {
    storageIds = List.copyOf(storageIds);
  }

  @Override
  public String name() {
    return "update_pipeline";
  }

  @Override
  public Boolean execute(OperationTx tx) {
    PipelineBlock found = PipelineBlock.find(tx, before.blockId(), holder, LockMode.EXCLUSIVE);
    Block block = BlockCommit.lock(tx.store(), found.block());
    if (after.blockId() != block.blockId()
        || after.generationStamp() <= block.generationStamp()
        || after.lengthBytes() < block.lengthBytes()) {
      throw new NamespaceException(
              Code.CONFLICT, "The pipeline's block is older than the stored one")
          .with("path", found.file().path())
          .with("block", block)
          .with("after", after);
    }
    Block updated =
        block.withGenerationStamp(after.generationStamp()).withLength(after.lengthBytes());
    tx.store().update(Tables.BLOCKS, updated);
    for (ReplicaUnderConstruction old : AddBlockRules.read(tx.store(), block, 0).pipeline()) {
      tx.store().delete(Tables.REPLICAS_UNDER_CONSTRUCTION, old.key());
    }
    AddBlock.expect(tx.store(), updated, storageIds);
    found.file().resize(tx, found.blocks().with(updated).lengthBytes());
    return true;
  }
}
