package io.warren.checker;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.Block;
import io.warren.namespace.CallContext;
import io.warren.namespace.FsPath;
import io.warren.namespace.Namespace;
import io.warren.namespace.Operation;
import io.warren.namespace.file.Append;
import io.warren.namespace.file.AppendInDatabase;
import io.warren.namespace.file.BlockRef;
import io.warren.namespace.file.CompleteInDatabase;
import io.warren.namespace.file.Create;
import io.warren.namespace.file.FileBlock;
import io.warren.namespace.file.GetBlockLocations;
import io.warren.namespace.file.OpenedFile;
import io.warren.namespace.file.TakeIn;
import io.warren.namespace.file.Truncate;
import io.warren.namespace.job.JobStep;
import io.warren.namespace.job.TakeJob;
import io.warren.namespace.operation.Delete;
import io.warren.namespace.operation.Mkdirs;
import io.warren.namespace.operation.Rename;
import io.warren.namespace.operation.SetOwner;
import io.warren.namespace.operation.SetReplication;
import io.warren.namespace.policy.SetErasureCoding;
import io.warren.namespace.quota.QuotaLimit;
import io.warren.namespace.quota.SetQuota;
import io.warren.namespace.recovery.RecoverLease;
import io.warren.namespace.subtree.ModeSetting;
import io.warren.namespace.subtree.OwnerSetting;
import io.warren.namespace.subtree.StepResult;
import io.warren.namespace.subtree.SubtreeChange;
import io.warren.namespace.subtree.SubtreeStep;
import io.warren.store.Store;
import io.warren.store.TransactionRunner.Committed;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import io.warren.store.testkit.ReadCommittedStore;
import java.nio.file.Path;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A namenode dies at every store call of each operation that changes something. */
class DeathCheckTest {
  private static final String HOLDER = "client-hdfs";

  private static final String TREE =
      """
      mkdirs nn0 hdfs -1 FOLDER/d/b/c - 493
      mkdirs nn0 hdfs -1 FOLDER/d/empty - 493
      create nn0 hdfs 0 FOLDER/d/f - 0
      add_block nn0 hdfs 0 - - 7
      complete nn0 hdfs 0 - - 0
      create nn0 hdfs 1 FOLDER/d/b/c/g - 0
      add_block nn0 hdfs 1 - - 9
      """;

  private static final String FILE =
      """
      create nn0 hdfs 0 FOLDER/f - 0
      add_block nn0 hdfs 0 - - 1048576
      add_block nn0 hdfs 0 - - 7
      complete nn0 hdfs 0 - - 0
      """;

  private static final String OPEN_SMALL =
      """
      set_policy nn0 hdfs -1 FOLDER - 3
      create nn0 hdfs 0 FOLDER/f - 0
      """;

  private static final String SMALL = OPEN_SMALL + "complete_small nn0 hdfs 0 - - 20000\n";

  private static final String BLOCK =
      OPEN_SMALL
          + """
          add_block nn0 hdfs 0 - - 7
          complete nn0 hdfs 0 - - 0
          """;

  private static final String GROUPS =
      """
      create nn0 hdfs 0 FOLDER/f - 4
      add_block nn0 hdfs 0 - - 2097152
      add_block nn0 hdfs 0 - - 7
      complete nn0 hdfs 0 - - 0
      """;

  static Stream<Arguments> scenarios() {
    return Stream.of(
        of(
            "recursive delete",
            TREE,
            f -> new Delete(path(f, "/d"), true),
            """
            stat nn0 hdfs -1 FOLDER/d - 0 -> absent
            quota_usage nn0 hdfs -1 FOLDER - 0 -> 1/1000 0/-1"""),
        of(
            "directory rename",
            TREE,
            f -> new Rename(path(f, "/d"), path(f, "/e"), Rename.Rules.LEGACY),
            """
            list nn0 hdfs -1 FOLDER - 9 -> e
            list nn1 hdfs -1 FOLDER/e/b/c - 9 -> g
            content_summary nn1 hdfs -1 FOLDER - 0 -> files=2 directories=5 bytes=7 space=14"""),
        of(
            "directory rename over an empty directory",
            TREE + "mkdirs nn0 hdfs -1 FOLDER/e - 493\n",
            f -> new Rename(path(f, "/d"), path(f, "/e"), Rename.Rules.OVERWRITE),
            """
            list nn0 hdfs -1 FOLDER - 9 -> e
            list nn1 hdfs -1 FOLDER/e - 9 -> b empty f"""),
        of(
            "file rename over a file",
            FILE + "create nn0 hdfs 1 FOLDER/g - 0\n",
            f -> new Rename(path(f, "/f"), path(f, "/g"), Rename.Rules.OVERWRITE),
            """
            list nn0 hdfs -1 FOLDER - 9 -> g
            quota_usage nn0 hdfs -1 FOLDER - 0 -> 2/1000 2097166/-1"""),
        of(
            "set quota of a directory with children",
            TREE,
            f -> new SetQuota(path(f, "/d"), QuotaLimit.of(50), QuotaLimit.KEEP),
            "quota_usage nn1 hdfs -1 FOLDER/d - 0 -> 6/50 4194318/-1"),
        of(
            "change a quota",
            TREE,
            f -> new SetQuota(path(f, ""), QuotaLimit.of(50), QuotaLimit.of(1L << 30)),
            "quota_usage nn1 hdfs -1 FOLDER - 0 -> 7/50 4194318/1073741824"),
        of(
            "clear a quota",
            TREE,
            f -> new SetQuota(path(f, ""), QuotaLimit.CLEAR, QuotaLimit.KEEP),
            "quota_usage nn1 hdfs -1 FOLDER - 0 -> 7/-1 14/-1"),
        of(
            "recursive chown",
            TREE,
            f -> step(f, new OwnerSetting("bob", null)),
            "chgrp_all nn1 hdfs -1 FOLDER/d supergroup 0 -> 0"),
        of(
            "recursive chmod",
            TREE,
            f -> step(f, new ModeSetting(0600, 0700)),
            "stat nn1 hdfs -1 FOLDER/d/b/c - 0 -> dir 700 hdfs:supergroup"),
        of(
            "chown",
            TREE,
            f -> new SetOwner(path(f, "/d"), "bob", "ops"),
            "stat nn1 hdfs -1 FOLDER/d - 0 -> dir 755 bob:ops"),
        of(
            "mkdirs",
            "",
            f -> new Mkdirs(path(f, "/x/y/z"), 0755, true),
            "quota_usage nn1 hdfs -1 FOLDER - 0 -> 4/1000 0/-1"),
        of(
            "create with parents",
            "",
            f -> create(f, "/x/y/f", false),
            """
            list nn1 hdfs -1 FOLDER/x/y - 9 -> f
            quota_usage nn1 hdfs -1 FOLDER - 0 -> 4/1000 0/-1"""),
        of(
            "create over a file with blocks",
            FILE,
            f -> create(f, "/f", true),
            "quota_usage nn1 hdfs -1 FOLDER - 0 -> 2/1000 0/-1"),
        of(
            "append",
            FILE,
            f -> new Append(path(f, "/f"), HOLDER, "", false, Rules.FILES),
            "quota_usage nn1 hdfs -1 FOLDER - 0 -> 2/1000 6291456/-1"),
        of(
            "truncate",
            FILE,
            f -> new Truncate(path(f, "/f"), 1 << 20, HOLDER, Rules.FILES),
            "quota_usage nn1 hdfs -1 FOLDER - 0 -> 2/1000 2097152/-1"),
        of(
            "unset erasure coding",
            TREE + "set_ec nn0 hdfs -1 FOLDER/d - 4\n",
            f -> new SetErasureCoding(path(f, "/d"), null),
            """
            get_ec nn1 hdfs -1 FOLDER/d/b - 0 -> replication
            stat nn0 hdfs -1 FOLDER/d/b/c - 0 -> dir 755 hdfs:supergroup"""),
        of(
            "create below a directory with erasure coding over a file of block groups",
            GROUPS + "set_ec nn0 hdfs -1 FOLDER - 1\n",
            f -> create(f, "/f", true),
            """
            get_ec nn1 hdfs -1 FOLDER/f - 0 -> RS-6-3-1024k
            quota_usage nn1 hdfs -1 FOLDER - 0 -> 2/1000 0/-1"""),
        of(
            "delete a file of block groups",
            GROUPS,
            f -> new Delete(path(f, "/f"), false),
            "quota_usage nn1 hdfs -1 FOLDER - 0 -> 1/1000 0/-1"),
        of(
            "delete a file",
            FILE,
            f -> new Delete(path(f, "/f"), false),
            "quota_usage nn1 hdfs -1 FOLDER - 0 -> 1/1000 0/-1"),
        of(
            "complete in the database",
            OPEN_SMALL,
            f -> inDatabase(f, 20_000),
            """
            open nn1 hdfs -1 FOLDER/f - 0 -> 20000 closed
            quota_usage nn1 hdfs -1 FOLDER - 0 -> 2/1000 40000/-1"""),
        of(
            "complete again in the database",
            SMALL + "append_small nn0 hdfs 0 FOLDER/f - 0\n",
            f -> inDatabase(f, 30_000),
            """
            open nn1 hdfs -1 FOLDER/f - 0 -> 30000 closed
            quota_usage nn1 hdfs -1 FOLDER - 0 -> 2/1000 60000/-1"""),
        of(
            "take a file into the database",
            BLOCK,
            f -> new TakeInOf(path(f, "/f")),
            """
            open nn1 hdfs -1 FOLDER/f - 0 -> 7 closed
            take_in nn1 hdfs -1 FOLDER/f - 0 -> false
            append_small nn0 hdfs 0 FOLDER/f - 0 -> opened 7
            quota_usage nn1 hdfs -1 FOLDER - 0 -> 2/1000 14/-1"""),
        of(
            "append in the database",
            SMALL,
            f -> new AppendInDatabase(path(f, "/f"), HOLDER, "", Rules.FILES),
            "open nn1 hdfs -1 FOLDER/f - 0 -> 20000 open"),
        of(
            "truncate in the database",
            SMALL,
            f -> new Truncate(path(f, "/f"), 1500, HOLDER, Rules.FILES),
            """
            open nn1 hdfs -1 FOLDER/f - 0 -> 1500 closed
            quota_usage nn1 hdfs -1 FOLDER - 0 -> 2/1000 3000/-1"""),
        of(
            "delete a file in the database",
            SMALL,
            f -> new Delete(path(f, "/f"), false),
            "quota_usage nn1 hdfs -1 FOLDER - 0 -> 1/1000 0/-1"),
        of(
            "create over a file in the database",
            SMALL,
            f -> create(f, "/f", true),
            "quota_usage nn1 hdfs -1 FOLDER - 0 -> 2/1000 0/-1"),
        of(
            "close a file whose writer was moving it out of the database",
            SMALL + "append_small nn0 hdfs 0 FOLDER/f - 0\n",
            f -> new RecoverLease(path(f, "/f")),
            "open nn1 hdfs -1 FOLDER/f - 0 -> 20000 closed"),
        of(
            "set replication",
            FILE,
            f -> new SetReplication(path(f, "/f"), 3),
            "quota_usage nn1 hdfs -1 FOLDER - 0 -> 2/1000 3145749/-1"));
  }

  private static Arguments of(
      String name, String prepare, Function<String, Operation<?>> operation, String verify) {
    return Arguments.of(name, DeathCheck.scenario(prepare, operation, verify));
  }

  private static FsPath path(String folder, String below) {
    return FsPath.parse(folder + below);
  }

  private static Operation<?> step(String folder, SubtreeChange change) {
    return new JobOfOneStep(path(folder, "/d"), change, UUID.randomUUID().toString());
  }

  /** Finds its root, takes its job, makes its step: each the same when it is repeated. */
  private record JobOfOneStep(FsPath path, SubtreeChange change, String key)
      implements Operation<StepResult> {
    @Override
    public String name() {
      return "job_of_one_step";
    }

    @Override
    public boolean mutates() {
      return true;
    }

    @Override
    public Committed<StepResult> perform(Namespace namespace, CallContext call) {
      long root = namespace.run(new SubtreeRoot(path), call);
      namespace.run(new TakeJob(key, 1), call);
      JobStep job = new JobStep(key, 1, 1);
      return namespace.runCommitted(
          new SubtreeStep(root, null, SubtreeStep.LIMIT_MAX, false, change, job), call);
    }
  }

  /** Takes a file in by its path, once; answers whether its bytes are in the database then. */
  private record TakeInOf(FsPath path) implements Operation<Boolean> {
    @Override
    public String name() {
      return "take_in_of";
    }

    @Override
    public boolean mutates() {
      return true;
    }

    @Override
    public Committed<Boolean> perform(Namespace namespace, CallContext call) {
      OpenedFile file =
          namespace.run(new GetBlockLocations(path, 0, Long.MAX_VALUE, Rules.FILES), call);
      FileBlock last = file.last();
      if (last == null) {
        return new Committed<>(file.isInDatabase(), 0);
      }
      Block block = last.block();
      BlockRef ref = new BlockRef(block.blockId(), block.generationStamp(), block.lengthBytes());
      byte[] bytes = Writers.small(block.lengthBytes());
      long id = file.status().inode().id();
      return namespace.runCommitted(new TakeIn(id, ref, bytes, Rules.FILES), call);
    }
  }

  private static Operation<?> inDatabase(String folder, int lengthBytes) {
    return new CompleteInDatabase(
        path(folder, "/f"), 0, HOLDER, Writers.small(lengthBytes), Rules.FILES);
  }

  private static Create create(String folder, String below, boolean overwrite) {
    return new Create(
        path(folder, below),
        0644,
        HOLDER,
        "",
        overwrite,
        true,
        Rules.REPLICATION,
        Rules.BLOCK_BYTES,
        0,
        Rules.FILES);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("scenarios")
  void itHappensExactlyOnce(String name, DeathCheck.Scenario scenario, @TempDir Path folder) {
    try (Store store =
            new ReadCommittedStore(EmbeddedStore.open(folder, EmbeddedOptions.withoutSync()));
        Cluster cluster = new Cluster(store, new Cluster.Settings(2, 10_000, false))) {
      DeathCheck.Result result = new DeathCheck(cluster).run(scenario);
      System.out.printf("%s: a namenode died %d times%n", name, result.deaths());
      assertThat(result.deaths()).isGreaterThan(5);
    }
  }
}
