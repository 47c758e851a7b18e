package io.warren.namenode.admin;

import io.warren.model.Inode;
import io.warren.model.Name;
import io.warren.model.NamespaceException;
import io.warren.namespace.CallContext;
import io.warren.namespace.EntryStatus;
import io.warren.namespace.FsPath;
import io.warren.namespace.ListingPage;
import io.warren.namespace.Namespace;
import io.warren.namespace.SnapshotPath;
import io.warren.namespace.Tally;
import io.warren.namespace.operation.GetListing;
import io.warren.namespace.totals.ReadTotalsOf;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Children of a directory, a page at a time, with what is in those that are directories. */
final class ChildrenPages {
  private static final int CHILDREN_MAX = 1_000;

  record EntryPage(List<InodeView.Entry> entries, @Nullable String nextCursor, long asOfMs) {}

  private final Namespace namespace;

  ChildrenPages(Namespace namespace) {
    this.namespace = namespace;
  }

  EntryPage page(AdminRequest request, CallContext caller) {
    FsPath path = FsPath.parse(request.required("path"));
    String cursor = request.optional("cursor");
    int limit = (int) request.number("limit", 100, 1, CHILDREN_MAX);
    Name after = cursor == null || cursor.isEmpty() ? null : decode(cursor);
    boolean totals = request.flag("totals");
    long asOfMs = namespace.clock().millis();
    ListingPage page =
        namespace
            .run(new GetListing(path, after, limit), caller)
            .orElseThrow(
                () ->
                    new NamespaceException(
                            NamespaceException.Code.NOT_FOUND, "The path does not exist")
                        .with("path", path));
    if (!page.listed().inode().isDirectory()) {
      throw new NamespaceException(
              NamespaceException.Code.NOT_A_DIRECTORY, "The path is not a directory")
          .with("path", path);
    }
    Map<Long, Tally> below = totals ? below(path, page.entries(), caller) : Map.of();
    List<InodeView.Entry> entries = new ArrayList<>();
    for (EntryStatus entry : page.entries()) {
      FsPath at = path.child(entry.inode().name());
      entries.add(InodeView.Entry.of(entry, at, below.get(entry.inode().id())));
    }
    boolean more = page.hasMore() && !entries.isEmpty();
    Name last = more ? page.entries().get(page.entries().size() - 1).inode().name() : null;
    return new EntryPage(entries, last == null ? null : encode(last), asOfMs);
  }

  /**
   * What is in those entries that are directories, by inode id. Totals are those of now, and tell
   * nothing of what a snapshot held.
   *
   * @param path of the entries' directory, or of the only entry
   */
  Map<Long, Tally> below(FsPath path, List<EntryStatus> entries, CallContext caller) {
    List<Inode> directories =
        entries.stream().map(EntryStatus::inode).filter(Inode::isDirectory).toList();
    boolean none = directories.isEmpty() || SnapshotPath.isOne(path);
    return none ? Map.of() : namespace.run(new ReadTotalsOf(directories), caller);
  }

  private static String encode(Name name) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(name.bytes());
  }

  private static Name decode(String cursor) {
    try {
      return Name.of(new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8));
    } catch (IllegalArgumentException | NamespaceException e) {
      throw Problem.invalid("The cursor is not one of this API", "Pass next_cursor unchanged");
    }
  }
}
