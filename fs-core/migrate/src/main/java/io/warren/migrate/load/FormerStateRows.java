package io.warren.migrate.load;

import io.warren.migrate.image.ImageDiffs.DirectoryChange;
import io.warren.model.Inode;
import io.warren.model.InodeForm;
import io.warren.model.Name;
import io.warren.namespace.AttributeRows;
import io.warren.namespace.Partitioning;
import io.warren.store.LockMode;
import io.warren.store.Scan;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INodeDirectory;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.SnapshotDiffSection.FileDiff;
import org.jspecify.annotations.Nullable;

/**
 * Writes former rows for what inodes were: splits the row at each place of an inode by the
 * snapshots after which the inode changed. All places are written. Used by one thread.
 */
final class FormerStateRows {
  /** What an inode was up to a snapshot; rows of attributes are under no id yet. */
  private record State(long until, AttributedRow row) {
    State to(long newUntil) {
      return new State(newUntil, row);
    }
  }

  private final Attributes attributes;
  private final TransactionRunner runner;
  private final FreshIds ids;
  private final FormerBlockRows blocks;
  private final ImportReport report;
  private final Map<Integer, INodeDirectory> roots;

  FormerStateRows(
      ImageSurvey survey,
      Attributes attributes,
      TransactionRunner runner,
      FreshIds ids,
      ImportReport report) {
    this.attributes = attributes;
    this.runner = runner;
    this.ids = ids;
    this.blocks = new FormerBlockRows(ids);
    this.report = report;
    this.roots = survey.snapshots().roots();
  }

  /** What a directory was; the newest change is the first. */
  void directory(long imageId, List<DirectoryChange> changes) {
    long written = inTransaction(tx -> splitDirectory(tx, InodeRows.ourId(imageId), changes));
    report.took("former states that snapshots hold", written);
  }

  /** What a file was, and which blocks it had; the newest change is the first. */
  void file(long inodeId, List<FileDiff> changes) {
    long written = inTransaction(tx -> splitFile(tx, inodeId, changes));
    report.took("former states that snapshots hold", written);
    FormerBlockRows.Taken taken =
        runner.run(
            TxOptions.write("import_former_blocks"), tx -> blocks.write(tx, inodeId, changes));
    report.took("blocks that only snapshots hold", taken.blocks());
    if (!taken.whole()) {
      report.leftOut("files with fewer blocks than bytes in a snapshot", inodeId, taken.name());
    }
  }

  private long inTransaction(TransactionRunner.Body<Long> body) {
    return runner.run(TxOptions.write("import_former_states"), body);
  }

  private long splitDirectory(Tx tx, long inodeId, List<DirectoryChange> changes) {
    Inode row = FormerRows.row(tx, inodeId);
    List<State> states = new ArrayList<>();
    INodeDirectory copy = null;
    for (DirectoryChange change : changes) {
      int number = change.diff().getSnapshotId();
      INodeDirectory own =
          change.diff().getIsSnapshotRoot()
              ? roots.get(number)
              : change.diff().hasSnapshotCopy() ? change.diff().getSnapshotCopy() : null;
      copy = own == null ? copy : own;
      if (copy != null) {
        states.add(new State(FormerPlaces.ourNumber(number), was(row, copy)));
      }
    }
    return split(tx, row, merged(states, row));
  }

  private AttributedRow was(Inode row, INodeDirectory copy) {
    SetPolicies set =
        copy.hasXAttrs()
            ? attributes.policies(copy.getXAttrs(), row.id(), row.name().toString())
            : SetPolicies.NONE;
    Inode.Builder then =
        plain(row).toBuilder()
            .storagePolicy(set.storage())
            .erasureCodingPolicy(set.erasureCoding());
    return attributes.give(then, StoredAttributes.of(copy), 0, report);
  }

  private long splitFile(Tx tx, long inodeId, List<FileDiff> changes) {
    Inode row = FormerRows.row(tx, inodeId);
    List<State> states = new ArrayList<>();
    INodeFile copy = null;
    for (FileDiff change : changes) {
      copy = change.hasSnapshotCopy() ? change.getSnapshotCopy() : copy;
      AttributedRow then = was(tx, row, copy, change.getFileSize());
      if (then != null) {
        states.add(new State(FormerPlaces.ourNumber(change.getSnapshotId()), then));
      }
    }
    return split(tx, row, merged(states, row));
  }

  /**
   * What a file was.
   *
   * @param copy null when its attributes were what they are
   * @return null when it was as it is
   */
  private @Nullable AttributedRow was(Tx tx, Inode row, @Nullable INodeFile copy, long sizeBytes) {
    if (copy == null) {
      return sizeBytes == row.sizeBytes() ? null : longer(tx, row, sizeBytes);
    }
    Inode.Builder then =
        plain(row).toBuilder()
            .sizeBytes(sizeBytes)
            .replication(InodeRows.replication(copy))
            .blockSizeBytes(copy.getPreferredBlockSize())
            .storagePolicy(copy.getStoragePolicyID());
    return attributes.give(then, StoredAttributes.of(copy), 0, report);
  }

  private static AttributedRow longer(Tx tx, Inode row, long sizeBytes) {
    return new AttributedRow(
        row.toBuilder().sizeBytes(sizeBytes).build(),
        tx.get(Tables.ACLS, row.id(), LockMode.READ_COMMITTED),
        tx.scan(Scan.prefix(Tables.XATTRS, AttributeRows.XATTR_PARTS_MAX, row.id())));
  }

  private static Inode plain(Inode row) {
    return row.toBuilder().features(0).build();
  }

  /** The states that differ from the next newer one, oldest first. */
  private static List<State> merged(List<State> newestFirst, Inode present) {
    List<State> kept = new ArrayList<>();
    AttributedRow next = new AttributedRow(present, null, List.of());
    for (State state : newestFirst) {
      boolean hasAttributes =
          InodeForm.hasAttributes(state.row().inode()) || InodeForm.hasAttributes(next.inode());
      if (hasAttributes || !plain(next.inode()).equals(plain(state.row().inode()))) {
        kept.add(state);
      }
      next = state.row();
    }
    Collections.reverse(kept);
    return kept;
  }

  private long split(Tx tx, Inode row, List<State> states) {
    if (states.isEmpty()) {
      return 0;
    }
    long written = 0;
    List<InodeForm> forms = FormerRows.of(tx, row.id());
    for (InodeForm form : forms) {
      written += splitForm(tx, form, states);
    }
    if (Partitioning.isAway(row)) {
      return written;
    }
    long since = row.sinceSnapshot();
    List<State> there = at(states, since, Long.MAX_VALUE);
    insert(tx, row.parentId(), row.name(), since, there);
    long newest = there.isEmpty() ? since : there.get(there.size() - 1).until();
    FormerRows.hold(tx, row, newest, there.isEmpty() ? 0 : newest);
    return written + there.size();
  }

  private long splitForm(Tx tx, InodeForm form, List<State> states) {
    Inode was = form.row();
    List<State> there = at(states, was.sinceSnapshot(), form.untilSnapshot());
    if (there.isEmpty()) {
      return 0;
    }
    long newest = there.get(there.size() - 1).until();
    if (newest < form.untilSnapshot()) {
      FormerRows.beginAfter(tx, form, newest);
    } else {
      tx.delete(Tables.INODE_FORMS, form.key());
      AttributeRows.remove(tx, was);
    }
    insert(tx, was.parentId(), was.name(), was.sinceSnapshot(), there);
    return there.size();
  }

  /** The states of an inode in the snapshots above one up to another one. */
  private static List<State> at(List<State> states, long since, long until) {
    List<State> there = new ArrayList<>();
    long begin = since;
    for (State state : states) {
      long end = Math.min(state.until(), until);
      if (begin < end) {
        there.add(state.to(end));
        begin = end;
      }
    }
    return there;
  }

  private void insert(Tx tx, long parentId, Name name, long since, List<State> states) {
    long begin = since;
    for (State state : states) {
      Inode then = state.row().inode();
      long attributesId = InodeForm.hasAttributes(then) ? ids.next() : 0;
      AttributedRow row = FormerRows.under(state.row(), attributesId);
      if (row.acl() != null) {
        tx.insert(Tables.ACLS, row.acl());
      }
      row.xattrs().forEach(part -> tx.insert(Tables.XATTRS, part));
      tx.insert(
          Tables.INODE_FORMS,
          FormerRows.form(then, parentId, name, begin, state.until(), attributesId));
      begin = state.until();
    }
  }
}
