package io.warren.namespace;

import static io.warren.namespace.TestCluster.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import io.warren.model.RedundancyCheck;
import io.warren.namespace.quota.GetQuotaUsage;
import io.warren.namespace.quota.QuotaLimit;
import io.warren.namespace.quota.SetQuota;
import io.warren.namespace.subtree.AttributeChange;
import io.warren.namespace.subtree.ChangedInode;
import io.warren.namespace.subtree.QuotaGain;
import io.warren.namespace.subtree.ReplicationSetting;
import io.warren.namespace.subtree.StepResult;
import io.warren.namespace.subtree.SubtreeChange.Chosen;
import io.warren.namespace.subtree.SubtreeChange.Restore;
import io.warren.namespace.subtree.SubtreeStep;
import io.warren.store.schema.Tables;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Steps set the replication of files, as a quota allows it, and take that back. */
class ReplicationStepTest {
  private static final int FILES = 5;
  private static final long FILE_BYTES = 100;
  private static final ReplicationSetting TWICE = new ReplicationSetting(2);
  private static final ReplicationSetting FOUR = new ReplicationSetting(4);
  private TestCluster cluster;

  /** Files are stored three times. */
  @BeforeEach
  void open(@TempDir Path folder) {
    cluster = TestCluster.open(folder);
    cluster.mkdirs("/top/sub");
    for (int i = 0; i < FILES; i++) {
      cluster.createFile("/top/sub/f" + i, ROOT, FILE_BYTES);
    }
    limit(QuotaLimit.of(1L << 30));
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  private void limit(QuotaLimit bytes) {
    run(new SetQuota(FsPath.parse("/top"), QuotaLimit.KEEP, bytes));
  }

  private Inode inode(String path) {
    return Objects.requireNonNull(cluster.stat(path), path);
  }

  private <R> R run(Operation<R> operation) {
    return cluster.at(0).run(operation, ROOT);
  }

  private long usedBytes() {
    return run(new GetQuotaUsage(FsPath.parse("/top"))).spaceUsedBytes();
  }

  private List<Integer> replication() {
    return cluster.rows(Tables.INODES).stream()
        .filter(Inode::isFile)
        .map(Inode::replication)
        .toList();
  }

  private static Restore reversed(List<ChangedInode> changed) {
    Map<Long, AttributeChange> back = new HashMap<>();
    for (ChangedInode each : changed) {
      back.put(each.inodeId(), new AttributeChange(each.change().to(), each.change().from()));
    }
    return new Restore(back);
  }

  @Test
  void filesOfATreeAreChangedOnceChargedAndTakenBack() {
    long id = inode("/top").id();
    StepResult dry = run(new SubtreeStep(id, null, 100, true, TWICE, null));
    assertThat(dry)
        .extracting("files", "directories", "changed")
        .containsExactly((long) FILES, 2L, (long) FILES);
    assertThat(dry.quotas())
        .singleElement()
        .extracting(gain -> gain.path().toString(), QuotaGain::spaceBytes)
        .containsExactly("/top", -FILES * FILE_BYTES);
    assertThat(replication()).containsOnly(3);

    TestJob job = TestJob.taken(cluster.at(0));
    SubtreeStep step = job.step(id, null, 100, TWICE);
    StepResult done = run(step);
    assertThat(done.changed()).isEqualTo(FILES);
    assertThat(replication()).containsOnly(2);
    assertThat(usedBytes()).isEqualTo(FILES * FILE_BYTES * 2);
    assertThat(cluster.rows(Tables.REDUNDANCY_CHECKS))
        .extracting(RedundancyCheck::inodeId)
        .contains(inode("/top/sub/f0").id());
    long time = inode("/top/sub/f0").logicalTime();
    assertThat(run(step).attributes()).isEqualTo(done.attributes());
    assertThat(inode("/top/sub/f0").logicalTime()).isEqualTo(time);

    TestJob.once(cluster.at(0), inode("/top/sub/f0").id(), null, 1, FOUR);
    Restore back = reversed(done.attributes());
    StepResult undone = run(SubtreeStep.restoring(back, TestJob.taken(cluster.at(0)).next()));
    assertThat(undone.changed()).isEqualTo(FILES - 1L);
    assertThat(undone.errors()).extracting("code").containsExactly("changed_since");
    assertThat(usedBytes()).isEqualTo(FILE_BYTES * (4 + (FILES - 1) * 3));
    Invariants.check(cluster);
  }

  @Test
  void whatAQuotaDoesNotAllowIsLeftAndTold() {
    Map<Long, Long> chosen = new HashMap<>();
    for (int i = 0; i < FILES; i++) {
      chosen.put(inode("/top/sub/f" + i).id(), Chosen.ANY_TIME);
    }
    // Room for one more replica of two files.
    limit(QuotaLimit.of(FILES * FILE_BYTES * 3 + 2 * FILE_BYTES));
    SubtreeStep step =
        SubtreeStep.choosing(new Chosen(FOUR, chosen), TestJob.taken(cluster.at(0)).next());
    StepResult done = run(step);
    assertThat(done.changed()).isEqualTo(2);
    assertThat(done.errors()).hasSize(FILES - 2).extracting("code").containsOnly("quota_exceeded");
    assertThat(replication()).containsExactlyInAnyOrder(4, 4, 3, 3, 3);
    assertThat(run(step).changed()).isEqualTo(2);
    Invariants.check(cluster);
  }

  @Test
  void onlyReplicatedFilesHaveAReplicationFactor() {
    Inode coded = inode("/top/sub/f0").toBuilder().erasureCodingPolicy(1).build();
    assertThat(Objects.requireNonNull(TWICE.refusal(coded)).code()).isEqualTo("erasure_coded");
    assertThat(TWICE.refusal(inode("/top/sub/f0"))).isNull();
    Inode directory = inode("/top");
    assertThat(TWICE.applied(directory, cluster.at(0).namespace.principals())).isSameAs(directory);
    FileSettings settings = FileSettings.defaults();
    for (int wrong : List.of(0, 513)) {
      assertThatThrownBy(() -> ReplicationSetting.within(settings, wrong))
          .isInstanceOf(NamespaceException.class)
          .extracting("code")
          .isEqualTo(NamespaceException.Code.INVALID_ARGUMENT);
    }
  }
}
