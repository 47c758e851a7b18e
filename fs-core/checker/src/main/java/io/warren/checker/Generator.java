package io.warren.checker;

import io.warren.checker.Step.Kind;
import io.warren.namespace.file.FileContents;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Random steps over few names, so that they meet each other all the time. It follows the model, so
 * that many steps name something that is there.
 */
final class Generator {
  /** Names that a pattern, a sort by characters or a careless split would get wrong. */
  private static final List<String> NAMES = List.of("a", "b", "a_", "%", "é");

  private static final List<String> USERS = List.of("hdfs", "alice", "bob");
  private static final List<String> GROUPS = List.of("supergroup", "staff", "ops");
  private static final List<String> SUBJECTS =
      List.of("user:alice", "user:bob", "group:staff", "group:ops");
  private static final int[] POLICIES = {0, 2, 3, 3, 5, 7};

  /** What is set on directories: most often the policy of the smallest groups, or nothing. */
  private static final int[] CODINGS = {1, 4, 4, 4, 5, Coding.REPLICATION, 0, 0, 0, 0};

  /** What files are created with that do not ask for what their directory says. */
  private static final int[] FILE_CODINGS = {Coding.REPLICATION, 1, 4, 5};

  private static final int[] SMALL_BYTES = {0, 7, 1024, 1500, 9000, 65_536, 65_537};

  private static final int UNITS_MAX = 14;
  private static final int[] MODES = {0777, 0755, 0700, 0750, 01777, 0555, 0, 0644};
  private static final int DEPTH_MAX = 4;
  private static final long TYPE_LIMIT_BYTES = 1L << 50;

  private record Weighted(Kind kind, int weight) {}

  private static final List<Weighted> KINDS =
      List.of(
          new Weighted(Kind.MKDIRS, 70),
          new Weighted(Kind.MKDIR, 30),
          new Weighted(Kind.CREATE, 60),
          new Weighted(Kind.CREATE_OVERWRITE, 25),
          new Weighted(Kind.CREATE_ALONE, 20),
          new Weighted(Kind.ADD_BLOCK, 80),
          new Weighted(Kind.ADD_BLOCK_UNREPORTED, 15),
          new Weighted(Kind.REPORT, 25),
          new Weighted(Kind.COMPLETE, 70),
          new Weighted(Kind.COMPLETE_SMALL, 40),
          new Weighted(Kind.APPEND_SMALL, 15),
          new Weighted(Kind.TAKE_IN, 25),
          new Weighted(Kind.ABANDON, 8),
          new Weighted(Kind.FSYNC, 12),
          new Weighted(Kind.NEW_PIPELINE, 12),
          new Weighted(Kind.APPEND, 30),
          new Weighted(Kind.APPEND_NEW_BLOCK, 10),
          new Weighted(Kind.TRUNCATE, 25),
          new Weighted(Kind.CONCAT, 25),
          new Weighted(Kind.RENAME, 60),
          new Weighted(Kind.RENAME_STRICT, 30),
          new Weighted(Kind.RENAME_OVERWRITE, 40),
          new Weighted(Kind.DELETE, 25),
          new Weighted(Kind.DELETE_RECURSIVE, 30),
          new Weighted(Kind.CHMOD, 30),
          new Weighted(Kind.CHOWN, 12),
          new Weighted(Kind.CHGRP, 12),
          new Weighted(Kind.SET_REPLICATION, 15),
          new Weighted(Kind.SET_TIMES, 10),
          new Weighted(Kind.SET_NAMES_QUOTA, 15),
          new Weighted(Kind.SET_SPACE_QUOTA, 15),
          new Weighted(Kind.SET_TYPE_QUOTA, 12),
          new Weighted(Kind.ACL_GRANT, 25),
          new Weighted(Kind.ACL_DEFAULT, 20),
          new Weighted(Kind.ACL_CLEAR, 8),
          new Weighted(Kind.ACL_REVOKE, 12),
          new Weighted(Kind.ACL_CLEAR_DEFAULT, 5),
          new Weighted(Kind.GET_ACL, 15),
          new Weighted(Kind.SET_XATTR, 20),
          new Weighted(Kind.REMOVE_XATTR, 12),
          new Weighted(Kind.GET_XATTRS, 10),
          new Weighted(Kind.SET_POLICY, 10),
          new Weighted(Kind.SET_EC, 14),
          new Weighted(Kind.GET_EC, 8),
          new Weighted(Kind.STAT, 40),
          new Weighted(Kind.LIST, 40),
          new Weighted(Kind.CONTENT_SUMMARY, 10),
          new Weighted(Kind.QUOTA_USAGE, 20),
          new Weighted(Kind.ACCESS, 10),
          new Weighted(Kind.OPEN, 30),
          new Weighted(Kind.CHGRP_ALL, 5),
          new Weighted(Kind.DELETE_ALL, 3),
          new Weighted(Kind.RENEW_LEASE, 10),
          new Weighted(Kind.RECOVER_LEASE, 15),
          new Weighted(Kind.LEASE_TICK, 10),
          new Weighted(Kind.FINISH_RECOVERY, 20),
          new Weighted(Kind.HOUSEKEEPING, 8),
          new Weighted(Kind.REPEAT, 50),
          new Weighted(Kind.RESTART, 4),
          new Weighted(Kind.ADVANCE, 20));

  /** In every second sequence one of so many steps is about snapshots. */
  private static final int STEPS_PER_SNAPSHOT_STEP = 40;

  private static final int SNAPSHOTS = 3;
  private static final List<Kind> SNAPSHOT_KINDS =
      List.of(
          Kind.TAKE_SNAPSHOT,
          Kind.TAKE_SNAPSHOT,
          Kind.TAKE_SNAPSHOT,
          Kind.DROP_SNAPSHOT,
          Kind.RENAME_SNAPSHOT,
          Kind.READ_SNAPSHOT,
          Kind.DIFF_SNAPSHOT,
          Kind.DIFF_SNAPSHOT,
          Kind.DISALLOW_SNAPSHOTS,
          Kind.ALLOW_SNAPSHOTS);

  private static final int TOTAL = KINDS.stream().mapToInt(Weighted::weight).sum();

  private final Random random;
  private final int namenodes;
  private final String top;
  private final Model model;

  /**
   * @param top all paths lie below it; "" for the root
   * @param model what is there when the next step is chosen
   */
  Generator(Random random, int namenodes, String top, Model model) {
    this.random = random;
    this.namenodes = namenodes;
    this.top = top;
    this.model = model;
  }

  /** A sequence that begins by letting everybody write to the root. */
  static List<Step> sequence(long seed, int length, int namenodes) {
    Model model = new Model(TestClock.START_MS);
    Generator generator = new Generator(new Random(seed), namenodes, "", model);
    List<Step> steps = new ArrayList<>();
    boolean snapshots = seed % 2 != 0;
    Step step = new Step(Kind.CHMOD, 0, Callers.SUPERUSER, -1, "/", Step.NONE, 0777);
    while (steps.size() < length) {
      steps.add(step);
      model.apply(step);
      if (snapshots && steps.size() == 1) {
        step = Step.of(Kind.ALLOW_SNAPSHOTS, 0, Callers.SUPERUSER, "/", Step.NONE);
      } else if (snapshots && generator.random.nextInt(STEPS_PER_SNAPSHOT_STEP) == 0) {
        Kind kind = SNAPSHOT_KINDS.get(generator.random.nextInt(SNAPSHOT_KINDS.size()));
        step = generator.snapshotStep(kind, "/");
      } else {
        step = generator.next();
      }
    }
    return steps;
  }

  /** A step about some snapshot of a directory; who reads snapshots has the rights to. */
  Step snapshotStep(Kind kind, String directory) {
    boolean reads = kind == Kind.READ_SNAPSHOT || kind == Kind.DIFF_SNAPSHOT;
    boolean all = reads || random.nextInt(4) != 0;
    String name = "s" + random.nextInt(SNAPSHOTS);
    String other =
        switch (kind) {
          case RENAME_SNAPSHOT -> name;
          case DIFF_SNAPSHOT -> random.nextBoolean() ? name : Step.NONE;
          default -> Step.NONE;
        };
    int caller = all ? Callers.SUPERUSER : random.nextInt(Callers.count());
    int number = random.nextInt(SNAPSHOTS);
    return new Step(kind, random.nextInt(namenodes), caller, -1, directory, other, number);
  }

  /**
   * Steps that end truncations, as datanodes do sooner or later: until then they read blocks that
   * snapshots had.
   */
  static List<Step> ends(Model model) {
    List<Step> steps = new ArrayList<>();
    steps.add(
        new Step(
            Kind.ADVANCE, 0, Callers.SUPERUSER, -1, "/", Step.NONE, 2 * Rules.RECOVERY_TIMEOUT_MS));
    steps.add(Step.of(Kind.LEASE_TICK, 0, Callers.SUPERUSER, "/", Step.NONE));
    addEnds(model.tree.find("/").requireLast(), steps);
    return steps;
  }

  private static void addEnds(Node node, List<Step> steps) {
    Node.Piece last = node.last();
    if (last != null && last.truncating && Rules.RECOVERY_HOLDER.equals(node.holder)) {
      steps.add(Step.of(Kind.FINISH_RECOVERY, 0, Callers.SUPERUSER, node.path(), Step.NONE));
    }
    node.children.values().forEach(child -> addEnds(child, steps));
  }

  /** Steps that read every snapshot that may be there, then drop it. */
  static List<Step> lastLooks(String directory) {
    List<Step> steps = new ArrayList<>();
    for (Kind kind : List.of(Kind.READ_SNAPSHOT, Kind.DROP_SNAPSHOT)) {
      for (int i = 0; i < SNAPSHOTS; i++) {
        steps.add(new Step(kind, 0, Callers.SUPERUSER, -1, directory, Step.NONE, i));
      }
    }
    return steps;
  }

  Step next() {
    return next(kind());
  }

  Step next(Kind kind) {
    int namenode = random.nextInt(namenodes);
    int caller = caller();
    int slot = slot(kind);
    String path = path(kind);
    String other = kind == Kind.CONCAT ? sibling(path) : other(kind);
    return new Step(kind, namenode, caller, slot, path, other, number(kind));
  }

  /** Half of what writers do is to files that they still write. */
  private int slot(Kind kind) {
    List<Integer> open = new ArrayList<>();
    if (kind.writes() && random.nextBoolean()) {
      model.slots.forEach(
          (number, slot) -> {
            if (Callers.holder(slot.caller).equals(slot.file.holder) && !slot.file.gone) {
              open.add(number);
            }
          });
    }
    return open.isEmpty() ? random.nextInt(Rules.SLOTS) : open.get(random.nextInt(open.size()));
  }

  /** A file beside a path, most of the time. */
  private String sibling(String path) {
    Node node = random.nextInt(5) == 0 ? null : model.tree.find(path).last();
    Node parent = node == null ? null : node.parent;
    List<Node> files =
        parent == null
            ? List.of()
            : parent.children.values().stream().filter(n -> !n.directory).toList();
    return files.isEmpty() ? path() : files.get(random.nextInt(files.size())).path();
  }

  private Kind kind() {
    int at = random.nextInt(TOTAL);
    for (Weighted candidate : KINDS) {
      at -= candidate.weight();
      if (at < 0) {
        return candidate.kind();
      }
    }
    throw new IllegalStateException("The weights do not add up");
  }

  /** Half of all steps are the superuser's, so that deep trees come about. */
  private int caller() {
    return random.nextBoolean() ? Callers.SUPERUSER : random.nextInt(Callers.count());
  }

  /** Half of the paths are there, and fit the kind. */
  private String path(Kind kind) {
    if (random.nextBoolean()) {
      return path();
    }
    List<Node> fitting = new ArrayList<>();
    Node root = model.tree.find(top.isEmpty() ? "/" : top).last();
    if (root != null) {
      collect(root, kind, fitting);
    }
    return fitting.isEmpty() ? path() : fitting.get(random.nextInt(fitting.size())).path();
  }

  private void collect(Node node, Kind kind, List<Node> fitting) {
    boolean fits =
        switch (kind) {
          case FINISH_RECOVERY -> model.recoveriesAsked.containsKey(node);
          case APPEND, APPEND_NEW_BLOCK, APPEND_SMALL, TRUNCATE, CONCAT, SET_REPLICATION, OPEN ->
              !node.directory;
          case TAKE_IN ->
              node.pieces.size() == 1
                  && node.holder == null
                  && node.policy() == FileContents.POLICY;
          case SET_EC -> node.directory;
          case RECOVER_LEASE -> node.holder != null;
          default -> true;
        };
    if (fits) {
      fitting.add(node);
    }
    node.children.values().forEach(child -> collect(child, kind, fitting));
  }

  private String path() {
    int depth = random.nextInt(20) == 0 ? 0 : 1 + random.nextInt(DEPTH_MAX);
    StringBuilder path = new StringBuilder(top);
    for (int i = 0; i < depth; i++) {
      int name = random.nextInt(4) == 0 ? random.nextInt(NAMES.size()) : random.nextInt(2);
      path.append('/').append(NAMES.get(name));
    }
    return path.isEmpty() ? "/" : path.toString();
  }

  private String other(Kind kind) {
    return switch (kind) {
      case RENAME, RENAME_STRICT, RENAME_OVERWRITE -> path();
      case ACL_GRANT, ACL_DEFAULT, ACL_REVOKE -> SUBJECTS.get(random.nextInt(SUBJECTS.size()));
      case SET_TYPE_QUOTA -> random.nextBoolean() ? "DISK" : "ARCHIVE";
      case SET_XATTR, REMOVE_XATTR -> random.nextBoolean() ? "x" : "y";
      case CHOWN -> USERS.get(random.nextInt(USERS.size()));
      case CHGRP, CHGRP_ALL -> GROUPS.get(random.nextInt(GROUPS.size()));
      default -> Step.NONE;
    };
  }

  private long number(Kind kind) {
    return switch (kind) {
      case MKDIRS, MKDIR, CHMOD -> MODES[random.nextInt(kind == Kind.CHMOD ? MODES.length : 5)];
      case CREATE, CREATE_OVERWRITE, CREATE_ALONE -> coding();
      case REPORT -> random.nextInt(1 << UNITS_MAX);
      case SET_EC -> CODINGS[random.nextInt(CODINGS.length)];
      case ADD_BLOCK, ADD_BLOCK_UNREPORTED, FSYNC, FINISH_RECOVERY -> bytes();
      case TRUNCATE -> random.nextInt(8) == 0 ? 7 : random.nextInt(5) * Rules.BLOCK_BYTES / 2;
      case COMPLETE_SMALL -> SMALL_BYTES[random.nextInt(SMALL_BYTES.length)];
      case CONCAT -> random.nextInt(10) == 0 ? 2 * random.nextInt(2) : 1;
      case SET_REPLICATION -> random.nextInt(10) == 0 ? 513 : 1 + random.nextInt(3);
      case SET_TIMES -> TestClock.START_MS + random.nextInt(2_000_000) - 1_000_000;
      case SET_NAMES_QUOTA -> random.nextInt(3) == 0 ? -1 : random.nextInt(20);
      case SET_TYPE_QUOTA -> random.nextInt(4) == 0 ? -1 : TYPE_LIMIT_BYTES;
      case SET_SPACE_QUOTA -> random.nextInt(3) == 0 ? -1 : random.nextInt(12) * Rules.BLOCK_BYTES;
      case ACL_GRANT, ACL_DEFAULT -> random.nextInt(8);
      case SET_XATTR -> random.nextInt(100);
      case SET_POLICY -> POLICIES[random.nextInt(POLICIES.length)];
      case LIST -> 1 + random.nextInt(4);
      case ACCESS -> random.nextInt(8);
      case ADVANCE -> advance();
      default -> 0;
    };
  }

  private long coding() {
    return random.nextInt(12) == 0 ? FILE_CODINGS[random.nextInt(FILE_CODINGS.length)] : 0;
  }

  private long bytes() {
    return switch (random.nextInt(5)) {
      case 0 -> 0;
      case 1 -> 7;
      case 2 -> Rules.BLOCK_BYTES / 2;
      case 3 -> Rules.BLOCK_BYTES / 4 * 3;
      default -> Rules.BLOCK_BYTES;
    };
  }

  /** Up to a second, past the soft limit of leases, or past the hard limit. */
  private long advance() {
    return switch (random.nextInt(6)) {
      case 0 -> Rules.FILES.leaseSoftLimitMs() + random.nextInt(20_000);
      case 1 -> random.nextInt(4) == 0 ? Rules.FILES.leaseHardLimitMs() + 1 : 11_000;
      default -> random.nextInt(1_000);
    };
  }
}
