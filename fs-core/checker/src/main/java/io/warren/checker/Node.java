package io.warren.checker;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A file or directory of the model: plain fields, changed in place. */
final class Node {
  /** How far a block is. */
  enum BlockState {
    OPEN,
    COMMITTED,
    COMPLETE,
    RECOVERING
  }

  /** A block with the one replica that datanodes reported last. */
  static final class Piece {
    long lengthBytes;
    BlockState state = BlockState.OPEN;
    int generation;
    boolean reported;
    int reportedGeneration;
    long reportedBytes;
    int recovery;
    boolean truncating;

    /** Its writer gave it up, or no datanode had it. */
    boolean dropped;

    boolean isOpen() {
      return state == BlockState.OPEN || state == BlockState.RECOVERING;
    }

    Piece copy() {
      Piece same = new Piece();
      same.lengthBytes = lengthBytes;
      same.state = state;
      same.generation = generation;
      same.reported = reported;
      same.reportedGeneration = reportedGeneration;
      same.reportedBytes = reportedBytes;
      same.recovery = recovery;
      same.truncating = truncating;
      same.dropped = dropped;
      return same;
    }
  }

  static final int DISK = 0;
  static final int ARCHIVE = 1;
  private static final int COLD = 2;
  private static final int WARM = 5;
  private static final int HOT = 7;

  final boolean directory;
  final TreeMap<String, Node> children = new TreeMap<>();
  final List<Piece> pieces = new ArrayList<>();
  String name;
  @Nullable Node parent;
  int mode;
  String owner;
  String group;
  long mtimeMs;
  long atimeMs;
  int replication;
  long sizeBytes;
  @Nullable String holder;
  long namesLimit = -1;
  long spaceLimitBytes = -1;
  final TreeMap<String, Long> typeLimits = new TreeMap<>();
  Attributes attributes = new Attributes();
  boolean gone;

  Node(boolean directory, String name, int mode, String owner, String group) {
    this.directory = directory;
    this.name = name;
    this.mode = mode;
    this.owner = owner;
    this.group = group;
  }

  boolean hasQuota() {
    return namesLimit >= 0 || spaceLimitBytes >= 0 || !typeLimits.isEmpty();
  }

  @Nullable Piece last() {
    return pieces.isEmpty() ? null : pieces.get(pieces.size() - 1);
  }

  @Nullable Piece lastButOne() {
    return pieces.size() < 2 ? null : pieces.get(pieces.size() - 2);
  }

  long lengthBytes() {
    return pieces.stream().mapToLong(p -> p.lengthBytes).sum();
  }

  boolean allComplete() {
    return pieces.stream().allMatch(p -> p.state == BlockState.COMPLETE);
  }

  void attach(Node to, String as) {
    parent = to;
    name = as;
    to.children.put(as, this);
  }

  void detach() {
    if (parent != null) {
      parent.children.remove(name);
    }
    parent = null;
  }

  void markGone() {
    gone = true;
    children.values().forEach(Node::markGone);
  }

  String path() {
    Node above = parent;
    if (above == null) {
      return "/";
    }
    return above.parent == null ? "/" + name : above.path() + "/" + name;
  }

  /** Names in use, this one included. */
  long names() {
    return 1 + children.values().stream().mapToLong(Node::names).sum();
  }

  /** What a piece costs in a space quota: a whole block while it is open. */
  long charged(Piece piece) {
    long bytes =
        piece.isOpen() ? Math.max(Rules.BLOCK_BYTES, piece.lengthBytes) : piece.lengthBytes;
    return bytes * replication;
  }

  /** What everything below costs in a space quota. */
  long chargedBytes() {
    return pieces.stream().mapToLong(this::charged).sum()
        + children.values().stream().mapToLong(Node::chargedBytes).sum();
  }

  /** The storage policy that holds here, 0 for none. */
  int policy() {
    Node above = parent;
    return attributes.policy != 0 || above == null ? attributes.policy : above.policy();
  }

  /** What everything below costs on disks and in archives, by the policies that hold. */
  long[] chargedByType() {
    long[] sums = new long[2];
    for (Node child : children.values()) {
      long[] below = child.chargedByType();
      sums[DISK] += below[DISK];
      sums[ARCHIVE] += below[ARCHIVE];
    }
    long spaceBytes = pieces.stream().mapToLong(this::charged).sum();
    long firstBytes = replication == 0 ? 0 : spaceBytes / replication;
    switch (policy()) {
      case HOT -> sums[DISK] += spaceBytes;
      case COLD -> sums[ARCHIVE] += spaceBytes;
      case WARM -> {
        sums[DISK] += firstBytes;
        sums[ARCHIVE] += spaceBytes - firstBytes;
      }
      default -> {
        // Without a policy no type is charged.
      }
    }
    return sums;
  }
}
