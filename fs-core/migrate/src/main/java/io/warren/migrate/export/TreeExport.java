package io.warren.migrate.export;

import io.warren.migrate.export.History.Moment;
import io.warren.migrate.export.History.Stay;
import io.warren.migrate.export.Whereabouts.Where;
import io.warren.migrate.load.FreshIds;
import io.warren.model.Inode;
import io.warren.model.Name;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hdfs.server.namenode.FSImageFormatProtobuf.SectionName;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeDirectorySection.DirEntry;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeReferenceSection.INodeReference;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.SnapshotDiffSection.DirectoryDiff;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * Writes the inodes of a tree, what its directories hold and held, and which of its files are open,
 * each to a file: one walk finds all of it, and how many inodes there are is said before the first
 * of them. Deleted directories that snapshots show are walked behind the ones that they were
 * deleted from. What no snapshot shows any more is not met. In memory are the directories that are
 * still to be walked, with the children of one and what changed of it. Used by one thread.
 */
final class TreeExport {
  /** A directory while its children are written. */
  private static final class Visit {
    private final long id;
    private final Where where;
    private final DirectoryChanges changes;
    private final ChildOrder order = new ChildOrder();
    private final List<Integer> references = new ArrayList<>();

    /** Of which there are rows in the directory that do not say whether they are its children. */
    private final Set<Long> aside = new HashSet<>();

    /** Those of the children that rows alone do not tell. */
    private final Map<Long, Name> apart = new LinkedHashMap<>();

    private Visit(Pending.Directory directory) {
      id = directory.id();
      where = directory.where();
      changes = new DirectoryChanges(where.shown());
    }
  }

  private final StoredTree tree;
  private final Whereabouts whereabouts;
  private final StoredSnapshots snapshots;
  private final InodeMessages messages;
  private final InodeExport inodes;
  private final PartFiles parts;
  private final FreshIds ids;
  private final Pending pending = new Pending();

  /** A walk that has not begun. */
  TreeExport(
      StoredTree tree,
      Whereabouts whereabouts,
      StoredSnapshots snapshots,
      InodeMessages messages,
      InodeExport inodes,
      PartFiles parts,
      FreshIds ids) {
    this.tree = tree;
    this.whereabouts = whereabouts;
    this.snapshots = snapshots;
    this.messages = messages;
    this.inodes = inodes;
    this.parts = parts;
    this.ids = ids;
  }

  /** Walks the tree. */
  void run() throws IOException {
    inodes.write(tree.root(), SnapshotPaths.PRESENT);
    Where root = new Where(snapshots.of(Inode.ROOT_ID), true);
    pending.add(new Pending.Directory(Inode.ROOT_ID, root, true));
    while (pending.size() > 0) {
      below(pending.removeLast());
    }
  }

  private void below(Pending.Directory directory) throws IOException {
    Visit visit = new Visit(directory);
    whereabouts.note(visit.id, visit.where);
    int before = pending.size();
    Set<Long> former =
        visit.where.shown().isEmpty() ? new HashSet<>() : tree.formerChildren(visit.id);
    tree.children(visit.id, child -> child(visit, child, former.remove(child.inode().id())));
    for (long id : former) {
      held(visit, whereabouts.history(id), null);
    }
    // The first one is the next: who made them in their order has their rows in that order.
    pending.reverseFrom(before);
    writeChildren(visit);
    if (!visit.where.shown().isEmpty()) {
      writeChanges(visit, directory.hasFormer());
    }
  }

  private void writeChildren(Visit visit) throws IOException {
    LongList children = visit.order.sorted(again -> again(visit, again));
    if (children.size() + visit.references.size() == 0) {
      return;
    }
    DirEntry.Builder entry = DirEntry.newBuilder().setParent(InodeMessages.imageId(visit.id));
    for (int i = 0; i < children.size(); i++) {
      entry.addChildren(children.get(i));
    }
    entry
        .addAllRefChildren(visit.references)
        .build()
        .writeDelimitedTo(parts.of(SectionName.INODE_DIR));
  }

  /** The children but for those that are held by reference, once more. */
  private void again(Visit visit, ChildOrder.Visitor visitor) throws IOException {
    tree.childRows(
        visit.id,
        child -> {
          if (!visit.aside.contains(child.id())) {
            visitor.visit(child.name(), child.id());
          }
        });
    for (Map.Entry<Long, Name> each : visit.apart.entrySet()) {
      visitor.visit(each.getValue(), each.getKey());
    }
  }

  /** Writes a child of which there is a row in the directory. */
  private void child(Visit visit, StoredInode child, boolean hasFormer) throws IOException {
    Inode row = child.inode();
    Where where = visit.where;
    if (hasFormer || (row.keptSnapshot() != 0 && snapshots.size() > 0)) {
      visit.aside.add(row.id());
      held(visit, whereabouts.history(row.id()), child);
      return;
    }
    Numbers shown = where.shown().above(row.sinceSnapshot());
    if (!where.inTree() && shown.isEmpty()) {
      visit.aside.add(row.id());
      return;
    }
    long number = where.inTree() ? SnapshotPaths.PRESENT : shown.last();
    if (isSmall(row)) {
      visit.aside.add(row.id());
      inodes.lost(Loss.SMALL_FILE, row, number);
      return;
    }
    visit.order.add(row.name(), row.id());
    if (shown.size() < where.shown().size()) {
      visit.changes.created(row.name(), shown.isEmpty() ? Stay.NEVER : shown.first());
    }
    inodes.write(where.inTree() ? child : away(child), number);
    if (row.isDirectory()) {
      Numbers all = shown.and(snapshots.of(row.id()));
      Where at = all == where.shown() ? where : new Where(all, where.inTree());
      pending.add(new Pending.Directory(row.id(), at, false));
    }
  }

  /**
   * Writes where an inode with former rows was in a directory.
   *
   * @param child the inode with its rows when it is there now
   */
  private void held(Visit visit, History history, @Nullable StoredInode child) throws IOException {
    if (history.isNowhere()) {
      return;
    }
    Inode row = history.lastMoment().row();
    if (history.inDatabase()) {
      if (history.lastStay().parentId() == visit.id) {
        inodes.lost(Loss.SMALL_FILE, row, history.lastNumber());
      }
    } else if (row.isSymlink()) {
      links(visit, history, child);
    } else {
      for (Stay stay : history.stays()) {
        if (stay.parentId() == visit.id) {
          stay(visit, history, stay, child);
        }
      }
    }
  }

  /** A NameNode holds no link by reference, and not what one was: each state is another link. */
  private void links(Visit visit, History history, @Nullable StoredInode child) throws IOException {
    for (Moment moment : history.moments()) {
      boolean last = moment.equals(history.lastMoment());
      if (moment.row().parentId() != visit.id) {
        continue;
      }
      if (!last) {
        inodes.lost(Loss.SYMLINK, moment.row(), moment.numbers().last());
      }
      Inode row = last ? moment.row() : moment.row().toBuilder().id(ids.next()).build();
      History alone = History.alone(new Moment(row, moment.numbers()), last && history.inTree());
      stay(visit, alone, alone.lastStay(), last ? child : null);
    }
  }

  private void stay(Visit visit, History history, Stay stay, @Nullable StoredInode child)
      throws IOException {
    Inode row = history.lastMoment().row();
    boolean last = history.isLast(stay);
    boolean remains =
        last
            && (visit.where.inTree()
                ? history.inTree()
                : stay.last() == visit.where.shown().last());
    visit.changes.created(stay.name(), stay.first());
    if (history.isMoved()) {
      int place = parts.add(reference(row.id(), stay, last));
      if (remains) {
        visit.references.add(place);
      } else {
        visit.changes.deletedReference(place, stay.last());
      }
    } else if (remains) {
      visit.order.add(stay.name(), row.id());
      visit.apart.put(row.id(), stay.name());
    } else {
      visit.changes.deleted(row.id(), stay.last());
    }
    if (last) {
      inodes.write(history.inTree() && child != null ? child : away(tree.former(row)), history);
      if (row.isDirectory()) {
        pending.add(new Pending.Directory(row.id(), whereabouts.of(row.id()), true));
      }
    }
  }

  /**
   * What stands for an inode in a directory.
   *
   * @param last whether the inode is there still, or was when it was deleted
   */
  private static INodeReference reference(long inodeId, Stay stay, boolean last) {
    INodeReference.Builder reference = INodeReference.newBuilder().setReferredId(inodeId);
    return last
        ? reference.setDstSnapshotId(InodeMessages.imageNumber(stay.came())).build()
        : reference
            .setName(ByteString.copyFrom(stay.name().bytes()))
            .setLastSnapshotId(InodeMessages.imageNumber(stay.last()))
            .build();
  }

  /** Nobody writes a deleted file. */
  private static StoredInode away(StoredInode stored) {
    Inode closed = stored.inode().toBuilder().leaseHolder(null).leaseMachine(null).build();
    return new StoredInode(closed, stored.acl(), stored.xattrs(), stored.quota());
  }

  private void writeChanges(Visit visit, boolean hasFormer) throws IOException {
    Numbers own = snapshots.of(visit.id);
    DirectoryChanges changes = visit.changes;
    if (changes.isEmpty() && !hasFormer && own.isEmpty()) {
      return;
    }
    History history = whereabouts.history(visit.id);
    history.changes().forEach(changes::touched);
    own.forEach(changes::touched);
    // A NameNode notes what a directory was when it deletes one that became another one before.
    if (!visit.where.inTree() && (history.isMoved() || !changes.isEmpty())) {
      changes.touched(visit.where.shown().last());
    }
    if (changes.isEmpty()) {
      return;
    }
    int written =
        changes.write(
            InodeMessages.imageId(visit.id),
            history,
            visit.order.size() + visit.references.size(),
            (diff, moment, number) -> describe(diff, moment.row(), number, own.contains(number)),
            parts.of(SectionName.SNAPSHOT_DIFF));
    inodes.took("former states that snapshots hold", written);
  }

  /** Of a snapshot of the directory itself the image has the copy with the snapshot. */
  private void describe(DirectoryDiff.Builder diff, Inode row, long number, boolean own)
      throws IOException {
    diff.setIsSnapshotRoot(own);
    if (!own) {
      diff.setName(ByteString.copyFrom(row.name().bytes()))
          .setSnapshotCopy(messages.directory(tree.former(row)));
    }
    inodes.lostOfState(row, number);
  }

  /** A file whose bytes are rows has nothing that a datanode could serve. */
  private static boolean isSmall(Inode inode) {
    return inode.isFile() && inode.inDatabase();
  }
}
