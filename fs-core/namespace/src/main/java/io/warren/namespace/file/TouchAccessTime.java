package io.warren.namespace.file;

import io.warren.model.Inode;
import io.warren.namespace.FileSettings;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.namespace.PathLock;

/** Renews a file's access time after it was opened; run when {@link OpenedFile} says it is due. */
public record TouchAccessTime(FsPath path, long inodeId, FileSettings settings)
    implements InodeOperation<Boolean> {
  @Override
  public String name() {
    return "touch_access_time";
  }

  @Override
  public boolean mutates() {
    return true;
  }

  @Override
  public long partition(PartitionGuess guess) {
    return guess.ofRow(path);
  }

  /** Whether it was still due. */
  @Override
  public Boolean execute(OperationTx tx) {
    Inode file = tx.lock(PathLock.last(path)).last();
    if (file == null
        || file.id() != inodeId
        || tx.nowMs() <= file.atimeMs() + settings.accessTimePrecisionMs()) {
      return false;
    }
    tx.inodes().update(file, file.toBuilder().atimeMs(tx.nowMs()).build());
    return true;
  }
}
