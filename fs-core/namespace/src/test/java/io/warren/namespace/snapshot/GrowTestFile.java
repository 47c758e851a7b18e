package io.warren.namespace.snapshot;

import io.warren.model.Inode;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PathLock;

/** Sets a file's size, as a finished append does. */
record GrowTestFile(FsPath path, long sizeBytes) implements InodeOperation<Inode> {
  @Override
  public String name() {
    return "grow_test_file";
  }

  @Override
  public boolean mutates() {
    return true;
  }

  @Override
  public Inode execute(OperationTx tx) {
    Inode file = tx.lock(PathLock.last(path)).requireFile();
    return tx.inodes()
        .update(file, file.toBuilder().sizeBytes(sizeBytes).mtimeMs(tx.nowMs()).build());
  }
}
