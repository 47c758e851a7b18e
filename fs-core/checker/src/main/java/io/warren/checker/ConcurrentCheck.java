package io.warren.checker;

import io.warren.checker.History.Event;
import io.warren.checker.Step.Kind;
import io.warren.namespace.FsPath;
import io.warren.namespace.file.FileContents;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Short histories of threads that use different namenodes at once in one small folder. Each must be
 * explained by some order of its steps; after all of them every table is checked.
 */
public final class ConcurrentCheck implements AutoCloseable {
  private static final long ROUND_TIMEOUT_S = 60;
  private static final long SMALL_BYTES = 3_000;
  private static final long CLOSED_BYTES = Rules.BLOCK_BYTES / 2;

  /** Not TAKE_IN: who takes a file in reads it first, and may answer by what it was then. */
  private static final List<Kind> KINDS =
      List.of(
          Kind.MKDIRS,
          Kind.MKDIRS,
          Kind.MKDIR,
          Kind.CREATE,
          Kind.CREATE,
          Kind.CREATE_OVERWRITE,
          Kind.CREATE_ALONE,
          Kind.ADD_BLOCK,
          Kind.COMPLETE,
          Kind.COMPLETE_SMALL,
          Kind.COMPLETE_SMALL,
          Kind.APPEND_SMALL,
          Kind.RENAME,
          Kind.RENAME,
          Kind.RENAME_STRICT,
          Kind.RENAME_OVERWRITE,
          Kind.DELETE,
          Kind.DELETE_RECURSIVE,
          Kind.CHMOD,
          Kind.SET_REPLICATION,
          Kind.SET_NAMES_QUOTA,
          Kind.APPEND,
          Kind.TRUNCATE,
          Kind.CONCAT,
          Kind.SET_TIMES,
          Kind.CHOWN,
          Kind.ACL_GRANT,
          Kind.ACL_DEFAULT,
          Kind.ACL_REVOKE,
          Kind.ACL_CLEAR,
          Kind.GET_ACL,
          Kind.SET_XATTR,
          Kind.REMOVE_XATTR,
          Kind.GET_XATTRS,
          Kind.SET_POLICY,
          Kind.SET_EC,
          Kind.OPEN,
          Kind.LIST);

  /** In every second round one of so many steps takes, renames or drops a snapshot. */
  private static final int STEPS_PER_SNAPSHOT_STEP = 4;

  /**
   * Nothing may be added below any of them, or whatever a history adds: operations that run at once
   * don't see what the others add, and may pass a limit together (ADR 82).
   */
  private static final List<Integer> NAMES_QUOTAS = List.of(-1, 0, 1, 1_000);

  private static final List<Kind> SMALL_KINDS = List.of(Kind.COMPLETE_SMALL, Kind.APPEND_SMALL);

  private static final List<Kind> SNAPSHOT_KINDS =
      List.of(Kind.TAKE_SNAPSHOT, Kind.TAKE_SNAPSHOT, Kind.RENAME_SNAPSHOT, Kind.DROP_SNAPSHOT);

  /** What decides who passes through a directory, and who passes. */
  private static final List<Kind> DIRECTORY_KINDS =
      List.of(
          Kind.MKDIR,
          Kind.CREATE_ALONE,
          Kind.RENAME,
          Kind.RENAME_STRICT,
          Kind.DELETE,
          Kind.DELETE_RECURSIVE,
          Kind.CHMOD,
          Kind.CHMOD,
          Kind.CHMOD,
          Kind.CHOWN,
          Kind.SET_NAMES_QUOTA,
          Kind.STAT,
          Kind.STAT,
          Kind.LIST,
          Kind.OPEN);

  /** What users do who may not pass everywhere; all other steps are the superuser's. */
  private static final Set<Kind> USERS_KINDS = Set.of(Kind.STAT, Kind.LIST, Kind.OPEN);

  /** Which steps a history is made of. */
  public enum Mix {
    EVERYTHING,
    /** Changes of directories, and ordinary users who pass through them. */
    DIRECTORIES
  }

  private final Cluster cluster;
  private final Mix mix;
  private final ExecutorService threads;
  private final int threadCount;
  private final int stepsPerThread;

  public ConcurrentCheck(Cluster cluster, int threadCount, int stepsPerThread) {
    this(cluster, Mix.EVERYTHING, threadCount, stepsPerThread);
  }

  public ConcurrentCheck(Cluster cluster, Mix mix, int threadCount, int stepsPerThread) {
    this.cluster = cluster;
    this.mix = mix;
    this.threads = Executors.newFixedThreadPool(threadCount);
    this.threadCount = threadCount;
    this.stepsPerThread = stepsPerThread;
  }

  /**
   * Runs some rounds and checks every table at the end.
   *
   * @throws AssertionError with the seed and the history that no order explains
   */
  public void run(long seed, int rounds) throws Exception {
    for (int round = 0; round < rounds; round++) {
      boolean snapshots = mix == Mix.EVERYTHING && round % 2 != 0;
      History history = round(new Random(seed + round), "/c" + round, snapshots);
      if (!history.isLinearizable()) {
        throw new AssertionError(
            "No order of the steps explains seed %d, round %d, %s:%n%s"
                .formatted(seed, round, cluster.settings(), history));
      }
    }
    Invariants.check(cluster);
  }

  /**
   * What is there when a round begins: an open file, closed ones with a block and in the database,
   * perhaps a snapshot.
   */
  private static List<Step> preparation(String top, boolean snapshots) {
    List<Step> steps = new ArrayList<>();
    steps.add(new Step(Kind.MKDIRS, 0, Callers.SUPERUSER, -1, top + "/a/b", Step.NONE, 0755));
    steps.add(new Step(Kind.SET_EC, 0, Callers.SUPERUSER, -1, top + "/a/b", Step.NONE, 4));
    steps.add(
        new Step(Kind.SET_POLICY, 0, Callers.SUPERUSER, -1, top, Step.NONE, FileContents.POLICY));
    if (snapshots) {
      steps.add(Step.of(Kind.ALLOW_SNAPSHOTS, 0, Callers.SUPERUSER, top, Step.NONE));
    }
    for (String closed : List.of("/a/a", "/a/a_")) {
      steps.add(new Step(Kind.CREATE, 1, Callers.SUPERUSER, 0, top + closed, Step.NONE, 0));
      steps.add(new Step(Kind.ADD_BLOCK, 1, Callers.SUPERUSER, 0, top, Step.NONE, CLOSED_BYTES));
      steps.add(new Step(Kind.COMPLETE, 1, Callers.SUPERUSER, 0, top, Step.NONE, 0));
    }
    steps.add(new Step(Kind.CREATE, 1, Callers.SUPERUSER, 0, top + "/a/%", Step.NONE, 0));
    steps.add(new Step(Kind.COMPLETE_SMALL, 1, Callers.SUPERUSER, 0, top, Step.NONE, SMALL_BYTES));
    if (snapshots) {
      steps.add(Step.of(Kind.TAKE_SNAPSHOT, 0, Callers.SUPERUSER, top, Step.NONE));
    }
    steps.add(new Step(Kind.CREATE, 1, Callers.SUPERUSER, 0, top + "/b", Step.NONE, 0));
    return steps;
  }

  private Step step(Generator generator, Random random, String top, boolean snapshots) {
    if (mix == Mix.DIRECTORIES) {
      return generator.next(DIRECTORY_KINDS.get(random.nextInt(DIRECTORY_KINDS.size())));
    }
    if (snapshots && random.nextInt(STEPS_PER_SNAPSHOT_STEP) == 0) {
      Kind kind = SNAPSHOT_KINDS.get(random.nextInt(SNAPSHOT_KINDS.size()));
      return generator.snapshotStep(kind, top);
    }
    Kind kind = KINDS.get(random.nextInt(KINDS.size()));
    // What a dropped snapshot held is refused to this until it is swept, a moment after the drop.
    boolean afterSweep = kind == Kind.CONCAT || SMALL_KINDS.contains(kind);
    // A close of a small file goes by policies of directories that it does not lock: it may follow
    // one that was changed a moment before.
    boolean underChange = kind == Kind.SET_POLICY;
    return generator.next((snapshots ? afterSweep : underChange) ? Kind.OPEN : kind);
  }

  private History round(Random random, String top, boolean snapshots) throws Exception {
    Subject subject = new Subject(cluster);
    Model model = new Model(cluster.clock().millis());
    for (Step step : preparation(top, snapshots)) {
      model.apply(step);
      subject.apply(step);
    }
    Generator generator = new Generator(random, cluster.settings().namenodes(), top, model);
    CyclicBarrier start = new CyclicBarrier(threadCount);
    List<Event> events = Collections.synchronizedList(new ArrayList<>());
    List<Future<?>> running = new ArrayList<>();
    for (int t = 0; t < threadCount; t++) {
      List<Step> steps = new ArrayList<>();
      for (int i = 0; i < stepsPerThread; i++) {
        steps.add(own(step(generator, random, top, snapshots), t));
      }
      running.add(
          threads.submit(
              () -> {
                start.await();
                steps.forEach(step -> events.add(timed(subject, step)));
                return true;
              }));
    }
    for (Future<?> future : running) {
      try {
        future.get(ROUND_TIMEOUT_S, TimeUnit.SECONDS);
      } catch (ExecutionException e) {
        throw new AssertionError("A step failed under " + top, e.getCause());
      }
    }
    events.sort(Comparator.comparingLong(Event::beganNanos));
    Invariants.settle(cluster);
    String left = History.tree(StoredTree.describe(new Rows(cluster.store()), false));
    if (snapshots) {
      Generator.lastLooks(top).forEach(step -> events.add(timed(subject, step)));
    }
    String delete = "delete_recursive nn0 hdfs -1 " + FsPath.parse(top) + " - 0";
    subject.apply(Step.parse(delete));
    return new History(model, events, left);
  }

  /** The step as that thread's: its own slot, its own namenode, and pages that hold everything. */
  private Step own(Step step, int thread) {
    return new Step(
        step.kind(),
        thread % cluster.settings().namenodes(),
        mix == Mix.DIRECTORIES && USERS_KINDS.contains(step.kind())
            ? step.caller()
            : Callers.SUPERUSER,
        thread,
        step.path(),
        step.other(),
        number(step));
  }

  private static long number(Step step) {
    return switch (step.kind()) {
      case LIST -> 100;
      case SET_NAMES_QUOTA ->
          NAMES_QUOTAS.get((int) Math.floorMod(step.number(), NAMES_QUOTAS.size()));
      default -> step.number();
    };
  }

  private static Event timed(Subject subject, Step step) {
    long began = System.nanoTime();
    String answer = subject.applyNow(step);
    return new Event(step, answer, began, System.nanoTime());
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
