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

  /** What a datanode reported: the whole block, or one unit of a group. */
  record Report(int generation, long bytes) {}

  /**
   * A block with the one replica that datanodes reported last, or a group with one of each unit.
   */
  static final class Piece {
    long lengthBytes;
    BlockState state = BlockState.OPEN;
    int generation;

    /** By unit; a block that is no group has only the unit 0. */
    final TreeMap<Integer, Report> reports = new TreeMap<>();

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
      same.reports.putAll(reports);
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

  /** Its bytes are rows of the database, until its blocks have them all. */
  boolean inDatabase;

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

  /** The file is as long as its blocks are, or as its rows while it has any. */
  void resize() {
    if (!inDatabase) {
      sizeBytes = lengthBytes();
    }
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
    return spaceBytes(chargedLength(piece));
  }

  private long chargedLength(Piece piece) {
    return piece.isOpen() ? Math.max(fullBytes(), piece.lengthBytes) : piece.lengthBytes;
  }

  /** What so much of the file's data takes, stored as the file is. */
  long spaceBytes(long dataBytes) {
    Coding striped = striped();
    return striped == null ? dataBytes * replication : striped.spaceBytes(dataBytes);
  }

  /** How much data goes into a block: so much for each data unit of a group. */
  long fullBytes() {
    return Rules.BLOCK_BYTES * dataUnits();
  }

  int dataUnits() {
    Coding striped = striped();
    return striped == null ? 1 : striped.dataUnits();
  }

  /** How an erasure-coded file is stored; null for all others and for directories. */
  @Nullable Coding striped() {
    return directory ? null : Coding.of(attributes.erasureCoding);
  }

  /** Notes what datanodes have stored of a block; of a group, the units whose bits are there. */
  void report(Piece piece, long writtenBytes, long units) {
    Coding striped = striped();
    if (striped == null) {
      piece.reports.put(0, new Report(piece.generation, writtenBytes));
      return;
    }
    long[] bytes = striped.unitBytes(writtenBytes);
    for (int unit = 0; unit < bytes.length; unit++) {
      if (bytes[unit] > 0 && (units >> unit & 1) != 0) {
        piece.reports.put(unit, new Report(piece.generation, bytes[unit]));
      }
    }
  }

  /** Whether the reports that fit a block suffice to read it. */
  boolean isStored(Piece piece) {
    Coding striped = striped();
    long[] bytes =
        striped == null ? new long[] {piece.lengthBytes} : striped.unitBytes(piece.lengthBytes);
    int fitting = 0;
    for (int unit = 0; unit < bytes.length; unit++) {
      Report report = piece.reports.get(unit);
      boolean fits =
          report != null
              && report.generation() == piece.generation
              && report.bytes() == bytes[unit];
      fitting += fits ? 1 : 0;
    }
    return fitting >= (striped == null ? 1 : striped.needed(piece.lengthBytes));
  }

  /** The id of the erasure-coding policy that holds here, 0 for replication. */
  int coding() {
    int own = attributes.erasureCoding;
    Node above = parent;
    return own == 0 && directory && above != null ? above.coding() : Math.max(0, own);
  }

  /** What everything below costs in a space quota. */
  long chargedBytes() {
    return rowsSpaceBytes()
        + pieces.stream().mapToLong(this::charged).sum()
        + children.values().stream().mapToLong(Node::chargedBytes).sum();
  }

  private long rowsSpaceBytes() {
    return inDatabase ? spaceBytes(sizeBytes) : 0;
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
    long spaceBytes = rowsSpaceBytes() + pieces.stream().mapToLong(this::charged).sum();
    long firstBytes =
        (inDatabase ? sizeBytes : 0) + pieces.stream().mapToLong(this::chargedLength).sum();
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
