package io.warren.namespace.file;

import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.store.LockMode;

/**
 * A new generation stamp for the block that a client writes, with which it sets up its pipeline
 * again. Nothing is stored before {@link UpdatePipeline} says that the pipeline stands.
 */
public record UpdateBlockForPipeline(long blockId, String holder)
    implements InodeOperation<UpdateBlockForPipeline.Answer> {

  /** The block as it is stored, and the generation stamp it may get. */
  public record Answer(FileBlock present, long newGenerationStamp) {}

  @Override
  public String name() {
    return "update_block_for_pipeline";
  }

  @Override
  public boolean mutates() {
    return false;
  }

  @Override
  public Answer execute(OperationTx tx) {
    PipelineBlock found = PipelineBlock.find(tx, blockId, holder, LockMode.READ_COMMITTED);
    long stamp = GenerationStamps.above(tx, found.block().generationStamp());
    return new Answer(AddBlockRules.present(tx.store(), found.blocks()), stamp);
  }
}
