package io.warren.namespace.lease;

import io.warren.model.Inode;
import io.warren.model.LeasePath;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.ResolvedPath;
import io.warren.store.Scan;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A page of the files that are open for writing, in the order of their inode ids; for the
 * superuser. Lease paths are kept by holder, so a page looks at all of them: it costs more the more
 * files are open, and is for operators, not for applications.
 *
 * @param afterInodeId id of the last file of the page before; 0 for the first page
 * @param below only files at or below this path
 * @param limit most entries, 1 to {@link #LIMIT_MAX}
 */
public record ListOpenFiles(long afterInodeId, FsPath below, int limit)
    implements InodeOperation<ListOpenFiles.Page> {
  /** Each entry is looked up by itself. */
  public static final int LIMIT_MAX = 200;

  private static final int LEASES_PER_SCAN = 1_000;

  /** An open file and who writes to it. */
  public record Entry(long inodeId, FsPath path, String holder, String clientMachine) {}

  /** Entries, and whether more may follow. */
  public record Page(List<Entry> entries, boolean hasMore) {
    public Page {
      entries = List.copyOf(entries);
    }
  }

  public ListOpenFiles {
    limit = Math.max(1, Math.min(limit, LIMIT_MAX));
  }

  @Override
  public String name() {
    return "list_open_files";
  }

  @Override
  public boolean mutates() {
    return false;
  }

  @Override
  public Page execute(OperationTx tx) {
    tx.permissions().superuser();
    List<Entry> entries = new ArrayList<>();
    long after = afterInodeId;
    while (entries.size() < limit) {
      TreeSet<Long> ids = idsAfter(tx, after);
      for (long id : ids) {
        Entry entry = entries.size() < limit ? entry(tx, id) : null;
        if (entry != null) {
          entries.add(entry);
        }
      }
      if (ids.size() < limit) {
        return new Page(entries, false);
      }
      after = ids.last();
    }
    return new Page(entries, true);
  }

  /** The smallest ids above one, as many as a page holds. */
  private TreeSet<Long> idsAfter(OperationTx tx, long after) {
    TreeSet<Long> ids = new TreeSet<>();
    @Nullable LeasePath last = null;
    List<LeasePath> page;
    do {
      page =
          tx.store()
              .scan(
                  Scan.prefix(Tables.LEASE_PATHS, LEASES_PER_SCAN)
                      .after(last == null ? null : last.key()));
      for (LeasePath path : page) {
        if (path.inodeId() > after) {
          ids.add(path.inodeId());
        }
        if (ids.size() > limit) {
          ids.pollLast();
        }
        last = path;
      }
    } while (page.size() == LEASES_PER_SCAN);
    return ids;
  }

  /** Null when the file is closed or gone since, or elsewhere. */
  private @Nullable Entry entry(OperationTx tx, long inodeId) {
    ResolvedPath found = tx.findById(inodeId);
    Inode file = found == null ? null : found.last();
    String holder = file == null ? null : file.leaseHolder();
    if (found == null || file == null || holder == null || !found.path().startsWith(below)) {
      return null;
    }
    String machine = Objects.requireNonNullElse(file.leaseMachine(), "");
    return new Entry(inodeId, found.path(), holder, machine);
  }
}
