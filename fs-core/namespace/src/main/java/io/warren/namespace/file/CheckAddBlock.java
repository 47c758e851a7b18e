package io.warren.namespace.file;

import io.warren.model.Inode;
import io.warren.model.Striping;
import io.warren.namespace.EffectivePolicies;
import io.warren.namespace.FileSettings;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.store.LockMode;
import org.jspecify.annotations.Nullable;

/**
 * The first half of adding a block: checks what {@link AddBlock} will check again and tells what
 * the choice of targets needs, so that targets are chosen outside of any transaction.
 */
public record CheckAddBlock(
    FsPath path, long fileId, String holder, @Nullable BlockRef previous, FileSettings settings)
    implements InodeOperation<CheckAddBlock.Answer> {

  /**
   * What to choose targets for.
   *
   * @param striping how the new block group is striped; null for a block with replicas
   * @param retried the block that an earlier, unanswered call added; null to add one
   */
  public record Answer(
      FsPath path,
      int replication,
      @Nullable Striping striping,
      long blockSizeBytes,
      int storagePolicy,
      String clientMachine,
      @Nullable FileBlock retried) {}

  @Override
  public String name() {
    return "check_add_block";
  }

  @Override
  public boolean mutates() {
    return false;
  }

  @Override
  public long partition(PartitionGuess guess) {
    return guess.ofFileRows(path, fileId);
  }

  @Override
  public Answer execute(OperationTx tx) {
    OpenFile file = OpenFile.peek(tx, path, fileId, holder);
    FileBlocks blocks = FileTail.read(tx.store(), file.inode(), LockMode.READ_COMMITTED);
    FileBlock retried = null;
    if (AddBlockRules.isRetry(file, blocks, previous)) {
      retried = AddBlockRules.present(tx.store(), blocks);
      if (retried.pipeline().isEmpty()) {
        retried = null;
      }
    } else {
      AddBlockRules.checkProgress(file, blocks, settings);
    }
    Inode inode = file.inode();
    String machine = inode.leaseMachine();
    return new Answer(
        file.path(),
        inode.replication(),
        inode.striping(),
        inode.blockSizeBytes(),
        EffectivePolicies.of(file.found().rows()).storage(),
        machine == null ? "" : machine,
        retried);
  }
}
