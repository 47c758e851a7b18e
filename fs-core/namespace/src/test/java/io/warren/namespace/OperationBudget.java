package io.warren.namespace;

import static io.warren.namespace.TestCluster.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.Block;
import io.warren.model.ChildrenPartitioning;
import io.warren.namespace.file.AbandonBlock;
import io.warren.namespace.file.AddBlock;
import io.warren.namespace.file.Append;
import io.warren.namespace.file.BlockRef;
import io.warren.namespace.file.CheckAddBlock;
import io.warren.namespace.file.Complete;
import io.warren.namespace.file.CompleteInDatabase;
import io.warren.namespace.file.Create;
import io.warren.namespace.file.FileBlock;
import io.warren.namespace.file.FileContents;
import io.warren.namespace.file.Fsync;
import io.warren.namespace.file.GetBlockLocations;
import io.warren.namespace.file.GetPreferredBlockSize;
import io.warren.namespace.file.IsFileClosed;
import io.warren.namespace.file.OpenedFile;
import io.warren.namespace.file.UpdateBlockForPipeline;
import io.warren.namespace.file.UpdatePipeline;
import io.warren.namespace.lease.RenewLease;
import io.warren.namespace.operation.CheckAccess;
import io.warren.namespace.operation.Delete;
import io.warren.namespace.operation.GetListing;
import io.warren.namespace.operation.GetStatus;
import io.warren.namespace.operation.Mkdirs;
import io.warren.namespace.operation.Rename;
import io.warren.namespace.operation.Rename.Rules;
import io.warren.namespace.operation.SetOwner;
import io.warren.namespace.operation.SetPermission;
import io.warren.namespace.operation.SetReplication;
import io.warren.namespace.operation.SetTimes;
import io.warren.namespace.policy.SetStoragePolicy;
import io.warren.namespace.quota.ContentSummary;
import io.warren.namespace.quota.GetQuotaUsage;
import io.warren.namespace.quota.QuotaLimit;
import io.warren.namespace.quota.SetQuota;
import io.warren.namespace.repartition.GetPartitioning;
import io.warren.namespace.repartition.Repartition;
import io.warren.namespace.rights.Access;
import io.warren.store.Store;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Store round trips of every operation at depth 7 with warm hints, on the store that a subclass
 * opens. The budgets are those of any store; one test method per kind of work, so that a failure
 * names what became dearer. An operation of several transactions counts all of them.
 */
public abstract class OperationBudget {
  private static final String DEEP = "/a/b/c/d/e/f";
  private static final String OTHER = "/a/b/c/d/e/g";
  private static final String HOLDER = "DFSClient_budget";
  private static final FileSettings SETTINGS =
      new FileSettings(1024, 1, 512, 1, 1, 10_000, 60_000, 1_200_000, 0, 0);
  private static final long BLOCK_BYTES = 1 << 20;

  private TestCluster cluster;
  private final Map<String, Integer> measured = new TreeMap<>();

  /**
   * An empty store; closed by this class.
   *
   * @param folder for stores that keep their files there
   */
  protected abstract Store openStore(Path folder) throws Exception;

  @BeforeEach
  void open(@TempDir Path folder) throws Exception {
    cluster = new TestCluster(openStore(folder));
    NamespaceFormat.formatIfEmpty(cluster.namenode().namespace);
    cluster.mkdirs(DEEP);
    cluster.mkdirs(OTHER);
    cluster.createFile(DEEP + "/file", ROOT, 100);
    cluster.stat(DEEP + "/file");
    cluster.stat(OTHER);
    cluster.list("/");
    // Ranges of ids are taken and the lease is written before anything is counted.
    run(create("warm"));
    assertThat(run(new Complete(deep("warm"), 0, HOLDER, null, SETTINGS))).isTrue();
    run(new GetListing(deep(""), null, 100));
  }

  @AfterEach
  void close() {
    if (cluster != null) {
      cluster.close();
    }
    System.out.println("Round trips: " + measured);
  }

  private static FsPath deep(String name) {
    return FsPath.parse(name.isEmpty() ? DEEP : DEEP + "/" + name);
  }

  /** A store that reads nothing ahead reads blocks and what is about replicas one by one. */
  private int opened(int readingAhead) {
    return cluster.at(0).namespace.runner().store().readsAhead() ? readingAhead : readingAhead + 2;
  }

  /** A store whose readers see rows at moments of their own takes versions of its directories. */
  private int raising() {
    return cluster.at(0).namespace.runner().store().snapshotReads() ? 0 : 1;
  }

  private <R> R run(Operation<R> operation) {
    return cluster.at(0).run(operation, ROOT);
  }

  private <R> R within(int budget, Operation<R> operation) {
    return within(budget, operation, cluster.retryable(ROOT));
  }

  private <R> R within(int budget, Operation<R> operation, CallContext call) {
    TestCluster.Namenode nn = cluster.at(0);
    nn.finished.clear();
    R answer = nn.run(operation, call);
    List<TestCluster.Finished> counted =
        nn.finished.stream().filter(f -> !f.operation().equals("allocate_ids")).toList();
    int roundTrips = counted.stream().mapToInt(f -> f.stats().roundTrips()).sum();
    measured.merge(operation.name(), roundTrips, Math::max);
    assertThat(roundTrips)
        .as(
            "%s: %s",
            operation.name(),
            counted.stream()
                .map(f -> f.operation() + " " + f.outcome() + " " + f.stats())
                .collect(Collectors.joining(", ")))
        .isBetween(1, budget);
    return answer;
  }

  private Create create(String name) {
    return new Create(
        deep(name), 0644, HOLDER, "127.0.0.1", false, false, 3, BLOCK_BYTES, 0, SETTINGS);
  }

  private static BlockRef ref(FileBlock block, long lengthBytes) {
    return new BlockRef(block.block().blockId(), block.block().generationStamp(), lengthBytes);
  }

  @Test
  void readsOfPaths() {
    within(2, new GetStatus(deep("file")));
    within(2, new GetStatus(deep("none")));
    within(2, new CheckAccess(deep("file"), Access.READ));
    within(2, new GetListing(deep(""), null, 1000));
    within(2, new GetListing(deep("file"), null, 1000));
    within(2, new GetListing(FsPath.ROOT, null, 1000));
    within(2, new GetStatus(deep(""), GetStatus.Count.FEW));
    within(2, new GetStatus(FsPath.ROOT, GetStatus.Count.FEW));
    within(2, new GetStatus(deep("file"), GetStatus.Count.FEW));
    within(2, new GetStatus(deep(""), GetStatus.Count.MANY));
    within(2, new IsFileClosed(deep("file")));
    within(2, new GetPreferredBlockSize(deep("file")));
    within(3, new GetPartitioning(deep("")));
    // Whatever is below: path, totals, changes that wait, and a level of where those are. More
    // levels of directories that just changed cost one each.
    within(4, new ContentSummary(deep("")));
  }

  @Test
  void openingAFile() {
    within(opened(2), new GetBlockLocations(deep("file"), 0, Long.MAX_VALUE, SETTINGS));
  }

  /** Its bytes come with its path: no rows about blocks, which it has none of, are looked for. */
  @Test
  void openingASmallFile() {
    byte[] bytes = new byte[20_000];
    Arrays.fill(bytes, (byte) 7);
    run(new SetStoragePolicy(deep(""), FileContents.POLICY, Set.of()));
    run(create("small"));
    FileSettings small = SETTINGS.withSmallFiles(FileContents.MAX_BYTES);
    assertThat(run(new CompleteInDatabase(deep("small"), 0, HOLDER, bytes, small))).isTrue();
    GetBlockLocations open = new GetBlockLocations(deep("small"), 0, Long.MAX_VALUE, SETTINGS);
    OpenedFile opened = within(2, open);
    assertThat(Objects.requireNonNull(opened.contents()).bytes()).isEqualTo(bytes);
    assertThat(rowsRead()).isLessThan(15);
  }

  @Test
  void aLongFile() {
    int blocks = 500;
    long fullBytes = 128L << 20;
    FsPath path = deep("long");
    run(new TestCluster.CreateTestFile(path, blocks * fullBytes, blocks));
    Append.Answer opened = run(new Append(path, HOLDER, "127.0.0.1", true, SETTINGS));
    Block last = Objects.requireNonNull(opened.previous());
    BlockRef previous = new BlockRef(last.blockId(), last.generationStamp(), last.lengthBytes());
    AddBlock add = new AddBlock(path, 0, HOLDER, previous, List.of(1, 2, 3), SETTINGS);
    // A file of an earlier version gets the places of its blocks with this one.
    FileBlock first = run(add);
    run(new AbandonBlock(path, 0, HOLDER, first.block().blockId()));
    within(4, new CheckAddBlock(path, 0, HOLDER, previous, SETTINGS));
    FileBlock added = within(8, add);
    assertThat(rowsRead()).isLessThan(100);
    within(8, new Fsync(path, 0, HOLDER, 5));
    assertThat(rowsRead()).isLessThan(100);
    for (long at : List.of(0L, 250L, 490L)) {
      OpenedFile read =
          within(opened(6), new GetBlockLocations(path, at * fullBytes, 10 * fullBytes, SETTINGS));
      assertThat(rowsRead()).isLessThan(400);
      assertThat(read.blocks()).hasSize(10);
    }
    within(9, new AbandonBlock(path, 0, HOLDER, added.block().blockId()));
    within(8, new Complete(path, 0, HOLDER, previous, SETTINGS));
    assertThat(rowsRead()).isLessThan(100);
  }

  private int rowsRead() {
    return cluster.at(0).finished.stream().mapToInt(f -> f.stats().rowsRead()).sum();
  }

  @Test
  void directories() {
    CallContext call = cluster.retryable(ROOT);
    within(4, new Mkdirs(deep("m"), 0755, true), call);
    within(4, new Mkdirs(deep("m"), 0755, true), call);
    cluster.clock.advance(Duration.ofMinutes(1));
    within(4, new Mkdirs(deep("n"), 0755, true));
    // A change of what others remember of a directory raises the directories' version.
    within(6 + raising(), new Delete(deep("n"), false));
  }

  @Test
  void attributes() {
    within(4, new SetPermission(deep("file"), 0600));
    within(4, new SetOwner(deep("file"), "hdfs", "supergroup"));
    within(4, new SetTimes(deep("file"), 5, 5));
    within(4, new SetReplication(deep("file"), 2));
  }

  @Test
  void renamesAndDeletesEvenWhenTheParentsTimeIsDue() {
    cluster.clock.advance(Duration.ofMinutes(1));
    within(6, new Rename(deep("file"), deep("renamed"), Rules.LEGACY));
    FsPath elsewhere = FsPath.parse(OTHER + "/renamed");
    within(6, new Rename(deep("renamed"), elsewhere, Rules.OVERWRITE));
    // Its replicas are read settled: one that was reported a moment ago must be ordered to go.
    within(8, new Delete(elsewhere, false));
    within(4, new Delete(elsewhere, false));
  }

  @Test
  void writingAFile() {
    CallContext call = cluster.retryable(ROOT);
    within(5, create("new"), call);
    // Whether the file is still in the tree takes one more.
    within(6, create("new"), call);
    within(3, new CheckAddBlock(deep("new"), 0, HOLDER, null, SETTINGS));
    FileBlock first =
        within(5, new AddBlock(deep("new"), 0, HOLDER, null, List.of(1, 2, 3), SETTINGS));
    within(6, new Fsync(deep("new"), 0, HOLDER, 5));
    long blockId = first.block().blockId();
    UpdateBlockForPipeline.Answer stamped = within(6, new UpdateBlockForPipeline(blockId, HOLDER));
    BlockRef before = ref(first, 5);
    BlockRef after = new BlockRef(blockId, stamped.newGenerationStamp(), 10);
    within(8, new UpdatePipeline(HOLDER, before, after, List.of(1, 2)));
    FileBlock second =
        within(7, new AddBlock(deep("new"), 0, HOLDER, after, List.of(1, 2, 3), SETTINGS));
    within(7, new AbandonBlock(deep("new"), 0, HOLDER, second.block().blockId()));
    within(6, new Complete(deep("new"), 0, HOLDER, after, SETTINGS));
    within(3, new RenewLease(HOLDER));
  }

  @Test
  void appendingToAFile() {
    within(7, new Append(deep("warm"), HOLDER, "127.0.0.1", false, SETTINGS));
    within(5, new Complete(deep("warm"), 0, HOLDER, null, SETTINGS));
  }

  @Test
  void quotas() {
    run(new SetQuota(deep(""), QuotaLimit.of(1000), QuotaLimit.KEEP));
    within(4, new SetQuota(deep(""), QuotaLimit.of(2000), QuotaLimit.KEEP));
    within(3, new GetQuotaUsage(deep("")));
    within(4, new Mkdirs(deep("q"), 0755, true));
    within(5, create("charged"));
  }

  @Test
  void beginningToRepartition() {
    within(4, new Repartition(deep(""), ChildrenPartitioning.HASHED));
    within(4, new GetStatus(deep("none")));
    within(2, new GetStatus(deep("file")));
    within(6, new Mkdirs(deep("while"), 0755, true));
  }
}
