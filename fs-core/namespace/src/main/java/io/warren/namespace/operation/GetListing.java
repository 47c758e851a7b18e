package io.warren.namespace.operation;

import io.warren.model.Inode;
import io.warren.model.Name;
import io.warren.model.NamespaceException;
import io.warren.namespace.Children;
import io.warren.namespace.EntryStatus;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.ListingPage;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.SnapshotPath;
import io.warren.namespace.rights.Access;
import io.warren.namespace.snapshot.SnapshotReads;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A page of a directory in the byte order of names, or a file's own entry; empty when the path does
 * not exist. Needs read and execute on the directory.
 *
 * @param after name of the last entry of the page before (it need not exist any more), or null
 * @param limit 1 to {@link #LIMIT_MAX}
 */
public record GetListing(FsPath path, @Nullable Name after, int limit)
    implements InodeOperation<Optional<ListingPage>> {
  /** Greatest number of entries of a page. */
  public static final int LIMIT_MAX = 1000;

  public GetListing {
    if (limit < 1 || limit > LIMIT_MAX) {
      throw new NamespaceException(
              NamespaceException.Code.INVALID_ARGUMENT, "A page has 1 to 1000 entries")
          .with("limit", limit);
    }
  }

  @Override
  public String name() {
    return "get_listing";
  }

  @Override
  public boolean mutates() {
    return false;
  }

  @Override
  public long partition(PartitionGuess guess) {
    return guess.ofChildren(path);
  }

  @Override
  public Optional<ListingPage> execute(OperationTx tx) {
    if (SnapshotPath.isOne(path)) {
      return SnapshotReads.listing(tx, path, after, limit);
    }
    OperationTx.Listed listed = tx.resolveWithChildren(path, after, limit);
    ResolvedPath found = listed.path();
    tx.permissions().traverse(found);
    Inode last = found.last();
    if (last == null) {
      return Optional.empty();
    }
    EntryStatus self = tx.status(found, last, EntryStatus.NOT_COUNTED);
    if (!last.isDirectory()) {
      return Optional.of(new ListingPage(self, List.of(self), false));
    }
    tx.permissions().last(found, Access.READ_EXECUTE);
    Children.Page page = listed.page();
    List<EntryStatus> entries = new ArrayList<>(page.children().size());
    for (Inode child : page.children()) {
      int count = child.isDirectory() ? EntryStatus.NOT_COUNTED : 0;
      entries.add(tx.status(child, self.policies().of(child), count));
    }
    return Optional.of(new ListingPage(self, entries, !page.complete()));
  }
}
