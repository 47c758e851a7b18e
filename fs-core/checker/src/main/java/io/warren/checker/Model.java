package io.warren.checker;

import io.warren.checker.Step.Kind;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What HDFS promises, in plain maps and without concurrency. It is written from HDFS's documented
 * behaviour, not from the namespace's code, so that the two can be compared. Answers are short
 * texts: a value, or the code of the refusal.
 */
public final class Model {
  /** A writer's open file, with the last block as the writer knows it. */
  static final class Slot {
    final Node file;
    final int caller;
    Node.@Nullable Piece last;
    int lastGeneration;
    long lastBytes;
    Node.@Nullable Piece before;
    int beforeGeneration;
    long beforeBytes;

    Slot(Node file, int caller) {
      this.file = file;
      this.caller = caller;
    }

    /** The writer begins another block. */
    void push(Node.Piece next, long bytes) {
      before = last;
      beforeGeneration = lastGeneration;
      beforeBytes = lastBytes;
      last = next;
      lastGeneration = next.generation;
      lastBytes = bytes;
    }

    /** The writer gives its last block up. */
    void pop() {
      last = before;
      lastGeneration = beforeGeneration;
      lastBytes = beforeBytes;
      before = null;
    }

    boolean knows(Node.Piece piece) {
      return last == piece && lastGeneration == piece.generation;
    }
  }

  /** The last at-most-once call of a caller. */
  record Call(Step step, @Nullable String answer, long expiresAtMs, @Nullable Node file) {}

  /** What the leader has ordered of datanodes, and when. */
  record Ordered(int recovery, long atMs) {}

  final Tree tree;
  final Map<Integer, Slot> slots = new TreeMap<>();
  final Map<String, Long> leases = new TreeMap<>();
  final Map<Node, Ordered> recoveriesOrdered = new IdentityHashMap<>();
  final Map<Node, Integer> recoveriesAsked = new IdentityHashMap<>();
  final Map<Integer, Call> calls = new TreeMap<>();
  long nowMs;
  int lastRecovery;
  final SnapshotModel snapshots;
  private final DirectoryModel directories;
  private final FileModel files;
  private final AttributeModel attributes;
  private final LeaseModel leaseModel;

  /** A model of a freshly formatted file system. */
  public Model(long nowMs) {
    this(formatted(nowMs), nowMs);
  }

  private static Node formatted(long nowMs) {
    Node root = new Node(true, "", 0755, "hdfs", "supergroup");
    root.mtimeMs = nowMs;
    return root;
  }

  private Model(Node root, long nowMs) {
    this.tree = new Tree(root);
    this.nowMs = nowMs;
    this.directories = new DirectoryModel(this, tree);
    this.files = new FileModel(this);
    this.attributes = new AttributeModel(tree);
    this.snapshots = new SnapshotModel(tree);
    this.leaseModel = new LeaseModel(this, files);
  }

  /** Does a step and answers; a refused step changes nothing. */
  public String apply(Step step) {
    nowMs++;
    if (step.kind() == Kind.REPEAT) {
      return repeat(step);
    }
    return first(step);
  }

  private String first(Step step) {
    String answer;
    boolean done = true;
    try {
      answer = dispatch(step);
    } catch (Refused e) {
      answer = e.code.name();
      done = false;
    }
    if (step.kind().atMostOnce()) {
      Slot slot = done && step.opens() ? slots.get(step.slot()) : null;
      calls.put(
          step.caller(),
          new Call(
              step,
              done ? answer : null,
              nowMs + Rules.RETRY_KEPT_MS,
              slot == null ? null : slot.file));
    }
    return answer;
  }

  private String repeat(Step step) {
    Call call = calls.get(step.caller());
    if (call == null) {
      return "skipped";
    }
    if (call.answer() == null) {
      return first(call.step());
    }
    Node file = call.file();
    if (file == null) {
      return call.answer();
    }
    return file.gone ? "NOT_FOUND" : "answered";
  }

  private String dispatch(Step step) {
    return switch (step.kind()) {
      case CREATE,
          CREATE_OVERWRITE,
          CREATE_ALONE,
          ADD_BLOCK,
          ADD_BLOCK_UNREPORTED,
          REPORT,
          COMPLETE,
          COMPLETE_SMALL,
          TAKE_IN,
          ABANDON,
          FSYNC,
          NEW_PIPELINE,
          APPEND,
          APPEND_NEW_BLOCK,
          APPEND_SMALL,
          TRUNCATE,
          CONCAT ->
          files.apply(step);
      case ACL_GRANT,
          ACL_DEFAULT,
          ACL_CLEAR,
          ACL_REVOKE,
          ACL_CLEAR_DEFAULT,
          GET_ACL,
          SET_XATTR,
          REMOVE_XATTR,
          GET_XATTRS,
          SET_POLICY,
          SET_EC,
          GET_EC ->
          attributes.apply(step);
      case RENEW_LEASE, RECOVER_LEASE, LEASE_TICK, FINISH_RECOVERY -> leaseModel.apply(step);
      case ALLOW_SNAPSHOTS,
          DISALLOW_SNAPSHOTS,
          TAKE_SNAPSHOT,
          DROP_SNAPSHOT,
          RENAME_SNAPSHOT,
          READ_SNAPSHOT,
          DIFF_SNAPSHOT ->
          snapshots.apply(step);
      case HOUSEKEEPING -> {
        calls.values().removeIf(call -> call.answer() != null && call.expiresAtMs() <= nowMs);
        yield "done";
      }
      case RESTART -> {
        if (step.namenode() == 0) {
          recoveriesOrdered.clear();
        }
        yield "done";
      }
      case ADVANCE -> {
        nowMs += step.number();
        yield "done";
      }
      default -> directories.apply(step);
    };
  }

  /** The file that a block belongs to, or null. */
  @Nullable Node ownerOf(Node.Piece piece) {
    return ownerOf(tree.root, piece);
  }

  private static @Nullable Node ownerOf(Node node, Node.Piece piece) {
    if (node.pieces.contains(piece)) {
      return node;
    }
    for (Node child : node.children.values()) {
      Node owner = ownerOf(child, piece);
      if (owner != null) {
        return owner;
      }
    }
    return null;
  }

  /** Takes a node and everything below it out of the tree. */
  void remove(Node node) {
    node.detach();
    node.markGone();
  }

  /** The same state in other objects: changing one does not change the other. */
  public Model copy() {
    Map<Node, Node> nodes = new IdentityHashMap<>();
    Map<Node.Piece, Node.Piece> pieces = new IdentityHashMap<>();
    ModelCopy copier = new ModelCopy(nodes, pieces);
    Model same = new Model(copier.tree(tree.root), nowMs);
    same.lastRecovery = lastRecovery;
    same.leases.putAll(leases);
    snapshots.copyTo(same.snapshots, copier);
    slots.forEach((number, slot) -> same.slots.put(number, copier.slot(slot)));
    recoveriesOrdered.forEach(
        (node, order) -> same.recoveriesOrdered.put(copier.node(node), order));
    recoveriesAsked.forEach((node, id) -> same.recoveriesAsked.put(copier.node(node), id));
    calls.forEach(
        (caller, call) -> {
          Node file = call.file();
          same.calls.put(
              caller,
              new Call(
                  call.step(),
                  call.answer(),
                  call.expiresAtMs(),
                  file == null ? null : copier.node(file)));
        });
    return same;
  }

  /** The tree, one line per node; what {@link StoredTree} says of the store. */
  public String describe(boolean directoryTimes) {
    StringBuilder text = new StringBuilder();
    Descriptions.describe(text, tree.root, directoryTimes);
    return text.toString();
  }
}
