package io.warren.namespace.file;

import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.namespace.EffectivePolicies;
import io.warren.namespace.FileSettings;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.namespace.PolicySpace;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.lease.Leases;
import io.warren.store.LockMode;
import java.util.Arrays;

/**
 * Closes a file that has no blocks with all of its bytes, which stay in the database. Answers false
 * and leaves the file open where they may not: the writer then sends them to datanodes. A repeated
 * call on a file that was closed with the same bytes answers true.
 *
 * @param bytes of the whole file; of one that was opened again they begin with what it had
 */
public record CompleteInDatabase(
    FsPath path, long fileId, String holder, byte[] bytes, FileSettings settings)
    implements InodeOperation<Boolean> {
  @Override
  public String name() {
    return "complete_in_database";
  }

  @Override
  public boolean mutates() {
    return true;
  }

  @Override
  public long partition(PartitionGuess guess) {
    return guess.ofFileRows(path, fileId);
  }

  @Override
  public Boolean execute(OperationTx tx) {
    ResolvedPath found = tx.lockFile(path, fileId, LockMode.EXCLUSIVE);
    Inode file = found.requireFile();
    if (!file.isUnderConstruction() && wasClosedWithThese(tx, file)) {
      return true;
    }
    Leases.check(found.path(), file, holder);
    if (!mayStay(tx, found, file) || !FileTail.readSettled(tx.store(), file).all().isEmpty()) {
      return false;
    }
    PolicySpace before = PolicySpace.ofFile(file, file.sizeBytes());
    PolicySpace after = PolicySpace.ofFile(file, bytes.length);
    tx.quota().charge(found, 0, after.minus(before));
    if (file.inDatabase()) {
      replace(tx, file);
    } else {
      FileContents.write(tx.store(), file.id(), bytes);
    }
    FileClosing.end(tx, file, bytes.length, bytes.length > 0);
    return true;
  }

  private boolean wasClosedWithThese(OperationTx tx, Inode file) {
    if (file.sizeBytes() != bytes.length || file.inDatabase() != bytes.length > 0) {
      return false;
    }
    return bytes.length == 0
        || Arrays.equals(FileContents.readHeld(tx.store(), file).bytes(), bytes);
  }

  /**
   * Whether the bytes may be in the database. What is there stays there, whatever is set on the
   * directories now; former blocks that snapshots read would be hidden by rows.
   */
  private boolean mayStay(OperationTx tx, ResolvedPath found, Inode file) {
    if (!FileContents.fits(file, bytes.length, settings)) {
      return false;
    }
    int policy = EffectivePolicies.of(found.rows()).storage();
    return file.inDatabase() || (policy == FileContents.POLICY && !isReadFormerly(tx, file));
  }

  private static boolean isReadFormerly(OperationTx tx, Inode file) {
    return tx.snapshots().forms(file).stream().anyMatch(form -> form.row().sizeBytes() > 0);
  }

  private void replace(OperationTx tx, Inode file) {
    FileContents before = FileContents.readHeld(tx.store(), file);
    int had = before.bytes().length;
    if (bytes.length < had || !Arrays.equals(before.bytes(), 0, had, bytes, 0, had)) {
      throw new NamespaceException(
              Code.INVALID_ARGUMENT, "The bytes do not begin with those that the file had")
          .with("path", path)
          .with("sizeBytes", file.sizeBytes())
          .with("lengthBytes", bytes.length);
    }
    before.replace(tx.store(), file.id(), bytes);
  }
}
