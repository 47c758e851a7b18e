package io.warren.namespace;

import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.model.Name;
import io.warren.namespace.view.DirectoryViews;
import io.warren.namespace.view.Look;
import io.warren.store.InodeRows;
import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Finds inodes by id, and the path above them, through the hint cache and the unique index. */
final class InodeLocator {
  private final HintCache hints;
  private final DirectoryViews views;

  InodeLocator(HintCache hints, DirectoryViews views) {
    this.hints = hints;
    this.views = views;
  }

  /**
   * Locks the row of an inode, then reads the rows above it.
   *
   * @return null when there is no such inode in the tree
   * @throws StalePathException when the inode moved meanwhile
   */
  @Nullable ResolvedPath lock(
      Reading reading,
      long inodeId,
      LockMode mode,
      Set<InodeKey> exclusive,
      Consumer<ReadBatch> alongside) {
    Tx tx = reading.tx();
    InodeKey key = hints.keyOf(inodeId);
    if (key == null) {
      Inode found = InodeRows.find(tx, inodeId);
      if (found == null) {
        return nothing(tx, alongside);
      }
      key = found.key();
    }
    Inode row = tx.get(Tables.INODES, key, mode);
    if (row == null || row.id() != inodeId) {
      hints.forgetId(inodeId);
      if (InodeRows.find(tx, inodeId) == null) {
        return nothing(tx, alongside);
      }
      throw new StalePathException();
    }
    if (mode == LockMode.EXCLUSIVE) {
      exclusive.add(key);
    }
    hints.put(row);
    return pathOf(reading, row, alongside);
  }

  /**
   * The present path of a row, read committed; null when it is not in the tree.
   *
   * @throws StalePathException when a directory above changed meanwhile
   */
  @Nullable ResolvedPath pathOf(Reading reading, Inode row, Consumer<ReadBatch> alongside) {
    Tx tx = reading.tx();
    Look look = views.look(reading.wrote());
    List<Inode> upwards = new ArrayList<>();
    upwards.add(row);
    look.found(row);
    takeViews(upwards, look);
    readHinted(tx, upwards, look, alongside);
    while (!upwards.get(upwards.size() - 1).isRoot()) {
      Inode top = upwards.get(upwards.size() - 1);
      if (Partitioning.isAway(top)) {
        return null;
      }
      Inode parent = tx.getUnique(Tables.INODES, Tables.INODES_BY_ID, top.parentId());
      if (parent == null) {
        // A directory outlives its children: this one is changing its place just now.
        throw new StalePathException();
      }
      if (upwards.size() > FsPath.DEPTH_MAX) {
        throw new StalePathException();
      }
      hints.put(parent);
      look.found(parent);
      upwards.add(parent);
    }
    if (!look.holds(tx)) {
      throw new StalePathException();
    }
    Collections.reverse(upwards);
    List<Name> names = upwards.stream().skip(1).map(Inode::name).toList();
    return new ResolvedPath(FsPath.ofTrusted(names), upwards);
  }

  private static @Nullable ResolvedPath nothing(Tx tx, Consumer<ReadBatch> alongside) {
    ReadBatch batch = tx.batch();
    alongside.accept(batch);
    batch.execute();
    return null;
  }

  private static void takeViews(List<Inode> upwards, Look look) {
    Inode top = upwards.get(0);
    while (look.mayTake() && !top.isRoot() && upwards.size() < FsPath.DEPTH_MAX) {
      Inode parent = look.take(top.parentId());
      if (parent == null) {
        return;
      }
      upwards.add(parent);
      top = parent;
    }
  }

  /** Reads in one batch as many ancestors as the hints know. */
  private void readHinted(Tx tx, List<Inode> upwards, Look look, Consumer<ReadBatch> alongside) {
    List<Long> ids = new ArrayList<>();
    List<ReadBatch.Row<Inode>> rows = new ArrayList<>();
    ReadBatch batch = tx.batch();
    look.addTo(batch);
    Inode row = upwards.get(upwards.size() - 1);
    InodeKey below = row.key();
    boolean atRoot = row.isRoot();
    while (!atRoot && ids.size() < FsPath.DEPTH_MAX) {
      long parentId = below.parentId();
      atRoot = parentId == Inode.ROOT_ID;
      InodeKey key = atRoot ? Partitioning.ROOT_KEY : hints.keyOf(parentId);
      if (key == null) {
        break;
      }
      ids.add(parentId);
      rows.add(batch.get(Tables.INODES, key));
      below = key;
    }
    alongside.accept(batch);
    batch.execute();
    for (int i = 0; i < rows.size(); i++) {
      Inode found = rows.get(i).get();
      long expectedId = upwards.get(upwards.size() - 1).parentId();
      if (found == null || found.id() != ids.get(i) || found.id() != expectedId) {
        hints.forgetId(ids.get(i));
        return;
      }
      look.found(found);
      upwards.add(found);
    }
  }
}
