package io.warren.namespace;

import static io.warren.namespace.TestCluster.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.model.QuotaType;
import io.warren.model.TypeSpace;
import io.warren.namespace.operation.Delete;
import io.warren.namespace.operation.Rename;
import io.warren.namespace.operation.Rename.Rules;
import io.warren.namespace.quota.ExpectedLimits;
import io.warren.namespace.quota.QuotaLimit;
import io.warren.namespace.quota.SetInodeQuota;
import io.warren.namespace.subtree.Attribute;
import io.warren.namespace.subtree.AttributeChange;
import io.warren.namespace.subtree.ChangedInode;
import io.warren.namespace.subtree.ModeSetting;
import io.warren.namespace.subtree.OwnerSetting;
import io.warren.namespace.subtree.StepResult;
import io.warren.namespace.subtree.SubtreeChange;
import io.warren.namespace.subtree.SubtreeStep;
import io.warren.store.StoreException;
import io.warren.store.testkit.FaultInjectingStore;
import io.warren.store.testkit.FaultInjectingStore.Call;
import io.warren.store.testkit.FaultInjectingStore.Moment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Steps answer what they changed from, and another step takes that back. */
class RestoreStepTest {
  private static final SubtreeChange CHOWN = new OwnerSetting("alice", "staff");

  /** Of {@code /top}: more than one transaction of a step changes. */
  private static final int FILES = 450;

  private static final int INODES = FILES + 1;
  private TestCluster cluster;
  private FaultInjectingStore faulty;

  @BeforeEach
  void open(@TempDir Path folder) {
    cluster = TestCluster.open(folder);
    faulty = new FaultInjectingStore(cluster.store);
    cluster.mkdirs("/top");
    for (int i = 0; i < FILES; i++) {
      cluster.createFile(file(i), ROOT, 10);
    }
    // Three different former owners.
    owner("/top", "bob", null);
    for (int i = 0; i < FILES; i += 3) {
      owner(file(i), "bob", "users");
    }
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  private static String file(int number) {
    return String.format("/top/f%03d", number);
  }

  private long id(String path) {
    return Objects.requireNonNull(cluster.stat(path), path).id();
  }

  private void owner(String path, @Nullable String owner, @Nullable String group) {
    TestJob.once(cluster.at(0), id(path), null, 1, new OwnerSetting(owner, group));
  }

  private <R> R run(Operation<R> operation) {
    return cluster.at(0).run(operation, ROOT);
  }

  /** Owners, groups and modes of the tree, by id. */
  private Map<Long, List<Object>> attributes() {
    Map<Long, List<Object>> all = new HashMap<>();
    List<String> paths = new ArrayList<>(List.of("/top"));
    for (int i = 0; i < FILES; i++) {
      paths.add(file(i));
    }
    for (String path : paths) {
      Inode inode = cluster.stat(path);
      if (inode != null) {
        all.put(inode.id(), List.of(inode.ownerId(), inode.groupId(), inode.mode()));
      }
    }
    return all;
  }

  /** Runs a change over /top to its end; what it says that it changed. */
  private List<ChangedInode> change(SubtreeChange change, int limit) {
    TestJob job = TestJob.taken(cluster.at(0));
    List<ChangedInode> changed = new ArrayList<>();
    String cursor = null;
    do {
      StepResult result = run(job.step(id("/top"), cursor, limit, change));
      job.stored();
      assertThat(result.attributes()).hasSize((int) result.changed());
      changed.addAll(result.attributes());
      cursor = result.cursor();
    } while (cursor != null);
    return changed;
  }

  private static SubtreeChange.Restore reversed(List<ChangedInode> changed) {
    Map<Long, AttributeChange> back = new HashMap<>();
    for (ChangedInode each : changed) {
      back.put(each.inodeId(), new AttributeChange(each.change().to(), each.change().from()));
    }
    return new SubtreeChange.Restore(back);
  }

  private static List<List<ChangedInode>> batches(List<ChangedInode> changed) {
    List<List<ChangedInode>> batches = new ArrayList<>();
    for (int start = 0; start < changed.size(); start += SubtreeStep.NAMED_MAX) {
      int end = Math.min(changed.size(), start + SubtreeStep.NAMED_MAX);
      batches.add(changed.subList(start, end));
    }
    return batches;
  }

  private List<StepResult> restore(List<ChangedInode> changed) {
    TestJob job = TestJob.taken(cluster.at(0));
    List<StepResult> results = new ArrayList<>();
    for (List<ChangedInode> batch : batches(changed)) {
      results.add(run(SubtreeStep.restoring(reversed(batch), job.next())));
      job.stored();
    }
    return results;
  }

  private static long changed(List<StepResult> results) {
    return results.stream().mapToLong(StepResult::changed).sum();
  }

  @Test
  void everyKindIsTakenBackExactlyAndThatIsTakenBackAgain() {
    for (SubtreeChange kind : List.of(CHOWN, new ModeSetting(0600, 01750))) {
      Map<Long, List<Object>> before = attributes();
      List<ChangedInode> changed = change(kind, 1000);
      Map<Long, List<Object>> after = attributes();
      assertThat(changed).hasSize(INODES);
      List<StepResult> undone = restore(changed);
      assertThat(changed(undone)).isEqualTo(INODES);
      assertThat(attributes()).isEqualTo(before);
      List<ChangedInode> ofUndo = new ArrayList<>();
      undone.forEach(step -> ofUndo.addAll(step.attributes()));
      assertThat(changed(restore(ofUndo))).isEqualTo(INODES);
      assertThat(attributes()).isEqualTo(after);
      assertThat(changed(restore(changed))).isEqualTo(INODES);
    }
    Invariants.check(cluster);
  }

  @Test
  void onlyWhatWasChangedIsTold() {
    List<ChangedInode> changed = change(new OwnerSetting("bob", null), 100);
    assertThat(changed).hasSize(FILES - FILES / 3);
    assertThat(changed)
        .allSatisfy(each -> assertThat(each.change().to().of(Attribute.GROUP)).isNull());
  }

  @Test
  void whatWasChangedSinceOrIsGoneIsLeftAndTold() {
    List<ChangedInode> changed = change(CHOWN, 1000);
    owner(file(3), "carol", null);
    owner(file(4), "bob", "users");
    run(new Delete(FsPath.parse(file(5)), false));
    cluster.mkdirs("/elsewhere");
    run(new Rename(FsPath.parse(file(6)), FsPath.parse("/elsewhere/f"), Rules.NO_OVERWRITE));
    // A change of something else is no reason to leave it.
    cluster.createFile("/top/late");
    long inBack = changed.stream().filter(each -> each.inodeId() == id(file(4))).count();
    assertThat(inBack).isEqualTo(1);

    StepResult dry = null;
    long would = 0;
    Set<String> told = new HashSet<>();
    for (List<ChangedInode> batch : batches(changed)) {
      dry = run(SubtreeStep.restoring(reversed(batch), null));
      would += dry.changed();
      assertThat(dry.attributes()).hasSize((int) Math.min(dry.changed(), SubtreeStep.EXAMPLES_MAX));
      dry.errors().forEach(error -> told.add(error.code() + " " + error.path()));
    }
    List<StepResult> undone = restore(changed);
    Set<String> met = new HashSet<>();
    undone.forEach(s -> s.errors().forEach(error -> met.add(error.code() + " " + error.path())));
    assertThat(met).isEqualTo(told);
    assertThat(met).hasSize(3).contains("changed_since " + file(3), "changed_since " + file(4));
    assertThat(met).anyMatch(each -> each.startsWith("gone /.reserved/.inodes/"));
    assertThat(changed(undone)).isEqualTo(would).isEqualTo(INODES - 3);
    assertThat(owner(file(3))).isEqualTo("carol");
    assertThat(owner("/elsewhere/f")).isEqualTo("bob");
    assertThat(owner("/top")).isEqualTo("bob");
    assertThat(changed(restore(changed))).isZero();
  }

  private String owner(String path) {
    Inode inode = Objects.requireNonNull(cluster.stat(path));
    return cluster.at(0).namespace.status(inode, 0).owner();
  }

  /** Where a step commits, in calls of the store. */
  private List<Integer> commits() {
    TestCluster.Namenode nn = cluster.namenodeOver(faulty);
    TestJob job = TestJob.taken(cluster.at(0));
    faulty.reset();
    StepResult done = nn.run(job.step(id("/top"), null, 1000, CHOWN), ROOT);
    List<Integer> commits =
        faulty.calls().stream()
            .filter(call -> call.method().equals("commit"))
            .map(Call::number)
            .toList();
    faulty.reset();
    restore(done.attributes());
    return commits;
  }

  /** The namenode dies at every commit of a step: what is told is what the store has. */
  @Test
  void formerValuesAreExactWhereverAStepIsInterrupted() {
    List<Integer> commits = commits();
    assertThat(commits).hasSizeGreaterThan(3);
    for (int commit : commits) {
      for (Moment moment : Moment.values()) {
        Map<Long, List<Object>> before = attributes();
        TestJob job = TestJob.taken(cluster.at(0));
        TestCluster.Namenode victim = cluster.namenodeOver(faulty);
        faulty.reset();
        faulty.killAt(commit, moment, StoreException.Code.CLOSED);
        try {
          victim.run(job.step(id("/top"), null, 1000, CHOWN), ROOT);
        } catch (StoreException e) {
          assertThat(e.code()).isEqualTo(StoreException.Code.CLOSED);
        }
        faulty.reset();
        victim.die();
        job.take(cluster.at(0));
        List<ChangedInode> told = new ArrayList<>();
        String cursor = null;
        do {
          StepResult result = run(job.step(id("/top"), cursor, 1000, CHOWN));
          job.stored();
          told.addAll(result.attributes());
          cursor = result.cursor();
        } while (cursor != null);
        assertThat(told).as("%s commit %d", moment, commit).hasSize(INODES);
        assertThat(changed(restore(told))).isEqualTo(INODES);
        assertThat(attributes()).isEqualTo(before);
      }
    }
  }

  @Test
  void aRestoreAskedForAgainAnswersWhatItDid() {
    List<ChangedInode> changed = change(CHOWN, 1000).subList(0, 150);
    TestJob job = TestJob.taken(cluster.at(0));
    StepResult first = run(SubtreeStep.restoring(reversed(changed), job.next()));
    owner(file(1), "carol", null);
    job.take(cluster.at(0));
    StepResult again = run(SubtreeStep.restoring(reversed(changed), job.next()));
    assertThat(again.changed()).isEqualTo(first.changed()).isEqualTo(150);
    assertThat(Set.copyOf(again.attributes())).isEqualTo(Set.copyOf(first.attributes()));
    assertThat(owner(file(1))).isEqualTo("carol");
  }

  @Test
  void aStepEndsWhereItsRecordIsFull() {
    // Everyone of these has a former owner of its own.
    for (int i = 0; i < FILES; i++) {
      owner(file(i), "owner-of-" + i, "group-of-" + i);
    }
    Map<Long, List<Object>> before = attributes();
    List<ChangedInode> changed = change(CHOWN, 1000);
    assertThat(changed).hasSize(INODES);
    restore(changed);
    assertThat(attributes()).isEqualTo(before);
  }

  @Test
  void aQuotaIsSetBackUnlessItWasChangedSince() {
    long top = id("/top");
    TestJob set = TestJob.taken(cluster.at(0));
    run(new SetInodeQuota(top, QuotaLimit.of(1000), QuotaLimit.KEEP, set.next()));
    ExpectedLimits wrong = new ExpectedLimits(QuotaLimit.of(999), QuotaLimit.KEEP);
    refusedAsChanged(clearing(top, Map.of(), wrong));
    ExpectedLimits right = new ExpectedLimits(QuotaLimit.of(1000), QuotaLimit.KEEP);
    SetInodeQuota undo = clearing(top, Map.of(), right);
    for (int i = 0; i < 2; i++) {
      var result = run(undo);
      assertThat(result.before().namespaceQuota()).isEqualTo(1000);
      assertThat(result.after().namespaceQuota()).isEqualTo(QuotaStatus.NONE);
    }
    Invariants.check(cluster);
  }

  @Test
  void limitsByTypeAreSetBackUnlessTheyWereChangedSince() {
    long top = id("/top");
    Map<QuotaType, QuotaLimit> limited = Map.of(QuotaType.SSD, QuotaLimit.of(500));
    SetInodeQuota set =
        new SetInodeQuota(
            top,
            QuotaLimit.KEEP,
            QuotaLimit.KEEP,
            limited,
            ExpectedLimits.ANY,
            TestJob.taken(cluster.at(0)).next());
    TypeSpace ssd = TypeSpace.of(QuotaType.SSD, 500);
    for (int i = 0; i < 2; i++) {
      var result = run(set);
      assertThat(result.before().typeQuotas()).isEqualTo(TypeSpace.NONE);
      assertThat(result.after().typeQuotas()).isEqualTo(ssd);
    }
    Map<QuotaType, QuotaLimit> cleared = Map.of(QuotaType.SSD, QuotaLimit.CLEAR);
    Map<QuotaType, QuotaLimit> other = Map.of(QuotaType.SSD, QuotaLimit.of(499));
    refusedAsChanged(
        clearing(top, cleared, new ExpectedLimits(QuotaLimit.KEEP, QuotaLimit.KEEP, other)));
    SetInodeQuota undo =
        clearing(top, cleared, new ExpectedLimits(QuotaLimit.KEEP, QuotaLimit.KEEP, limited));
    for (int i = 0; i < 2; i++) {
      var result = run(undo);
      assertThat(result.before().typeQuotas()).isEqualTo(ssd);
      assertThat(result.after().typeQuotas()).isEqualTo(TypeSpace.NONE);
    }
    assertThat(Objects.requireNonNull(cluster.stat("/top")).hasQuota()).isFalse();
    Invariants.check(cluster);
  }

  private SetInodeQuota clearing(
      long inodeId, Map<QuotaType, QuotaLimit> types, ExpectedLimits expected) {
    TestJob job = TestJob.taken(cluster.at(0));
    return new SetInodeQuota(
        inodeId, QuotaLimit.CLEAR, QuotaLimit.KEEP, types, expected, job.next());
  }

  private void refusedAsChanged(SetInodeQuota step) {
    assertThatThrownBy(() -> run(step))
        .isInstanceOfSatisfying(
            NamespaceException.class, e -> assertThat(e.code()).isEqualTo(Code.CHANGED_SINCE));
  }

  @Test
  void changesThatMakeNoSenseAreRefused() {
    var none = new AttributeChange.Attributes(Map.of());
    var mode = new AttributeChange.Attributes(Map.of(Attribute.MODE, 0700));
    assertThatThrownBy(() -> new AttributeChange(none, mode))
        .isInstanceOf(NamespaceException.class);
    assertThatThrownBy(() -> new AttributeChange(none, none))
        .isInstanceOf(NamespaceException.class);
    assertThatThrownBy(() -> SubtreeStep.restoring(new SubtreeChange.Restore(Map.of()), null))
        .isInstanceOf(NamespaceException.class);
  }
}
