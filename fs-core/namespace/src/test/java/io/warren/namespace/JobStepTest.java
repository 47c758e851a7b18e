package io.warren.namespace;

import static io.warren.namespace.TestCluster.ALICE;
import static io.warren.namespace.TestCluster.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.namespace.job.ForgetJobs;
import io.warren.namespace.job.JobStep;
import io.warren.namespace.job.TakeJob;
import io.warren.namespace.operation.Delete;
import io.warren.namespace.operation.MoveInodeToTrash;
import io.warren.namespace.operation.Rename;
import io.warren.namespace.operation.Rename.Rules;
import io.warren.namespace.quota.QuotaLimit;
import io.warren.namespace.quota.SetInodeQuota;
import io.warren.namespace.quota.SetQuota;
import io.warren.namespace.subtree.ModeSetting;
import io.warren.namespace.subtree.OwnerSetting;
import io.warren.namespace.subtree.StepResult;
import io.warren.namespace.subtree.SubtreeChange;
import io.warren.namespace.subtree.SubtreeStep;
import io.warren.namespace.upkeep.Housekeeping;
import io.warren.store.StoreException;
import io.warren.store.schema.Tables;
import io.warren.store.testkit.FaultInjectingStore;
import io.warren.store.testkit.FaultInjectingStore.Call;
import io.warren.store.testkit.FaultInjectingStore.Moment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Steps of jobs meet renamed roots, lost answers, dead namenodes and paused workers. */
class JobStepTest {
  private static final SubtreeChange DELETE = new SubtreeChange.Delete();
  private static final SubtreeChange CHOWN = new OwnerSetting("alice", "staff");

  /** More than a transaction of a step deletes. */
  private static final int FILES = 70;

  private static final int INODES = FILES + 2;
  private static final int LIMIT = 60;
  private TestCluster cluster;
  private FaultInjectingStore faulty;
  private int trees;

  @BeforeEach
  void open(@TempDir Path folder) {
    cluster = TestCluster.open(folder);
    faulty = new FaultInjectingStore(cluster.store);
    cluster.mkdirs("/user");
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  /** A new tree of {@link #INODES}; its path. */
  private String tree() {
    String top = "/top" + ++trees;
    cluster.mkdirs(top + "/d");
    for (int i = 0; i < FILES; i++) {
      cluster.createFile(top + "/d/f" + i, ROOT, 10);
    }
    return top;
  }

  private long id(String path) {
    return Objects.requireNonNull(cluster.stat(path), path).id();
  }

  private void rename(String from, String to) {
    cluster.at(0).run(new Rename(FsPath.parse(from), FsPath.parse(to), Rules.NO_OVERWRITE), ROOT);
  }

  private <R> R run(Operation<R> operation) {
    return cluster.at(0).run(operation, ROOT);
  }

  private void refused(Code code, Operation<?> operation) {
    assertThatThrownBy(() -> run(operation))
        .isInstanceOfSatisfying(
            NamespaceException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  /** What a platform has added up. */
  private static final class Sums {
    long changed;
    long files;
    long directories;
    long lengthBytes;

    void add(StepResult result) {
      assertThat(result.errors()).isEmpty();
      assertThat(result.errorCount()).isZero();
      changed += result.changed();
      files += result.files();
      directories += result.directories();
      lengthBytes += result.lengthBytes();
    }

    void areExact(String as) {
      assertThat(changed).as("changed, %s", as).isEqualTo(INODES);
      assertThat(files).as("files, %s", as).isEqualTo(FILES);
      assertThat(directories).as("directories, %s", as).isEqualTo(2);
      assertThat(lengthBytes).as("bytes, %s", as).isEqualTo(FILES * 10L);
    }
  }

  /** Of the first step: it looks for an earlier attempt, walks, and changes in one or two. */
  private static int transactions(SubtreeChange change) {
    return change == DELETE ? 4 : 3;
  }

  /** Runs the rest of a job on the first namenode. */
  private void finish(
      TestJob job, long id, @Nullable String cursor, SubtreeChange change, Sums sums) {
    String at = cursor;
    do {
      StepResult result = run(job.step(id, at, LIMIT, change));
      job.stored();
      sums.add(result);
      at = result.cursor();
    } while (at != null);
  }

  @Test
  void aPurgeFollowsItsRootAndLeavesTheNewDirectoryOfItsName() {
    String top = tree();
    long id = id(top);
    TestJob job = TestJob.taken(cluster.at(0));
    Sums sums = new Sums();
    StepResult first = run(job.step(id, null, 5, DELETE));
    job.stored();
    sums.add(first);
    rename(top, "/kept");
    cluster.createFile("/kept/d/late");
    run(new Delete(FsPath.parse("/kept/d/late"), false));
    cluster.mkdirs(top + "/d/precious");
    finish(job, id, first.cursor(), DELETE, sums);
    sums.areExact("renamed");
    assertThat(cluster.exists("/kept")).isFalse();
    assertThat(cluster.exists(top + "/d/precious")).isTrue();
    Invariants.check(cluster);
  }

  @Test
  void aRootThatIsRenamedDuringAStepIsFollowed() {
    for (SubtreeChange change : List.of(DELETE, CHOWN)) {
      for (int begin = 1; begin <= transactions(change); begin++) {
        String top = tree();
        long id = id(top);
        TestJob job = TestJob.taken(cluster.at(0));
        Sums sums = new Sums();
        TestCluster.Namenode nn = cluster.namenodeOver(faulty);
        String kept = "/kept" + trees;
        pauseAtBegin(begin, () -> rename(top, kept));
        StepResult first = nn.run(job.step(id, null, LIMIT, change), ROOT);
        faulty.reset();
        assertThat(cluster.exists(kept)).isTrue();
        job.stored();
        sums.add(first);
        finish(job, id, first.cursor(), change, sums);
        sums.areExact("renamed at transaction " + begin);
        assertThat(cluster.exists(kept)).isEqualTo(change != DELETE);
      }
    }
    Invariants.check(cluster);
  }

  /**
   * Something happens before the n-th transaction of a step begins: it looks for an earlier
   * attempt, walks, then changes.
   */
  private void pauseAtBegin(int begin, Runnable work) {
    pauseAtBegin("subtree_step", begin, work);
  }

  /** The same before the n-th transaction of an operation, "" for any. */
  private void pauseAtBegin(String operation, int begin, Runnable work) {
    faulty.reset();
    int[] begun = new int[1];
    faulty.beforeEach(
        call -> {
          boolean begins = call.method().equals("begin") && call.operation().startsWith(operation);
          if (begins && ++begun[0] == begin) {
            work.run();
          }
        });
  }

  @Test
  void aPurgeWhoseRootIsGoneDoesNotSucceed() {
    String top = tree();
    long id = id(top);
    TestJob job = TestJob.taken(cluster.at(0));
    StepResult first = run(job.step(id, null, 5, DELETE));
    job.stored();
    run(new Delete(FsPath.parse(top), true));
    refused(Code.NOT_FOUND, job.step(id, first.cursor(), 5, DELETE));
  }

  @Test
  void aRepeatedStepAnswersWhatItDidAndChangesNothing() {
    for (SubtreeChange change : List.of(CHOWN, new ModeSetting(0600, 01700), DELETE)) {
      String top = tree();
      long id = id(top);
      TestJob job = TestJob.taken(cluster.at(0));
      String cursor = null;
      do {
        SubtreeStep step = job.step(id, cursor, 30, change);
        StepResult first = run(step);
        long head = cluster.store.feed().head();
        StepResult again = cluster.namenode().run(step, ROOT);
        assertThat(cluster.store.feed().head()).isEqualTo(head);
        assertThat(again.changed()).isEqualTo(first.changed());
        assertThat(again.files()).isEqualTo(first.files());
        assertThat(again.directories()).isEqualTo(first.directories());
        assertThat(again.lengthBytes()).isEqualTo(first.lengthBytes());
        assertThat(again.spaceConsumedBytes()).isEqualTo(first.spaceConsumedBytes());
        assertThat(again.cursor()).isEqualTo(first.cursor());
        job.stored();
        cursor = first.cursor();
      } while (cursor != null);
    }
  }

  @Test
  void errorsAreCountedInARepetitionToo() {
    String top = tree();
    long id = id(top);
    TestJob job = TestJob.taken(cluster.at(0));
    TestCluster.Namenode nn = cluster.namenodeOver(faulty);
    pauseAtBegin(3, () -> run(new Delete(FsPath.parse(top + "/d/f20"), false)));
    SubtreeStep step = job.step(id, null, LIMIT, DELETE);
    StepResult first = nn.run(step, ROOT);
    faulty.reset();
    assertThat(first.errorCount()).isOne();
    assertThat(first.errors().get(0).path()).isEqualTo(top + "/d/f20");
    assertThat(first.changed()).isEqualTo(LIMIT - 1);
    StepResult again = run(step);
    assertThat(again.errorCount()).isOne();
    assertThat(again.errors()).isEqualTo(first.errors());
    assertThat(again.changed()).isEqualTo(LIMIT - 1);
  }

  /** Calls of a whole job at which a namenode is to die: all ends of transactions, and others. */
  private List<Integer> callsOf(Operation<?> operation) {
    TestCluster.Namenode nn = cluster.namenodeOver(faulty);
    faulty.reset();
    nn.run(operation, ROOT);
    List<Integer> chosen = new ArrayList<>();
    for (Call call : faulty.calls()) {
      boolean end = call.method().equals("commit") || call.method().equals("begin");
      if (end || call.number() % 40 == 0) {
        chosen.add(call.number());
      }
    }
    faulty.reset();
    assertThat(chosen).hasSizeGreaterThan(4);
    return chosen;
  }

  @Test
  void countsAreExactWhereverTheNamenodeOfAStepDies() {
    for (SubtreeChange change : List.of(DELETE, CHOWN)) {
      List<Integer> calls =
          callsOf(TestJob.taken(cluster.at(0)).step(id(tree()), null, LIMIT, change));
      for (Moment moment : Moment.values()) {
        for (int call : calls) {
          dieInTheFirstStep(call, moment, change);
        }
      }
    }
    Invariants.check(cluster);
  }

  private void dieInTheFirstStep(int call, Moment moment, SubtreeChange change) {
    String top = tree();
    long id = id(top);
    TestJob job = TestJob.taken(cluster.at(0));
    TestCluster.Namenode victim = cluster.namenodeOver(faulty);
    faulty.reset();
    faulty.killAt(call, moment, StoreException.Code.CLOSED);
    try {
      victim.run(job.step(id, null, LIMIT, change), ROOT);
    } catch (StoreException e) {
      assertThat(e.code()).isEqualTo(StoreException.Code.CLOSED);
    }
    faulty.reset();
    victim.die();
    if (call % 2 == 0) {
      // The worker died, too.
      job.take(cluster.at(0));
    }
    Sums sums = new Sums();
    finish(job, id, null, change, sums);
    sums.areExact(change + " " + moment + " call " + call);
    run(new Delete(FsPath.parse(top), true));
  }

  @Test
  void aPausedWorkerChangesNothingOnceItsJobWasTaken() {
    for (SubtreeChange change : List.of(DELETE, CHOWN)) {
      for (int begin = 1; begin <= transactions(change); begin++) {
        String top = tree();
        long id = id(top);
        TestJob job = TestJob.taken(cluster.at(0));
        SubtreeStep paused = job.step(id, null, LIMIT, change);
        Sums sums = new Sums();
        pauseAtBegin(
            begin,
            () -> {
              job.take(cluster.at(0));
              finish(job, id, null, change, sums);
            });
        TestCluster.Namenode nn = cluster.namenodeOver(faulty);
        assertThatThrownBy(() -> nn.run(paused, ROOT))
            .as("paused at transaction %d", begin)
            .isInstanceOfSatisfying(
                NamespaceException.class,
                e -> assertThat(e.code()).isIn(Code.STALE_JOB_EPOCH, Code.NOT_FOUND));
        faulty.reset();
        sums.areExact(change + " paused at transaction " + begin);
        refused(Code.STALE_JOB_EPOCH, paused);
      }
    }
    Invariants.check(cluster);
  }

  @Test
  void aCallThatTheClientGaveUpDoesNothingTwice() {
    for (SubtreeChange change : List.of(DELETE, CHOWN)) {
      for (int begin = 1; begin <= transactions(change); begin++) {
        String top = tree();
        long id = id(top);
        TestJob job = TestJob.taken(cluster.at(0));
        SubtreeStep step = job.step(id, null, LIMIT, change);
        Sums sums = new Sums();
        List<StepResult> again = new ArrayList<>();
        pauseAtBegin(begin, () -> again.add(run(step)));
        TestCluster.Namenode nn = cluster.namenodeOver(faulty);
        StepResult late = nn.run(step, ROOT);
        faulty.reset();
        StepResult answered = again.get(0);
        assertThat(late.changed()).isEqualTo(answered.changed());
        assertThat(late.cursor()).isEqualTo(answered.cursor());
        job.stored();
        sums.add(answered);
        finish(job, id, answered.cursor(), change, sums);
        sums.areExact(change + " given up at transaction " + begin);
      }
    }
    Invariants.check(cluster);
  }

  @Test
  void theTrashTakesTheChosenInodeAlone() {
    int begin = 1;
    while (replacedAtBegin(begin)) {
      begin++;
    }
    assertThat(begin).as("transactions of a move").isGreaterThan(8);
    Invariants.check(cluster);
  }

  /** Whether the move was long enough for its target to be replaced at that transaction. */
  private boolean replacedAtBegin(int begin) {
    String top = tree();
    long id = id(top);
    MoveInodeToTrash move = new MoveInodeToTrash(id, "alice", TestJob.taken(cluster.at(0)).next());
    Replacing other = new Replacing(top, "/kept" + trees);
    pauseAtBegin("", begin, other);
    MoveInodeToTrash.Moved moved = cluster.namenodeOver(faulty).run(move, ROOT);
    faulty.reset();
    assertThat(cluster.exists(top + "/precious")).as("at %d", begin).isEqualTo(other.replaced);
    assertThat(moved.trashPath()).startsWith("/user/alice/.Trash/Current/");
    assertThat(id(moved.trashPath())).isEqualTo(id);
    assertThat(moved).extracting("files", "directories").containsExactly((long) FILES, 2L);
    assertThat(moved.lengthBytes()).isEqualTo(FILES * 10L);
    assertThat(run(move)).isEqualTo(moved);
    return other.reached;
  }

  /** Another user renames a directory and makes one of its name, unless it is locked or gone. */
  private final class Replacing implements Runnable {
    private final String top;
    private final String kept;
    boolean reached;
    boolean replaced;

    Replacing(String top, String kept) {
      this.top = top;
      this.kept = kept;
    }

    @Override
    public void run() {
      reached = true;
      try {
        rename(top, kept);
      } catch (NamespaceException e) {
        assertThat(e.code()).isIn(Code.NOT_FOUND, Code.SUBTREE_LOCKED);
        return;
      }
      cluster.mkdirs(top + "/precious");
      replaced = true;
    }
  }

  @Test
  void theTrashTakesItOnceWhereverTheNamenodeDies() {
    long first = id(tree());
    List<Integer> calls =
        callsOf(new MoveInodeToTrash(first, "alice", TestJob.taken(cluster.at(0)).next()));
    for (Moment moment : Moment.values()) {
      for (int call : calls) {
        String top = tree();
        long id = id(top);
        TestJob job = TestJob.taken(cluster.at(0));
        die(call, moment, new MoveInodeToTrash(id, "alice", job.next()));
        job.take(cluster.at(0));
        MoveInodeToTrash.Moved moved = run(new MoveInodeToTrash(id, "alice", job.next()));
        assertThat(moved.trashPath()).isEqualTo("/user/alice/.Trash/Current" + top);
        assertThat(moved.files()).isEqualTo(FILES);
        assertThat(id(moved.trashPath())).isEqualTo(id);
        run(new Delete(FsPath.parse(moved.trashPath()), true));
      }
    }
    Invariants.check(cluster);
  }

  private void die(int call, Moment moment, Operation<?> operation) {
    TestCluster.Namenode victim = cluster.namenodeOver(faulty);
    faulty.reset();
    faulty.killAt(call, moment, StoreException.Code.CLOSED);
    try {
      victim.run(operation, ROOT);
    } catch (StoreException e) {
      assertThat(e.code()).isEqualTo(StoreException.Code.CLOSED);
    }
    faulty.reset();
    victim.die();
  }

  @Test
  void aQuotaIsSetOnTheChosenDirectoryAlone() {
    int begin = 1;
    while (quotaReplacedAtBegin(begin)) {
      begin++;
    }
    assertThat(begin).as("transactions of a quota").isGreaterThan(4);
    Invariants.check(cluster);
  }

  private boolean quotaReplacedAtBegin(int begin) {
    String top = tree();
    long id = id(top);
    String kept = "/kept" + trees;
    SetInodeQuota set = quota(id, TestJob.taken(cluster.at(0)));
    Replacing other = new Replacing(top, kept);
    pauseAtBegin("", begin, other);
    SetQuota.Result result = cluster.namenodeOver(faulty).run(set, ROOT);
    faulty.reset();
    assertThat(Objects.requireNonNull(cluster.stat(top)).hasQuota()).isEqualTo(!other.replaced);
    assertThat(!other.replaced || Objects.requireNonNull(cluster.stat(kept)).hasQuota()).isTrue();
    assertThat(result.before().namespaceQuota()).isEqualTo(QuotaStatus.NONE);
    assertThat(result.after().namespaceQuota()).isEqualTo(500);
    assertThat(result.after().namespaceUsed()).isEqualTo(INODES);
    SetQuota.Result again = run(set);
    assertThat(again.before().namespaceQuota()).isEqualTo(QuotaStatus.NONE);
    assertThat(again.after().namespaceUsed()).isEqualTo(INODES);
    return other.reached;
  }

  private static SetInodeQuota quota(long id, TestJob job) {
    return new SetInodeQuota(id, QuotaLimit.of(500), QuotaLimit.KEEP, job.next());
  }

  @Test
  void aQuotaIsSetOnceWhereverTheNamenodeDies() {
    List<Integer> calls = callsOf(quota(id(tree()), TestJob.taken(cluster.at(0))));
    for (Moment moment : Moment.values()) {
      for (int call : calls) {
        long id = id(tree());
        TestJob job = TestJob.taken(cluster.at(0));
        die(call, moment, quota(id, job));
        job.take(cluster.at(0));
        SetQuota.Result result = run(quota(id, job));
        assertThat(result.before().namespaceQuota())
            .as("%s call %d", moment, call)
            .isEqualTo(QuotaStatus.NONE);
        assertThat(result.after().namespaceQuota()).isEqualTo(500);
      }
    }
    Invariants.check(cluster);
  }

  @Test
  void onlyTheWorkerThatHasTheJobActs() {
    String top = tree();
    long id = id(top);
    TestJob job = TestJob.taken(cluster.at(0));
    JobStep old = job.next();
    assertThat(job.take(cluster.at(0))).isZero();
    for (Operation<?> operation : stepsOf(id, old)) {
      refused(Code.STALE_JOB_EPOCH, operation);
    }
    for (Operation<?> operation : stepsOf(id, new JobStep("nobody-took-it", 1, 1))) {
      refused(Code.STALE_JOB_EPOCH, operation);
    }
    refused(Code.STALE_JOB_EPOCH, new TakeJob(job.key(), 1));
  }

  private static List<Operation<?>> stepsOf(long id, JobStep step) {
    return List.of(
        new SubtreeStep(id, null, LIMIT, false, DELETE, step),
        new MoveInodeToTrash(id, "alice", step),
        new SetInodeQuota(id, QuotaLimit.of(500), QuotaLimit.KEEP, step));
  }

  @Test
  void aStepBelongsToAJobAndToTheSuperuser() {
    long id = id(tree());
    assertThatThrownBy(() -> new SubtreeStep(id, null, 5, false, DELETE, null))
        .isInstanceOf(NamespaceException.class);
    TestJob job = TestJob.taken(cluster.at(0));
    List<Operation<?>> all = new ArrayList<>(stepsOf(id, job.next()));
    all.add(new TakeJob(job.key(), 9));
    for (Operation<?> operation : all) {
      assertThatThrownBy(() -> cluster.at(0).run(operation, ALICE))
          .isInstanceOfSatisfying(
              NamespaceException.class, e -> assertThat(e.code()).isEqualTo(Code.ACCESS_DENIED));
    }
  }

  @Test
  void aStepThatComesLateIsRefused() {
    long id = id(tree());
    TestJob job = TestJob.taken(cluster.at(0));
    SubtreeStep first = job.step(id, null, 5, DELETE);
    StepResult done = run(first);
    job.stored();
    run(job.step(id, done.cursor(), 5, DELETE));
    refused(Code.STALE_JOB_EPOCH, first);
  }

  @Test
  void recordsOfOldJobsAreForgottenAndTheirStepsRefused() {
    long id = id(tree());
    TestJob old = TestJob.taken(cluster.at(0));
    StepResult done = run(old.step(id, null, 5, DELETE));
    old.stored();
    cluster.clock.advance(Duration.ofDays(29));
    TestJob young = TestJob.taken(cluster.at(0));
    assertThat(new ForgetJobs(cluster.at(0).namespace).run(tx -> {})).isZero();
    cluster.clock.advance(Duration.ofDays(2));
    new Housekeeping(cluster.at(0).namespace).run(tx -> {});
    assertThat(cluster.rows(Tables.JOB_STEPS)).extracting("job").containsExactly(young.key());
    refused(Code.STALE_JOB_EPOCH, old.step(id, done.cursor(), 5, DELETE));
    assertThat(old.take(cluster.at(0))).isZero();
    run(old.step(id, done.cursor(), 5, DELETE));
  }

  @Test
  void aStepLeavesWhatWasMovedOutOfTheRoot() {
    String top = tree();
    long id = id(top);
    Inode kept = Objects.requireNonNull(cluster.stat(top + "/d/f3"));
    TestJob job = TestJob.taken(cluster.at(0));
    TestCluster.Namenode nn = cluster.namenodeOver(faulty);
    pauseAtBegin(3, () -> rename(top + "/d/f3", "/kept-file"));
    StepResult result = nn.run(job.step(id, null, LIMIT, DELETE), ROOT);
    faulty.reset();
    assertThat(result.errorCount()).isOne();
    assertThat(id("/kept-file")).isEqualTo(kept.id());
  }
}
