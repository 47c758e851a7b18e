package io.warren.namespace.acl;

import io.warren.model.Inode;
import io.warren.model.InodeAcl;
import io.warren.namespace.EntryStatus;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.rights.Acl;
import io.warren.namespace.rights.AclEntry;
import io.warren.store.LockMode;
import io.warren.store.schema.Tables;
import java.util.List;

/** The ACL of a path. Needs execute on the ancestors. */
public record GetAcl(FsPath path) implements InodeOperation<GetAcl.Answer> {
  /**
   * An inode and its ACL.
   *
   * @param status with the mode that goes with the entries
   * @param beyondMode the entries that the mode does not say, in order
   */
  public record Answer(EntryStatus status, List<AclEntry> beyondMode) {}

  @Override
  public String name() {
    return "get_acl";
  }

  @Override
  public boolean mutates() {
    return false;
  }

  @Override
  public long partition(PartitionGuess guess) {
    return guess.ofRow(path);
  }

  @Override
  public Answer execute(OperationTx tx) {
    ResolvedPath found = tx.resolve(path);
    tx.permissions().traverse(found);
    Inode inode = found.requireLast();
    if (!inode.hasAcl()) {
      return new Answer(tx.status(found, inode, EntryStatus.NOT_COUNTED), List.of());
    }
    InodeAcl row = tx.store().get(Tables.ACLS, inode.attributesId(), LockMode.READ_COMMITTED);
    if (row == null) {
      throw tx.restart();
    }
    Acl acl = Acl.of(inode, row);
    Inode shown = inode.toBuilder().mode(acl.mode(inode.mode())).build();
    return new Answer(tx.status(found, shown, EntryStatus.NOT_COUNTED), acl.beyondMode());
  }
}
