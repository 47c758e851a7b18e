package io.warren.checker;

import io.warren.checker.Node.Piece;
import io.warren.model.NamespaceException.Code;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The model's snapshots: a copy of the whole tree each, and what differs between two of them. */
final class SnapshotModel {
  /** The name that stands for the present when states are compared. */
  private static final String PRESENT = "-";

  /**
   * A node as it was.
   *
   * @param path below the snapshottable directory, empty for itself
   * @param plain its attributes without the extended ones
   */
  private record Held(
      Node node,
      @Nullable Node parent,
      String path,
      String plain,
      String xattrs,
      String acl,
      List<Piece> pieces,
      long sizeBytes) {

    String attributes() {
      return plain + xattrs + acl;
    }

    /** With how much of the file's content can still be read, block by block. */
    String line() {
      String text = path + ' ' + Descriptions.former(plain, xattrs);
      return node.directory ? text + '\n' : text + " content=" + content() + '\n';
    }

    long bytesRead(Piece wanted) {
      long offset = 0;
      for (Piece piece : pieces) {
        if (piece == wanted) {
          return Math.max(0, Math.min(piece.lengthBytes, sizeBytes - offset));
        }
        offset += piece.lengthBytes;
      }
      return 0;
    }

    /** The bytes that were in the database are in blocks now. */
    Held inBlocks() {
      boolean inDatabase = pieces.isEmpty() && sizeBytes > 0;
      return inDatabase
          ? new Held(node, parent, path, plain, xattrs, acl, List.copyOf(node.pieces), sizeBytes)
          : this;
    }

    /** A block that was given up is gone from snapshots, too. */
    private List<Long> content() {
      if (pieces.isEmpty() && sizeBytes > 0) {
        return List.of(sizeBytes);
      }
      List<Long> content = new ArrayList<>();
      long bytes = 0;
      for (Piece piece : pieces) {
        long length = piece.dropped ? 0 : Math.min(piece.lengthBytes, sizeBytes - bytes);
        if (length > 0) {
          content.add(length);
          bytes += length;
        }
      }
      return content;
    }
  }

  /** A whole tree as it was, in the order of a listing. */
  private record Taken(Node top, List<Held> all, Map<Node, Held> byNode) {
    static Taken of(Node top) {
      Taken taken = new Taken(top, new ArrayList<>(), new IdentityHashMap<>());
      taken.add(top, null, "");
      return taken;
    }

    private void add(Node node, @Nullable Node above, String path) {
      Held held =
          new Held(
              node,
              above,
              path,
              Descriptions.former(node),
              node.attributes.xattrs.toString(),
              node.attributes.acl(),
              node.inDatabase ? List.of() : List.copyOf(node.pieces),
              node.sizeBytes);
      all.add(held);
      byNode.put(node, held);
      node.children.values().forEach(child -> add(child, node, path + '/' + child.name));
    }

    String text() {
      StringBuilder text = new StringBuilder();
      all.stream().filter(held -> held.node() != top).forEach(held -> text.append(held.line()));
      return text.toString();
    }
  }

  private final Tree tree;
  private final Set<Node> allowed = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Map<Node, TreeMap<String, Taken>> taken = new IdentityHashMap<>();

  SnapshotModel(Tree tree) {
    this.tree = tree;
  }

  String apply(Step step) {
    if (step.kind() == Step.Kind.READ_SNAPSHOT) {
      return read(step);
    }
    Node directory = tree.walk(step.path(), step.caller()).requireLast();
    if (!directory.directory) {
      throw new Refused(Code.NOT_A_DIRECTORY);
    }
    return switch (step.kind()) {
      case ALLOW_SNAPSHOTS -> allow(directory, step.caller());
      case DISALLOW_SNAPSHOTS -> disallow(directory, step.caller());
      case DIFF_SNAPSHOT -> differences(directory, name(step), step.other());
      default -> change(directory, step);
    };
  }

  private String change(Node directory, Step step) {
    Tree.requireOwner(directory, step.caller());
    String name = name(step);
    TreeMap<String, Taken> all = snapshots(directory);
    switch (step.kind()) {
      case TAKE_SNAPSHOT -> {
        require(!all.containsKey(name));
        all.put(name, Taken.of(directory));
        return name;
      }
      case DROP_SNAPSHOT -> {
        require(all.remove(name) != null);
        return "true";
      }
      case RENAME_SNAPSHOT -> {
        Taken renamed = all.get(name);
        if (renamed == null) {
          throw new Refused(Code.SNAPSHOT);
        }
        if (name.equals(step.other())) {
          return "false";
        }
        require(!all.containsKey(step.other()));
        all.remove(name);
        all.put(step.other(), renamed);
        return "true";
      }
      default -> throw new IllegalArgumentException("Nothing about snapshots: " + step);
    }
  }

  private static void require(boolean fits) {
    if (!fits) {
      throw new Refused(Code.SNAPSHOT);
    }
  }

  /** The snapshots of a directory of which some may be taken. */
  private TreeMap<String, Taken> snapshots(Node directory) {
    require(allowed.contains(directory));
    return taken.computeIfAbsent(directory, node -> new TreeMap<>());
  }

  private String allow(Node directory, int caller) {
    Tree.requireSuperuser(caller);
    if (allowed.contains(directory)) {
      return "false";
    }
    for (Node other : allowed) {
      require(other.gone || !(isWithin(directory, other) || isWithin(other, directory)));
    }
    allowed.add(directory);
    return "true";
  }

  private String disallow(Node directory, int caller) {
    Tree.requireSuperuser(caller);
    if (!allowed.contains(directory)) {
      return "false";
    }
    require(snapshots(directory).isEmpty());
    allowed.remove(directory);
    return "true";
  }

  private static boolean isWithin(Node node, Node above) {
    for (Node at = node; at != null; at = at.parent) {
      if (at == above) {
        return true;
      }
    }
    return false;
  }

  /** Refuses to delete or move a directory at or below which there are snapshots. */
  void requireNone(Node node) {
    taken.forEach(
        (directory, all) -> require(all.isEmpty() || directory.gone || !isWithin(directory, node)));
  }

  /** Name of the snapshot that a step is about. */
  static String name(Step step) {
    return "s" + step.number();
  }

  /** Whether some snapshot holds a node, as it is or as it was. */
  boolean hold(Node node) {
    return taken.values().stream()
        .flatMap(all -> all.values().stream())
        .anyMatch(each -> each.byNode().containsKey(node));
  }

  /** Whether some snapshot reads bytes of a file. */
  boolean readBytes(Node file) {
    return taken.values().stream()
        .flatMap(all -> all.values().stream())
        .map(each -> each.byNode().get(file))
        .anyMatch(held -> held != null && held.sizeBytes() > 0);
  }

  /** Snapshots read a file's bytes in its blocks from now on. */
  void movedIntoBlocks(Node file) {
    taken.values().stream()
        .flatMap(all -> all.values().stream())
        .filter(each -> each.byNode().containsKey(file))
        .forEach(
            each -> {
              each.all().replaceAll(held -> held.node() == file ? held.inBlocks() : held);
              each.byNode().computeIfPresent(file, (node, held) -> held.inBlocks());
            });
  }

  /** How much of a block some snapshot of its file reads. */
  long bytesRead(Node file, Piece piece) {
    return taken.values().stream()
        .flatMap(all -> all.values().stream())
        .map(each -> each.byNode().get(file))
        .filter(Objects::nonNull)
        .mapToLong(held -> held.bytesRead(piece))
        .max()
        .orElse(0);
  }

  /** All snapshots with what is in them. */
  String describe() {
    StringBuilder text = new StringBuilder();
    for (Node directory : allowed) {
      taken
          .getOrDefault(directory, new TreeMap<>())
          .forEach((name, each) -> text.append(name).append('\n').append(each.text()));
    }
    return text.toString();
  }

  private String read(Step step) {
    Node directory = tree.walk(step.path(), step.caller()).last();
    Taken known =
        directory == null ? null : taken.getOrDefault(directory, new TreeMap<>()).get(name(step));
    if (directory != null && !directory.directory) {
      throw new Refused(Code.PARENT_NOT_DIRECTORY);
    }
    return known == null ? "absent" : known.text();
  }

  private String differences(Node directory, String from, String to) {
    TreeMap<String, Taken> all = snapshots(directory);
    Taken before = all.get(from);
    Taken after = to.equals(PRESENT) ? Taken.of(directory) : all.get(to);
    if (before == null || after == null) {
      throw new Refused(Code.SNAPSHOT);
    }
    return String.join("\n", new Comparison(before, after).entries());
  }

  /** What differs between two states, without the modified directories. */
  private record Comparison(Taken before, Taken after) {
    List<String> entries() {
      List<String> entries = new ArrayList<>();
      for (Held was : before.all()) {
        Held is = after.byNode().get(was.node());
        if (was.parent() == null || !followed(was.parent())) {
          continue;
        }
        if (is == null) {
          entries.add("DELETE " + was.path());
          continue;
        }
        if (was.parent() != is.parent() || !last(was).equals(last(is))) {
          entries.add("RENAME " + was.path() + " " + is.path());
        }
        if (!was.node().directory && !was.attributes().equals(is.attributes())) {
          entries.add("MODIFY " + was.path());
        }
      }
      for (Held is : after.all()) {
        boolean told = before.byNode().containsKey(is.node()) && followed(is.node());
        if (is.parent() != null && followed(is.parent()) && !told) {
          entries.add("CREATE " + is.path());
        }
      }
      Collections.sort(entries);
      return entries;
    }

    private static String last(Held held) {
      return held.path().substring(held.path().lastIndexOf('/') + 1);
    }

    /** Whether both states have the node, and all that was above it in the first. */
    private boolean followed(Node node) {
      Held was = before.byNode().get(node);
      if (was == null || !after.byNode().containsKey(node)) {
        return false;
      }
      return was.parent() == null || followed(was.parent());
    }
  }

  void copyTo(SnapshotModel other, ModelCopy copier) {
    allowed.forEach(node -> other.allowed.add(copier.node(node)));
    taken.forEach(
        (directory, all) -> {
          TreeMap<String, Taken> same = new TreeMap<>();
          all.forEach((name, each) -> same.put(name, copy(each, copier)));
          other.taken.put(copier.node(directory), same);
        });
  }

  private static Taken copy(Taken each, ModelCopy copier) {
    Taken same = new Taken(copier.node(each.top()), new ArrayList<>(), new IdentityHashMap<>());
    for (Held held : each.all()) {
      Node parent = held.parent();
      Held copied =
          new Held(
              copier.node(held.node()),
              parent == null ? null : copier.node(parent),
              held.path(),
              held.plain(),
              held.xattrs(),
              held.acl(),
              held.pieces().stream().map(copier::piece).toList(),
              held.sizeBytes());
      same.all().add(copied);
      same.byNode().put(copied.node(), copied);
    }
    return same;
  }
}
