package io.warren.checker;

import io.warren.model.Inode;
import io.warren.model.Name;
import io.warren.namespace.CallContext;
import io.warren.namespace.EntryStatus;
import io.warren.namespace.FsPath;
import io.warren.namespace.LeaderFence;
import io.warren.namespace.ListingPage;
import io.warren.namespace.file.GetBlockLocations;
import io.warren.namespace.file.OpenedFile;
import io.warren.namespace.operation.GetListing;
import io.warren.namespace.snapshot.CreateSnapshot;
import io.warren.namespace.snapshot.DeleteSnapshot;
import io.warren.namespace.snapshot.RenameSnapshot;
import io.warren.namespace.snapshot.SetSnapshottable;
import io.warren.namespace.snapshot.SnapshotDiff;
import io.warren.namespace.snapshot.SnapshotGarbage;
import io.warren.namespace.xattr.GetXattrs;
import io.warren.namespace.xattr.Xattr;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Takes, drops, reads and compares snapshots, as a client does. */
final class SnapshotSubject {
  private static final int PAGE_ENTRIES = 3;

  private final Cluster cluster;

  SnapshotSubject(Cluster cluster) {
    this.cluster = cluster;
  }

  String apply(Step step, CallContext call) {
    Cluster.Namenode namenode = cluster.at(step.namenode());
    FsPath path = FsPath.parse(step.path());
    String name = SnapshotModel.name(step);
    return switch (step.kind()) {
      case ALLOW_SNAPSHOTS -> namenode.run(new SetSnapshottable(path, true), call).toString();
      case DISALLOW_SNAPSHOTS -> namenode.run(new SetSnapshottable(path, false), call).toString();
      case TAKE_SNAPSHOT -> namenode.run(new CreateSnapshot(path, name), call);
      case RENAME_SNAPSHOT ->
          namenode.run(new RenameSnapshot(path, name, step.other()), call).toString();
      case DROP_SNAPSHOT -> {
        Boolean done = namenode.run(new DeleteSnapshot(path, name), call);
        // Here and not only in the background: what a snapshot holds must not depend on threads.
        new SnapshotGarbage(namenode.namespace()).sweep(LeaderFence.NONE);
        yield done.toString();
      }
      case READ_SNAPSHOT -> {
        StringBuilder text = new StringBuilder();
        boolean there =
            new Reader(namenode, call, Tree.child(step.path(), ".snapshot/" + name)).read(text, "");
        yield there ? text.toString() : "absent";
      }
      case DIFF_SNAPSHOT -> differences(step, namenode, call);
      default -> throw new IllegalArgumentException("Nothing about snapshots: " + step);
    };
  }

  /** Modified directories are left out: when their times change depends on the settings. */
  private static String differences(Step step, Cluster.Namenode namenode, CallContext call) {
    String to = step.other().equals(Step.NONE) ? "" : step.other();
    FsPath path = FsPath.parse(step.path());
    List<SnapshotDiff.Entry> entries =
        namenode.run(
            new SnapshotDiff(path, SnapshotModel.name(step), to, true, PAGE_ENTRIES), call);
    return entries.stream()
        .filter(entry -> entry.kind() != SnapshotDiff.Kind.MODIFY || !entry.directory())
        .map(SnapshotSubject::text)
        .sorted()
        .collect(Collectors.joining("\n"));
  }

  private static String text(SnapshotDiff.Entry entry) {
    List<Name> target = entry.target();
    String text = entry.kind() + " " + path(entry.source());
    return target == null ? text : text + " " + path(target);
  }

  private static String path(List<Name> names) {
    return names.stream().map(name -> "/" + name).collect(Collectors.joining());
  }

  /** Reads everything in one snapshot. */
  private record Reader(Cluster.Namenode namenode, CallContext call, String top) {
    /** Appends everything below a directory; false when it is not there. */
    boolean read(StringBuilder text, String at) {
      @Nullable Name after = null;
      boolean more = true;
      while (more) {
        FsPath path = FsPath.parse(top + at);
        ListingPage page =
            namenode.run(new GetListing(path, after, PAGE_ENTRIES), call).orElse(null);
        if (page == null) {
          return false;
        }
        for (EntryStatus entry : page.entries()) {
          String child = at + "/" + entry.localName();
          text.append(child).append(' ').append(former(entry, FsPath.parse(top + child)));
          text.append('\n');
          if (entry.inode().isDirectory() && !read(text, child)) {
            text.append("absent: ").append(child).append('\n');
          }
          after = entry.inode().name();
        }
        more = page.hasMore();
      }
      return true;
    }

    private String former(EntryStatus entry, FsPath path) {
      List<Xattr> xattrs = namenode.run(new GetXattrs(path, List.of(), false), call);
      String values = AttributeSubject.values(xattrs);
      Inode inode = entry.inode();
      if (inode.isDirectory()) {
        String plain = Descriptions.directory(inode.mode(), entry.owner(), entry.group(), -1);
        return Descriptions.former(plain + policies(inode), values);
      }
      String plain =
          Descriptions.file(
              inode.mode(),
              entry.owner(),
              entry.group(),
              inode.mtimeMs(),
              inode.sizeBytes(),
              inode.replication(),
              "-");
      GetBlockLocations all = new GetBlockLocations(path, 0, Long.MAX_VALUE, Rules.FILES);
      OpenedFile opened = namenode.run(all, call);
      List<Long> content =
          opened.isInDatabase()
              ? List.of(opened.settledLengthBytes())
              : opened.blocks().stream().map(b -> b.block().lengthBytes()).toList();
      return Descriptions.former(plain + policies(inode), values) + " content=" + content;
    }

    private static String policies(Inode inode) {
      return Descriptions.policies(inode.storagePolicy(), inode.erasureCodingPolicy());
    }
  }
}
