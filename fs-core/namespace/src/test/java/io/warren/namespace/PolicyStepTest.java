package io.warren.namespace;

import static io.warren.namespace.TestCluster.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.warren.model.Inode;
import io.warren.model.QuotaType;
import io.warren.model.TypeSpace;
import io.warren.namespace.quota.ContentSummary;
import io.warren.namespace.quota.GetQuotaUsage;
import io.warren.namespace.quota.QuotaLimit;
import io.warren.namespace.quota.SetQuota;
import io.warren.namespace.subtree.AttributeChange;
import io.warren.namespace.subtree.AttributeSetting;
import io.warren.namespace.subtree.ChangedInode;
import io.warren.namespace.subtree.ErasureCodingSetting;
import io.warren.namespace.subtree.QuotaGain;
import io.warren.namespace.subtree.StepResult;
import io.warren.namespace.subtree.StoragePolicySetting;
import io.warren.namespace.subtree.SubtreeChange.Chosen;
import io.warren.namespace.subtree.SubtreeChange.Restore;
import io.warren.namespace.subtree.SubtreeStep;
import io.warren.store.StoreException;
import io.warren.store.schema.Tables;
import io.warren.store.testkit.FaultInjectingStore;
import io.warren.store.testkit.FaultInjectingStore.Moment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Steps set policies of files and directories, and quotas count by them at every moment. */
class PolicyStepTest {
  private static final int COLD = 2;
  private static final int ALL_SSD = 12;
  private static final int LAZY_PERSIST = 15;
  private static final StoragePolicySetting TO_COLD =
      new StoragePolicySetting(COLD, Set.of(LAZY_PERSIST));
  private static final List<String> DIRECTORIES = List.of("/q", "/q/a", "/q/a/b", "/q/c");
  private TestCluster cluster;

  /** Four directories below a quota, with a file in each. */
  @BeforeEach
  void open(@TempDir Path folder) {
    cluster = TestCluster.open(folder);
    for (String directory : DIRECTORIES) {
      cluster.mkdirs(directory);
      cluster.createFile(directory + "/f", ROOT, 100);
    }
    run(new SetQuota(FsPath.parse("/q"), QuotaLimit.KEEP, QuotaLimit.of(1L << 30)));
    QuotaLimit limit = QuotaLimit.of(1L << 30);
    run(
        new SetQuota(
            FsPath.parse("/q/a/b"),
            QuotaLimit.KEEP,
            QuotaLimit.KEEP,
            Map.of(QuotaType.ARCHIVE, limit),
            false));
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  private <R> R run(Operation<R> operation) {
    return cluster.at(0).run(operation, ROOT);
  }

  private Inode inode(String path) {
    return Objects.requireNonNull(cluster.stat(path), path);
  }

  /** What the quotas count is what a walk finds. */
  private void assertCounted() {
    for (String path : List.of("/q", "/q/a/b")) {
      FsPath at = FsPath.parse(path);
      assertThat(run(new GetQuotaUsage(at)).typeUsed())
          .as(path)
          .isEqualTo(run(new ContentSummary(at)).space().types(0));
    }
    assertThat(cluster.rows(Tables.SUBTREE_OPERATIONS)).isEmpty();
    assertThat(cluster.rows(Tables.INODES)).allMatch(row -> row.subtreeLockOwner() == 0);
    Invariants.check(cluster);
  }

  private Map<String, Integer> policies() {
    Map<String, Integer> policies = new HashMap<>();
    for (String directory : DIRECTORIES) {
      policies.put(directory, inode(directory).storagePolicy());
      policies.put(directory + "/f", inode(directory + "/f").storagePolicy());
    }
    return policies;
  }

  private List<ChangedInode> change(AttributeSetting setting, int limit) {
    TestJob job = TestJob.taken(cluster.at(0));
    List<ChangedInode> changed = new ArrayList<>();
    String cursor = null;
    do {
      StepResult result = run(job.step(inode("/q").id(), cursor, limit, setting));
      job.stored();
      assertThat(result.errors()).isEmpty();
      changed.addAll(result.attributes());
      cursor = result.cursor();
      assertCounted();
    } while (cursor != null);
    return changed;
  }

  private static Restore reversed(List<ChangedInode> changed) {
    Map<Long, AttributeChange> back = new HashMap<>();
    for (ChangedInode each : changed) {
      back.put(each.inodeId(), new AttributeChange(each.change().to(), each.change().from()));
    }
    return new Restore(back);
  }

  @Test
  void aTreeIsChangedAndTakenBackWhateverQuotasCountIt() {
    TestJob.once(
        cluster.at(0),
        inode("/q/a/b/f").id(),
        null,
        1,
        new StoragePolicySetting(ALL_SSD, Set.of()));
    Map<String, Integer> before = policies();
    for (int limit : List.of(100, 3)) {
      List<ChangedInode> changed = change(TO_COLD, limit);
      assertThat(changed).hasSize(2 * DIRECTORIES.size());
      assertThat(policies().values()).containsOnly(COLD);
      TestJob job = TestJob.taken(cluster.at(0));
      SubtreeStep undo = SubtreeStep.restoring(reversed(changed), job.next());
      StepResult undone = run(undo);
      assertThat(undone.errors()).isEmpty();
      assertThat(undone.cursor()).isNull();
      assertThat(undone.changed()).isEqualTo(changed.size());
      assertThat(policies()).isEqualTo(before);
      assertCounted();
      assertThat(run(undo).attributes()).isEqualTo(undone.attributes());
    }
    List<ChangedInode> unset = change(new StoragePolicySetting(0, Set.of()), 100);
    assertThat(unset).extracting(ChangedInode::inodeId).containsExactly(inode("/q/a/b/f").id());
  }

  private Map<String, TypeSpace> typesUsed() {
    Map<String, TypeSpace> used = new HashMap<>();
    for (String path : List.of("/q", "/q/a/b")) {
      used.put(path, run(new GetQuotaUsage(FsPath.parse(path))).typeUsed());
    }
    return used;
  }

  @Test
  void aLookTellsWhatQuotasGainByType() {
    for (int policy : List.of(COLD, ALL_SSD, 0)) {
      StoragePolicySetting setting = new StoragePolicySetting(policy, Set.of(LAZY_PERSIST));
      // One of them differs from the others, so not all gain the same.
      TestJob.once(
          cluster.at(0), inode("/q/a/b").id(), null, 1, new StoragePolicySetting(7, Set.of()));
      Map<String, TypeSpace> before = typesUsed();
      StepResult look = run(new SubtreeStep(inode("/q").id(), null, 100, true, setting, null));
      assertThat(look.quotas()).hasSize(2).allMatch(QuotaGain::typesExact);
      change(setting, 3);
      Map<String, TypeSpace> after = typesUsed();
      for (QuotaGain gain : look.quotas()) {
        String path = gain.path().toString();
        assertThat(gain.inodeId()).isEqualTo(inode(path).id());
        assertThat(gain.spaceBytes()).isZero();
        assertThat(gain.types().isNothing()).isFalse();
        TypeSpace wanted =
            Objects.requireNonNull(after.get(path)).minus(Objects.requireNonNull(before.get(path)));
        assertThat(gain.types()).as(path).isEqualTo(wanted);
      }
    }
  }

  @Test
  void whatIsInChosenDirectoriesIsNotCountedByType() {
    Map<Long, Long> chosen = new HashMap<>();
    chosen.put(inode("/q/f").id(), Chosen.ANY_TIME);
    chosen.put(inode("/q/a/b").id(), Chosen.ANY_TIME);
    StepResult look = run(SubtreeStep.choosing(new Chosen(TO_COLD, chosen), null));
    assertThat(look.quotas())
        .extracting(gain -> gain.path().toString(), QuotaGain::types, QuotaGain::typesExact)
        .containsExactlyInAnyOrder(
            tuple("/q", TypeSpace.of(QuotaType.ARCHIVE, 300), false),
            tuple("/q/a/b", TypeSpace.NONE, false));
  }

  @Test
  void whatANamenodeDidNotComeToBeforeItDiedIsTold() {
    Map<Long, Long> chosen = new HashMap<>();
    DIRECTORIES.forEach(path -> chosen.put(inode(path).id(), Chosen.ANY_TIME));
    Chosen change = new Chosen(TO_COLD, chosen);
    FaultInjectingStore faulty = new FaultInjectingStore(cluster.store);
    Set<Long> left = new HashSet<>();
    for (int commit : commits(faulty, change)) {
      TestJob job = TestJob.taken(cluster.at(0));
      TestCluster.Namenode victim = cluster.namenodeOver(faulty);
      faulty.reset();
      faulty.killAt(commit, Moment.AFTER, StoreException.Code.CLOSED);
      try {
        victim.run(SubtreeStep.choosing(change, job.next()), ROOT);
      } catch (StoreException e) {
        assertThat(e.code()).isEqualTo(StoreException.Code.CLOSED);
      }
      faulty.reset();
      victim.die();
      job.take(cluster.at(0));
      StepResult told = run(SubtreeStep.choosing(change, job.next()));
      assertThat(told.changed() + told.errorCount()).isEqualTo(DIRECTORIES.size());
      assertThat(told.errors()).allMatch(error -> error.code().equals("interrupted"));
      long cold = DIRECTORIES.stream().filter(at -> inode(at).storagePolicy() == COLD).count();
      assertThat(cold).isEqualTo(told.changed());
      left.add(told.errorCount());
      change(new StoragePolicySetting(0, Set.of()), 100);
    }
    assertThat(left).hasSizeGreaterThan(2);
  }

  /** Where the step commits, in calls of the store. */
  private List<Integer> commits(FaultInjectingStore faulty, Chosen change) {
    TestCluster.Namenode namenode = cluster.namenodeOver(faulty);
    TestJob job = TestJob.taken(cluster.at(0));
    faulty.reset();
    namenode.run(SubtreeStep.choosing(change, job.next()), ROOT);
    List<Integer> commits =
        faulty.calls().stream()
            .filter(call -> call.method().equals("commit"))
            .map(FaultInjectingStore.Call::number)
            .toList();
    faulty.reset();
    namenode.die();
    change(new StoragePolicySetting(0, Set.of()), 100);
    return commits;
  }

  @Test
  void policiesThatFilesTakeWhenTheyAreMadeAreLeft() {
    Inode file = inode("/q/f");
    Inode lazy = file.toBuilder().storagePolicy(LAZY_PERSIST).build();
    StoragePolicySetting toLazy = new StoragePolicySetting(LAZY_PERSIST, Set.of(LAZY_PERSIST));
    assertThat(Objects.requireNonNull(TO_COLD.refusal(lazy)).code()).isEqualTo("conflict");
    assertThat(Objects.requireNonNull(toLazy.refusal(file)).code()).isEqualTo("conflict");
    assertThat(toLazy.refusal(lazy)).isNull();
    assertThat(toLazy.refusal(inode("/q"))).isNull();
  }

  @Test
  void directoriesGetErasureCodingForNewFiles() {
    List<ChangedInode> changed = change(new ErasureCodingSetting(1), 100);
    assertThat(changed).hasSize(DIRECTORIES.size());
    assertThat(inode("/q/a").erasureCodingPolicy()).isEqualTo(1);
    assertThat(inode("/q/a/f").erasureCodingPolicy()).isZero();
    run(SubtreeStep.restoring(reversed(changed), TestJob.taken(cluster.at(0)).next()));
    assertThat(inode("/q/a").erasureCodingPolicy()).isZero();
    assertCounted();
  }
}
