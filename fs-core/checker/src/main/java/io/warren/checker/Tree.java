package io.warren.checker;

import io.warren.model.NamespaceException.Code;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The model's tree with the rules that all operations share: paths, rights and quotas. */
final class Tree {
  static final int READ = 4;
  static final int WRITE = 2;
  static final int EXECUTE = 1;
  private static final int STICKY = 01000;
  private static final int ALL = 7;

  final Node root;

  Tree(Node root) {
    this.root = root;
  }

  /** The nodes along a path as far as they exist, root first. */
  record Found(List<String> names, List<Node> nodes) {
    boolean exists() {
      return nodes.size() == names.size() + 1;
    }

    @Nullable Node last() {
      return exists() ? deepest() : null;
    }

    Node deepest() {
      return nodes.get(nodes.size() - 1);
    }

    Node requireLast() {
      Node last = last();
      if (last == null) {
        throw new Refused(Code.NOT_FOUND);
      }
      return last;
    }

    Node requireFile() {
      Node last = requireLast();
      if (last.directory) {
        throw new Refused(Code.IS_A_DIRECTORY);
      }
      return last;
    }

    boolean parentExists() {
      return nodes.size() >= names.size() && nodes.get(names.size() - 1).directory;
    }

    /** The directory of the last name. */
    Node requireParent() {
      if (!parentExists()) {
        throw new Refused(Code.NOT_FOUND);
      }
      return nodes.get(names.size() - 1);
    }

    String lastName() {
      return names.get(names.size() - 1);
    }
  }

  static List<String> names(String path) {
    return path.equals("/") ? List.of() : List.of(path.substring(1).split("/"));
  }

  static String child(String path, String name) {
    return path.equals("/") ? "/" + name : path + "/" + name;
  }

  Found find(String path) {
    List<String> names = names(path);
    List<Node> nodes = new ArrayList<>();
    nodes.add(root);
    for (String name : names) {
      Node next = nodes.get(nodes.size() - 1).children.get(name);
      if (next == null) {
        break;
      }
      nodes.add(next);
    }
    return new Found(names, nodes);
  }

  /** Finds a path that the caller may walk: execute on every directory on the way. */
  Found walk(String path, int caller) {
    Found found = find(path);
    for (int depth = 0; depth < found.names().size() && depth < found.nodes().size(); depth++) {
      Node node = found.nodes().get(depth);
      if (!node.directory) {
        throw new Refused(Code.PARENT_NOT_DIRECTORY);
      }
      require(node, caller, EXECUTE);
    }
    return found;
  }

  static boolean isSuperuser(int caller) {
    return caller == Callers.SUPERUSER;
  }

  static boolean allows(Node node, int caller, int rights) {
    if (isSuperuser(caller)) {
      return true;
    }
    int granted;
    if (node.owner.equals(Callers.name(caller))) {
      granted = node.mode >> 6;
    } else if (node.attributes.masked) {
      return node.attributes.allows(
          Callers.name(caller),
          Set.copyOf(Callers.context(caller).groups()),
          node.group,
          node.mode,
          rights);
    } else if (Callers.context(caller).groups().contains(node.group)) {
      granted = node.mode >> 3;
    } else {
      granted = node.mode;
    }
    return (granted & rights) == rights;
  }

  static void require(Node node, int caller, int rights) {
    if (!allows(node, caller, rights)) {
      throw new Refused(Code.ACCESS_DENIED);
    }
  }

  static void requireSuperuser(int caller) {
    if (!isSuperuser(caller)) {
      throw new Refused(Code.ACCESS_DENIED);
    }
  }

  static boolean owns(Node node, int caller) {
    return isSuperuser(caller) || node.owner.equals(Callers.name(caller));
  }

  static void requireOwner(Node node, int caller) {
    if (!owns(node, caller)) {
      throw new Refused(Code.ACCESS_DENIED);
    }
  }

  /** In a sticky directory only the owners of the child and the directory remove the child. */
  static void requireUnstuck(Node node, int caller) {
    Node parent = node.parent;
    boolean stuck =
        parent != null
            && (parent.mode & STICKY) != 0
            && !owns(parent, caller)
            && !owns(node, caller);
    if (stuck) {
      throw new Refused(Code.ACCESS_DENIED);
    }
  }

  /** A recursive delete needs all rights to every directory that is not empty. */
  static void requireRemovable(Node directory, int caller) {
    if (directory.children.isEmpty()) {
      return;
    }
    require(directory, caller, ALL);
    for (Node child : directory.children.values()) {
      requireUnstuck(child, caller);
      requireRemovable(child, caller);
    }
  }

  /** A content summary needs to read every directory. */
  static void requireReadable(Node node, int caller) {
    if (node.directory) {
      require(node, caller, READ | EXECUTE);
      node.children.values().forEach(child -> requireReadable(child, caller));
    }
  }

  /** A directory whose children changed has a new modification time, unless it lies ahead. */
  static void touch(Node directory, long nowMs) {
    directory.mtimeMs = Math.max(directory.mtimeMs, nowMs);
  }

  /** What one step adds to and takes from directories with a quota. */
  static final class Charges {
    private static final class Charge {
      long names;
      long bytes;
      boolean enforced;
    }

    private final Map<Node, Charge> charges = new LinkedHashMap<>();

    /** Charges a directory and everything above it. */
    Charges add(Node directory, long names, long bytes, boolean enforced) {
      List<Node> above = new ArrayList<>();
      for (Node at = directory; at != null; at = at.parent) {
        above.add(at);
      }
      Collections.reverse(above);
      for (Node at : above) {
        if (at.hasQuota()) {
          Charge charge = charges.computeIfAbsent(at, node -> new Charge());
          charge.names += names;
          charge.bytes += bytes;
          charge.enforced |= enforced;
        }
      }
      return this;
    }

    Charges add(Node directory, long names, long bytes) {
      return add(directory, names, bytes, true);
    }

    /** Refuses what would exceed a limit; to be called before the step changes anything. */
    void enforce() {
      charges.forEach(
          (node, charge) -> {
            if (charge.enforced) {
              if (charge.names > 0
                  && node.namesLimit >= 0
                  && node.names() + charge.names > node.namesLimit) {
                throw new Refused(Code.NAMESPACE_QUOTA_EXCEEDED);
              }
              if (charge.bytes > 0
                  && node.spaceLimitBytes >= 0
                  && node.chargedBytes() + charge.bytes > node.spaceLimitBytes) {
                throw new Refused(Code.SPACE_QUOTA_EXCEEDED);
              }
            }
          });
    }
  }
}
