package io.warren.namespace.file;

import io.warren.model.Block;
import io.warren.model.BlockState;
import io.warren.model.Inode;
import io.warren.namespace.EffectivePolicies;
import io.warren.namespace.FileSettings;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.ResolvedPath;
import io.warren.store.LockMode;

/**
 * Puts the bytes of a closed file of one block into the database and frees the block. Answers false
 * and changes nothing where the bytes may not be there, or where the file is not as it was read any
 * more. Times and quotas stay as they are. Datanodes are told to delete the replicas once this is
 * durable, as those of deleted files. A repeated call answers false. Only the superuser may.
 *
 * @param block that the bytes were read from
 * @param bytes all of the file's, checked by the sums that lie beside the replica
 */
public record TakeIn(long fileId, BlockRef block, byte[] bytes, FileSettings settings)
    implements InodeOperation<Boolean> {
  /** Blocks' stamps in the place of versions: rows of one file that differ never share one. */
  private static final int VERSIONS = 1 << 30;

  @Override
  public String name() {
    return "take_in";
  }

  @Override
  public boolean mutates() {
    return true;
  }

  @Override
  public Boolean execute(OperationTx tx) {
    tx.permissions().superuser();
    ResolvedPath found = tx.lockById(fileId, LockMode.EXCLUSIVE);
    if (found == null || !mayGoIn(tx, found)) {
      return false;
    }
    Inode file = found.requireLast();
    FileBlocks blocks = FileBlocks.read(tx.store(), fileId, LockMode.EXCLUSIVE);
    if (!wasReadFrom(blocks)) {
      return false;
    }
    int version = 1 + (int) Math.floorMod(block.generationStamp(), (long) VERSIONS);
    FileContents.write(tx.store(), fileId, bytes, version);
    FileBlocks.discard(tx.store(), fileId, blocks.all());
    tx.inodes().update(file, file.toBuilder().feature(Inode.IN_DATABASE, true).build());
    return true;
  }

  /** What snapshots hold stays in blocks: they read former ones where there are such. */
  private boolean mayGoIn(OperationTx tx, ResolvedPath found) {
    Inode file = found.requireLast();
    return file.isFile()
        && !file.isUnderConstruction()
        && mayGoIn(file, EffectivePolicies.of(found.rows()), settings)
        && file.sizeBytes() == bytes.length
        && !tx.snapshots().keeps(file);
  }

  /**
   * Whether a closed file, as far as its row tells, is one whose bytes may be taken in.
   *
   * @param policies that hold for it
   */
  public static boolean mayGoIn(Inode file, EffectivePolicies policies, FileSettings settings) {
    return !file.inDatabase()
        && file.sizeBytes() > 0
        && FileContents.fits(file, file.sizeBytes(), settings)
        && policies.storage() == FileContents.POLICY;
  }

  private boolean wasReadFrom(FileBlocks blocks) {
    if (blocks.all().size() != 1) {
      return false;
    }
    Block only = blocks.all().get(0);
    return only.state() == BlockState.COMPLETE
        && block.matches(only)
        && only.generationStamp() == block.generationStamp()
        && only.lengthBytes() == block.lengthBytes();
  }
}
