package io.warren.checker;

import io.warren.checker.Step.Kind;
import io.warren.checker.Tree.Charges;
import io.warren.checker.Tree.Found;
import io.warren.model.NamespaceException.Code;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The model's operations on names and attributes. */
final class DirectoryModel {
  private static final int MODE_MASK = 01777;
  private static final int REPLICATION_MAX = 512;
  private static final int OWNER_WRITE_EXECUTE = 0300;

  private final Model model;
  private final Tree tree;

  DirectoryModel(Model model, Tree tree) {
    this.model = model;
    this.tree = tree;
  }

  String apply(Step step) {
    return switch (step.kind()) {
      case MKDIRS, MKDIR -> mkdirs(step);
      case RENAME -> text(renameLegacy(step));
      case RENAME_STRICT, RENAME_OVERWRITE -> text(rename(step));
      case DELETE, DELETE_RECURSIVE -> text(delete(step));
      case CHMOD -> chmod(step);
      case CHOWN -> chown(step);
      case CHGRP -> chgrp(step);
      case SET_REPLICATION -> text(setReplication(step));
      case SET_TIMES -> setTimes(step);
      case SET_NAMES_QUOTA, SET_SPACE_QUOTA, SET_TYPE_QUOTA -> setQuota(step);
      case STAT -> stat(step);
      case LIST -> list(step);
      case CONTENT_SUMMARY -> contentSummary(step);
      case QUOTA_USAGE -> quotaUsage(step);
      case ACCESS -> access(step);
      case OPEN -> open(step);
      case CHGRP_ALL -> chgrpAll(step);
      case DELETE_ALL -> deleteAll(step);
      default -> throw new IllegalArgumentException("No directory operation: " + step);
    };
  }

  private static String text(boolean value) {
    return Boolean.toString(value);
  }

  private String mkdirs(Step step) {
    Found found = tree.walk(step.path(), step.caller());
    Node last = found.last();
    if (last != null) {
      if (!last.directory) {
        throw new Refused(Code.ALREADY_EXISTS);
      }
      return "true";
    }
    Node deepest = found.deepest();
    Tree.require(deepest, step.caller(), Tree.WRITE);
    if (step.kind() == Kind.MKDIR) {
      found.requireParent();
    }
    int missing = found.names().size() - (found.nodes().size() - 1);
    new Charges().add(deepest, missing, 0).enforce();
    Tree.touch(deepest, model.nowMs);
    int mode = (int) step.number();
    makeMissing(found, mode, mode | OWNER_WRITE_EXECUTE, found.names().size(), step.caller());
    return "true";
  }

  /** Makes the missing directories of a path up to a depth; returns the deepest. */
  Node makeMissing(Found found, int lastMode, int aboveMode, int depth, int caller) {
    Node at = found.deepest();
    for (int i = found.nodes().size() - 1; i < depth; i++) {
      int mode = i == found.names().size() - 1 ? lastMode : aboveMode;
      Node made =
          new Node(true, found.names().get(i), mode & MODE_MASK, Callers.name(caller), at.group);
      made.mode = made.attributes.inherit(at.attributes, true, made.mode);
      made.mtimeMs = model.nowMs;
      made.attach(at, found.names().get(i));
      at = made;
    }
    return at;
  }

  private boolean renameLegacy(Step step) {
    List<String> sourceNames = Tree.names(step.path());
    if (sourceNames.isEmpty()) {
      return false;
    }
    Node there = tree.find(step.other()).last();
    String target =
        there != null && there.directory
            ? Tree.child(step.other(), sourceNames.get(sourceNames.size() - 1))
            : step.other();
    Found from = tree.walk(step.path(), step.caller());
    Found to = tree.walk(target, step.caller());
    checkRename(from, to, step.caller());
    Node moving = from.last();
    if (moving == null) {
      return false;
    }
    if (target.equals(step.path())) {
      return true;
    }
    boolean impossible = target.startsWith(step.path() + "/") || to.exists() || !to.parentExists();
    if (impossible) {
      return false;
    }
    model.snapshots.requireNone(moving);
    move(moving, to, null);
    return true;
  }

  private boolean rename(Step step) {
    if (step.path().equals("/") || step.other().equals("/")) {
      throw new Refused(Code.INVALID_ARGUMENT);
    }
    Found from = tree.walk(step.path(), step.caller());
    Found to = tree.walk(step.other(), step.caller());
    checkRename(from, to, step.caller());
    Node moving = from.requireLast();
    if (step.path().equals(step.other())) {
      throw new Refused(Code.ALREADY_EXISTS);
    }
    if (step.other().startsWith(step.path() + "/")) {
      throw new Refused(Code.INVALID_ARGUMENT);
    }
    Node replaced = to.last();
    if (replaced != null) {
      checkReplaced(step, moving, replaced);
    }
    to.requireParent();
    model.snapshots.requireNone(moving);
    if (replaced != null) {
      Tree.requireUnstuck(replaced, step.caller());
      model.snapshots.requireNone(replaced);
    }
    move(moving, to, replaced);
    return true;
  }

  private static void checkReplaced(Step step, Node moving, Node replaced) {
    if (moving.directory != replaced.directory) {
      throw new Refused(Code.INVALID_ARGUMENT);
    }
    if (step.kind() == Kind.RENAME_STRICT) {
      throw new Refused(Code.ALREADY_EXISTS);
    }
    if (!replaced.children.isEmpty()) {
      throw new Refused(Code.DIRECTORY_NOT_EMPTY);
    }
  }

  private static void checkRename(Found from, Found to, int caller) {
    if (from.nodes().size() >= from.names().size()) {
      Tree.require(from.nodes().get(from.names().size() - 1), caller, Tree.WRITE);
    }
    Node moving = from.last();
    if (moving != null) {
      Tree.requireUnstuck(moving, caller);
    }
    int above = Math.min(to.nodes().size() - 1, to.names().size() - 1);
    Tree.require(to.nodes().get(above), caller, Tree.WRITE);
  }

  private void move(Node moving, Found to, @Nullable Node replaced) {
    Node source = moving.parent;
    Node target = to.requireParent();
    if (source == null) {
      throw new IllegalStateException("The root does not move");
    }
    Charges charges = new Charges();
    if (replaced != null) {
      charges.add(target, -1, -replaced.chargedBytes());
    }
    charges.add(source, -moving.names(), -moving.chargedBytes());
    charges.add(target, moving.names(), moving.chargedBytes()).enforce();
    if (replaced != null) {
      model.remove(replaced);
    }
    moving.detach();
    moving.attach(target, to.lastName());
    Tree.touch(source, model.nowMs);
    Tree.touch(target, model.nowMs);
  }

  private boolean delete(Step step) {
    if (step.path().equals("/")) {
      if (step.kind() == Kind.DELETE && !tree.root.children.isEmpty()) {
        throw new Refused(Code.DIRECTORY_NOT_EMPTY);
      }
      return false;
    }
    Found found = tree.walk(step.path(), step.caller());
    Node node = found.last();
    if (node == null) {
      return false;
    }
    Node parent = found.requireParent();
    Tree.require(parent, step.caller(), Tree.WRITE);
    Tree.requireUnstuck(node, step.caller());
    if (!node.children.isEmpty() && step.kind() == Kind.DELETE) {
      throw new Refused(Code.DIRECTORY_NOT_EMPTY);
    }
    Tree.requireRemovable(node, step.caller());
    model.snapshots.requireNone(node);
    model.remove(node);
    Tree.touch(parent, model.nowMs);
    return true;
  }

  private String chmod(Step step) {
    Node node = tree.walk(step.path(), step.caller()).requireLast();
    Tree.requireOwner(node, step.caller());
    node.mode = (int) step.number() & MODE_MASK;
    return "done";
  }

  private String chown(Step step) {
    Node node = tree.walk(step.path(), step.caller()).requireLast();
    Tree.requireOwner(node, step.caller());
    if (!step.other().equals(Callers.name(step.caller()))) {
      Tree.requireSuperuser(step.caller());
    }
    node.owner = step.other();
    return "done";
  }

  private String chgrp(Step step) {
    Node node = tree.walk(step.path(), step.caller()).requireLast();
    Tree.requireOwner(node, step.caller());
    if (!Callers.context(step.caller()).groups().contains(step.other())) {
      Tree.requireSuperuser(step.caller());
    }
    node.group = step.other();
    return "done";
  }

  private boolean setReplication(Step step) {
    if (step.number() < 1 || step.number() > REPLICATION_MAX) {
      throw new Refused(Code.INVALID_ARGUMENT);
    }
    Node node = tree.walk(step.path(), step.caller()).requireLast();
    Tree.require(node, step.caller(), Tree.WRITE);
    if (node.directory || node.striped() != null) {
      return false;
    }
    long bytesPerReplica = node.chargedBytes() / node.replication;
    long delta = bytesPerReplica * (step.number() - node.replication);
    Node parent = node.parent;
    if (parent != null) {
      new Charges().add(parent, 0, delta).enforce();
    }
    node.replication = (int) step.number();
    return true;
  }

  private String setTimes(Step step) {
    Node node = tree.walk(step.path(), step.caller()).requireLast();
    Tree.require(node, step.caller(), Tree.WRITE);
    node.mtimeMs = step.number();
    return "done";
  }

  private String setQuota(Step step) {
    Tree.requireSuperuser(step.caller());
    Node node = tree.walk(step.path(), step.caller()).requireLast();
    if (!node.directory) {
      throw new Refused(Code.NOT_A_DIRECTORY);
    }
    if (step.kind() == Kind.SET_TYPE_QUOTA) {
      if (step.number() < 0) {
        node.typeLimits.remove(step.other());
      } else {
        node.typeLimits.put(step.other(), step.number());
      }
    } else if (step.kind() == Kind.SET_NAMES_QUOTA) {
      node.namesLimit = step.number();
    } else {
      node.spaceLimitBytes = step.number();
    }
    return node.namesLimit + " " + node.spaceLimitBytes;
  }

  private String stat(Step step) {
    Node node = tree.walk(step.path(), step.caller()).last();
    return node == null
        ? "absent"
        : Descriptions.attributes(node, false) + Descriptions.coding(node.coding());
  }

  private String list(Step step) {
    Node node = tree.walk(step.path(), step.caller()).last();
    if (node == null) {
      return "absent";
    }
    if (!node.directory) {
      return node.name;
    }
    Tree.require(node, step.caller(), Tree.READ | Tree.EXECUTE);
    return String.join(" ", node.children.keySet());
  }

  private String contentSummary(Step step) {
    Node node = tree.walk(step.path(), step.caller()).requireLast();
    Tree.requireReadable(node, step.caller());
    long[] sums = new long[4];
    sum(node, sums);
    return "files=%d directories=%d bytes=%d space=%d"
        .formatted(sums[0], sums[1], sums[2], sums[3]);
  }

  private static void sum(Node node, long[] sums) {
    if (node.directory) {
      sums[1]++;
      node.children.values().forEach(child -> sum(child, sums));
    } else {
      sums[0]++;
      sums[2] += node.sizeBytes;
      sums[3] += node.spaceBytes(node.sizeBytes);
    }
  }

  private String quotaUsage(Step step) {
    Node node = tree.walk(step.path(), step.caller()).requireLast();
    if (node.hasQuota()) {
      Tree.require(node, step.caller(), Tree.READ | Tree.EXECUTE);
      return "%d/%d %d/%d"
          .formatted(node.names(), node.namesLimit, node.chargedBytes(), node.spaceLimitBytes);
    }
    Tree.requireReadable(node, step.caller());
    long[] sums = new long[4];
    sum(node, sums);
    return "%d/-1 %d/-1".formatted(sums[0] + sums[1], sums[3]);
  }

  private String access(Step step) {
    Node node = tree.walk(step.path(), step.caller()).requireLast();
    Tree.require(node, step.caller(), (int) step.number());
    return "true";
  }

  /** What a reader may count on ends where the block begins that is being written. */
  private String open(Step step) {
    Node file = tree.walk(step.path(), step.caller()).requireFile();
    Tree.require(file, step.caller(), Tree.READ);
    Node.Piece last = file.last();
    boolean open = last != null && last.isOpen() && !last.truncating;
    long settledBytes =
        file.inDatabase
            ? file.sizeBytes
            : file.lengthBytes() - (open && last != null ? last.lengthBytes : 0);
    String text = settledBytes + (file.holder == null ? " closed" : " open");
    return file.striped() == null ? text : text + Descriptions.units(unitsRead(file));
  }

  /** Of each block group that a reader is told of, which units there are. */
  private static List<List<Integer>> unitsRead(Node file) {
    return file.pieces.stream()
        .filter(piece -> !piece.isOpen() && piece.lengthBytes > 0)
        .map(piece -> List.copyOf(piece.reports.keySet()))
        .toList();
  }

  private String chgrpAll(Step step) {
    Tree.requireSuperuser(step.caller());
    Node node = tree.walk(step.path(), step.caller()).requireLast();
    return Long.toString(regroup(node, step.other()));
  }

  private static long regroup(Node node, String group) {
    long changed = node.group.equals(group) ? 0 : 1;
    node.group = group;
    for (Node child : node.children.values()) {
      changed += regroup(child, group);
    }
    return changed;
  }

  private String deleteAll(Step step) {
    // Who starts a job finds its root first, and must be allowed to.
    Tree.requireSuperuser(step.caller());
    if (step.path().equals("/")) {
      throw new Refused(Code.INVALID_ARGUMENT);
    }
    Found found = tree.walk(step.path(), step.caller());
    Node node = found.requireLast();
    long names = node.names();
    model.remove(node);
    Tree.touch(found.requireParent(), model.nowMs);
    return Long.toString(names);
  }
}
