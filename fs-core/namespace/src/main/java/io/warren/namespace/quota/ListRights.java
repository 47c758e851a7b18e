package io.warren.namespace.quota;

import io.warren.model.Inode;
import io.warren.model.Name;
import io.warren.model.NamespaceException;
import io.warren.namespace.CallContext;
import io.warren.namespace.Children;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.Namespace;
import io.warren.namespace.OperationTx;
import io.warren.namespace.Tally;
import io.warren.namespace.Walk;
import io.warren.namespace.rights.Access;
import io.warren.namespace.totals.KnownTotals;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Whether a caller may list every directory of a tree. Totals tell how many directories below one
 * are not open to everybody: where there is none, nothing is looked at.
 */
final class ListRights {
  private static final int CHILDREN_PER_PAGE = 1_000;

  /** Children of a directory from a name on. */
  private record Place(FsPath path, Inode directory, @Nullable Name after) {}

  private final Namespace namespace;
  private final CallContext call;
  private final Walk walk;

  /**
   * @param walk tells whether to go on
   */
  ListRights(Namespace namespace, CallContext call, Walk walk) {
    this.namespace = namespace;
    this.call = call;
    this.walk = walk;
  }

  /**
   * @throws NamespaceException ACCESS_DENIED for the first directory that the caller may not list
   */
  void require(FsPath top) {
    Deque<Place> stack = new ArrayDeque<>();
    stack.push(namespace.inTransaction(new Top(top), call).value());
    long rowsRead = 0;
    while (!stack.isEmpty()) {
      walk.goOn(rowsRead);
      Looked looked = namespace.inTransaction(new Look(stack.pop()), call).value();
      rowsRead = looked.rowsRead();
      looked.next().forEach(stack::push);
    }
  }

  private record Top(FsPath path) implements InodeOperation<Place> {
    @Override
    public String name() {
      return "list_rights";
    }

    @Override
    public boolean mutates() {
      return false;
    }

    @Override
    public Place execute(OperationTx tx) {
      Inode directory = tx.resolve(path).requireDirectory();
      tx.permissions().require(path, directory, Access.READ_EXECUTE);
      return new Place(path, directory, null);
    }
  }

  private record Looked(List<Place> next, long rowsRead) {}

  /** Checks the directories of a page; answers where closed ones may be below. */
  private record Look(Place place) implements InodeOperation<Looked> {
    @Override
    public String name() {
      return "list_rights";
    }

    @Override
    public boolean mutates() {
      return false;
    }

    @Override
    public Looked execute(OperationTx tx) {
      Children.Page page = tx.children(place.directory(), place.after(), CHILDREN_PER_PAGE);
      List<Place> next = new ArrayList<>();
      if (!page.complete()) {
        next.add(new Place(place.path(), place.directory(), page.reach()));
      }
      List<Inode> directories = page.children().stream().filter(Inode::isDirectory).toList();
      if (directories.isEmpty()) {
        return new Looked(next, page.children().size());
      }
      Map<Long, Tally> below =
          KnownTotals.readApart(tx, directories.stream().map(Inode::id).collect(Collectors.toSet()))
              .orElse(Map.of());
      for (Inode directory : directories) {
        FsPath path = place.path().child(directory.name());
        tx.permissions().require(path, directory, Access.READ_EXECUTE);
        Tally tally = below.get(directory.id());
        if (tally == null || tally.closed() > 0) {
          next.add(new Place(path, directory, null));
        }
      }
      return new Looked(next, page.children().size());
    }
  }
}
