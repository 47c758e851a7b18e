package io.warren.migrate.export;

import io.warren.model.Inode;
import io.warren.store.InodeRows;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Paths of the few inodes that are named, from the rows above them. Used by one thread. */
final class Paths {
  private static final int DIRECTORIES_MAX = 10_000;

  /** No tree is deeper. */
  private static final int DEPTH_MAX = 4_096;

  private final TransactionRunner runner;
  private final Map<Long, String> known =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, String> eldest) {
          return size() > DIRECTORIES_MAX;
        }
      };

  Paths(TransactionRunner runner) {
    this.runner = runner;
  }

  /** The path of an inode in the tree. */
  String of(Inode inode) {
    return inode.isRoot() ? "/" : below(inode.parentId(), 0) + "/" + inode.name();
  }

  /** The path of an inode that is known by its id. */
  String of(long inodeId) {
    return inodeId == Inode.ROOT_ID ? "/" : below(inodeId, 0);
  }

  /** A directory's path as its children begin with it: nothing for the root. */
  private String below(long directoryId, int depth) {
    if (directoryId == Inode.ROOT_ID) {
      return "";
    }
    String found = known.get(directoryId);
    if (found != null) {
      return found;
    }
    Inode directory =
        runner
            .run(
                TxOptions.read("export_path"),
                tx -> Optional.ofNullable(InodeRows.find(tx, directoryId)))
            .orElse(null);
    if (directory == null || depth > DEPTH_MAX) {
      throw new ExportException("The store's directories do not lead to the root")
          .with("directoryId", directoryId);
    }
    String path = below(directory.parentId(), depth + 1) + "/" + directory.name();
    known.put(directoryId, path);
    return path;
  }
}
