package io.warren.migrate.export;

import io.warren.model.Inode;
import io.warren.model.InodeAcl;
import io.warren.model.InodeForm;
import io.warren.model.InodeFormKey;
import io.warren.model.InodeKey;
import io.warren.model.QuotaDirectory;
import io.warren.namespace.Partitioning;
import io.warren.namespace.rights.Acl;
import io.warren.namespace.rights.AclEntry;
import io.warren.namespace.xattr.Xattr;
import io.warren.namespace.xattr.XattrRows;
import io.warren.store.LockMode;
import io.warren.store.Scan;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Reads a tree that nobody changes, some hundred inodes in each transaction. */
final class StoredTree {
  private static final int PAGE_ROWS = 1_000;
  private static final TxOptions READ = TxOptions.read("export_rows");

  private final TransactionRunner runner;

  StoredTree(TransactionRunner runner) {
    this.runner = runner;
  }

  /**
   * The root directory.
   *
   * @throws ExportException when the store has none
   */
  StoredInode root() {
    return runner.run(
        READ,
        tx -> {
          Inode root = tx.get(Tables.INODES, Partitioning.ROOT_KEY, LockMode.READ_COMMITTED);
          if (root == null) {
            throw new ExportException("The store holds no file system: nothing was ever in it");
          }
          return whole(tx, root);
        });
  }

  /** What is done with each inode. */
  @FunctionalInterface
  interface Visitor<T> {
    void visit(T inode) throws IOException;
  }

  /** Visits the children of a directory with what is theirs, in the order of their keys. */
  void children(long directoryId, Visitor<StoredInode> visitor) throws IOException {
    pages(
        directoryId, (tx, rows) -> rows.stream().map(inode -> whole(tx, inode)).toList(), visitor);
  }

  /** As the other one, the rows alone. */
  void childRows(long directoryId, Visitor<Inode> visitor) throws IOException {
    pages(directoryId, (tx, rows) -> rows, visitor);
  }

  /** A former row with the attributes that were kept with it. */
  StoredInode former(Inode row) {
    return runner.run(READ, tx -> new StoredInode(row, acl(tx, row), xattrs(tx, row), null));
  }

  /** The inodes of which there are former rows in a directory. */
  Set<Long> formerChildren(long directoryId) {
    Scan<InodeFormKey, InodeForm> scan = Scan.prefix(Tables.INODE_FORMS, PAGE_ROWS, directoryId);
    Set<Long> ids = new LinkedHashSet<>();
    List<InodeForm> page = runner.run(READ, tx -> tx.scan(scan));
    while (!page.isEmpty()) {
      page.forEach(form -> ids.add(form.row().id()));
      InodeFormKey last = page.get(page.size() - 1).key();
      page = runner.run(READ, tx -> tx.scan(scan.after(last)));
    }
    return ids;
  }

  private <T> void pages(
      long directoryId, BiFunction<Tx, List<Inode>, List<T>> made, Visitor<T> visitor)
      throws IOException {
    record Page<T>(List<T> inodes, @Nullable InodeKey last) {}
    InodeKey after = null;
    do {
      InodeKey before = after;
      Page<T> page =
          runner.run(
              READ,
              tx -> {
                List<Inode> rows = tx.scan(childRows(directoryId).after(before));
                boolean isLast = rows.size() < PAGE_ROWS;
                return new Page<>(
                    made.apply(tx, rows), isLast ? null : rows.get(PAGE_ROWS - 1).key());
              });
      for (T inode : page.inodes()) {
        visitor.visit(inode);
      }
      after = page.last();
    } while (after != null);
  }

  private static Scan<InodeKey, Inode> childRows(long directoryId) {
    return Scan.index(Tables.INODES, Tables.INODES_BY_PARENT, PAGE_ROWS, directoryId);
  }

  private static StoredInode whole(Tx tx, Inode inode) {
    QuotaDirectory quota =
        inode.hasQuota()
            ? tx.get(Tables.QUOTA_DIRECTORIES, inode.id(), LockMode.READ_COMMITTED)
            : null;
    return new StoredInode(inode, acl(tx, inode), xattrs(tx, inode), quota);
  }

  private static List<AclEntry> acl(Tx tx, Inode inode) {
    if (!inode.hasAcl()) {
      return List.of();
    }
    InodeAcl row = tx.get(Tables.ACLS, inode.attributesId(), LockMode.READ_COMMITTED);
    return Acl.of(inode, row).beyondMode();
  }

  private static List<Xattr> xattrs(Tx tx, Inode inode) {
    return inode.has(Inode.XATTRS)
        ? List.copyOf(XattrRows.read(tx, inode.attributesId()).attributes().values())
        : List.of();
  }
}
