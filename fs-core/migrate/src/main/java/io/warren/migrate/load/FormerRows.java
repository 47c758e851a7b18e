package io.warren.migrate.load;

import io.warren.migrate.image.ImageException;
import io.warren.model.Inode;
import io.warren.model.InodeAcl;
import io.warren.model.InodeForm;
import io.warren.model.Name;
import io.warren.model.XattrPart;
import io.warren.namespace.AttributeRows;
import io.warren.namespace.Partitioning;
import io.warren.namespace.SnapshotScopes;
import io.warren.store.InodeRows;
import io.warren.store.LockMode;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Reads and writes former rows of inodes within the import's transactions. */
final class FormerRows {
  private FormerRows() {}

  /** The present row of an inode, or the one that is kept for snapshots alone. */
  static Inode row(Tx tx, long inodeId) {
    Inode row = InodeRows.find(tx, inodeId);
    if (row == null) {
      throw new ImageException("Snapshots of the fsimage hold an inode that it does not hold")
          .with("inodeId", inodeId);
    }
    return row;
  }

  /** The former rows of an inode, oldest first. */
  static List<InodeForm> of(Tx tx, long inodeId) {
    List<InodeForm> forms =
        new ArrayList<>(SnapshotScopes.forms(tx, inodeId, LockMode.READ_COMMITTED));
    forms.sort(Comparator.comparingLong(InodeForm::untilSnapshot));
    return forms;
  }

  /**
   * A former row of an inode as it is.
   *
   * @param attributesId see {@link InodeForm#of}
   */
  static InodeForm form(
      Inode row, long parentId, Name name, long since, long until, long attributesId) {
    Inode there =
        row.toBuilder()
            .partitionId(parentId)
            .parentId(parentId)
            .name(name)
            .sinceSnapshot(since)
            .build();
    return InodeForm.of(there, until, attributesId);
  }

  /** Writes a former row with copies of the attributes that an inode has now. */
  static void insertAsNow(
      Tx tx, FreshIds ids, Inode row, long parentId, Name name, long since, long until) {
    long attributesId = InodeForm.hasAttributes(row) ? ids.next() : 0;
    if (attributesId != 0) {
      AttributeRows.copy(tx, row, attributesId);
    }
    tx.insert(Tables.INODE_FORMS, form(row, parentId, name, since, until, attributesId));
  }

  /** The same attributes under another id. */
  static AttributedRow under(AttributedRow row, long attributesId) {
    InodeAcl acl = row.acl();
    return new AttributedRow(
        row.inode(),
        acl == null ? null : new InodeAcl(attributesId, acl.access(), acl.defaults()),
        row.xattrs().stream()
            .map(
                x ->
                    new XattrPart(
                        attributesId, x.number(), x.part(), x.namespace(), x.name(), x.value()))
            .toList());
  }

  /** Says of a present row which snapshots hold it, and whether there are former ones of it. */
  static void hold(Tx tx, Inode row, long since, long kept) {
    boolean stays = row.sinceSnapshot() >= since && row.keptSnapshot() >= kept;
    if (!stays && !Partitioning.isAway(row)) {
      tx.update(
          Tables.INODES,
          row.toBuilder()
              .sinceSnapshot(Math.max(since, row.sinceSnapshot()))
              .keptSnapshot(Math.max(kept, row.keptSnapshot()))
              .build());
    }
  }

  /** Says of a former row since when it was there. */
  static void beginAfter(Tx tx, InodeForm form, long since) {
    if (form.row().sinceSnapshot() < since) {
      Inode row = form.row().toBuilder().sinceSnapshot(since).build();
      tx.update(Tables.INODE_FORMS, new InodeForm(row, form.untilSnapshot()));
    }
  }
}
