package io.warren.namespace;

import static io.warren.namespace.TestCluster.BOB;
import static io.warren.namespace.TestCluster.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.model.ChildrenPartitioning;
import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.model.NamespaceException;
import io.warren.namespace.operation.Delete;
import io.warren.namespace.operation.GetStatus;
import io.warren.namespace.operation.Mkdirs;
import io.warren.namespace.operation.Rename;
import io.warren.namespace.operation.SetOwner;
import io.warren.namespace.operation.SetPermission;
import io.warren.namespace.quota.GetQuotaUsage;
import io.warren.namespace.quota.QuotaLimit;
import io.warren.namespace.quota.SetQuota;
import io.warren.namespace.repartition.Repartition;
import io.warren.namespace.view.DirectoryViews;
import io.warren.store.Store;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import io.warren.store.schema.Tables;
import io.warren.store.testkit.ReadCommittedStore;
import io.warren.store.testkit.ViewRulesStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a namenode remembers of directories holds, or is read anew. */
class DirectoryViewsTest {
  private static final String FILE = "/d/e/f/file";
  private static final int FAR_BEHIND = 100;
  private static final int ROWS_OF_A_WARM_LOOK = 2;

  private ReadCommittedStore store;
  private TestCluster cluster;
  private TestCluster.Namenode one;
  private TestCluster.Namenode other;

  @BeforeEach
  void open(@TempDir Path folder) {
    Store inner = new ViewRulesStore(EmbeddedStore.open(folder, EmbeddedOptions.withoutSync()));
    store = new ReadCommittedStore(inner);
    cluster = new TestCluster(store);
    one = cluster.namenode();
    NamespaceFormat.formatIfEmpty(one.namespace);
    cluster.mkdirs("/d/e/f");
    cluster.createFile(FILE);
    other = cluster.namenode();
    warm(FILE);
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  private static FsPath path(String text) {
    return FsPath.parse(text);
  }

  private void warm(String path) {
    for (int look = 0; look < 3; look++) {
      one.run(new GetStatus(path(path)), ROOT);
      other.run(new GetStatus(path(path)), ROOT);
    }
  }

  private int rowsReadBy(Operation<?> operation) {
    AtomicInteger reads = new AtomicInteger();
    store.betweenReads(reads::incrementAndGet);
    one.run(operation, ROOT);
    store.betweenReads(() -> {});
    return reads.get();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 7, 12, 20})
  void aPathCostsTheSameAtAnyDepth(int depth) {
    String directory = "/p".repeat(depth);
    cluster.mkdirs(directory);
    cluster.createFile(directory + "/file");
    warm(directory + "/file");
    assertThat(rowsReadBy(new GetStatus(path(directory + "/file")))).isEqualTo(ROWS_OF_A_WARM_LOOK);
  }

  @Test
  void whoMayPassIsSeenAtOnceOnEveryNamenode() {
    one.run(new SetPermission(path("/d/e"), 0700), ROOT);
    assertThatThrownBy(() -> other.run(new GetStatus(path(FILE)), BOB))
        .isInstanceOf(NamespaceException.class)
        .hasMessageContaining("Permission denied");
    one.run(new SetOwner(path("/d/e"), "bob", null), ROOT);
    assertThat(other.run(new GetStatus(path(FILE)), BOB)).isPresent();
    one.run(new SetPermission(path("/d/e"), 0), ROOT);
    assertThatThrownBy(() -> other.run(new GetStatus(path(FILE)), BOB))
        .isInstanceOf(NamespaceException.class);
  }

  @Test
  void placesAreSeenAtOnceOnEveryNamenode() {
    one.run(new Rename(path("/d/e"), path("/d/moved"), Rename.Rules.LEGACY), ROOT);
    assertThat(other.run(new GetStatus(path(FILE)), ROOT)).isEmpty();
    assertThat(other.run(new GetStatus(path("/d/moved/f/file")), ROOT)).isPresent();
    one.run(new Delete(path("/d/moved"), true), ROOT);
    assertThat(other.run(new GetStatus(path("/d/moved/f/file")), ROOT)).isEmpty();
    cluster.mkdirs("/d/e/f");
    assertThat(other.run(new GetStatus(path(FILE)), ROOT)).isEmpty();
  }

  @Test
  void quotasAndPartitionsAreSeenAtOnceOnEveryNamenode() {
    one.run(new SetQuota(path("/d"), QuotaLimit.of(5), QuotaLimit.KEEP), ROOT);
    assertThat(other.run(new GetQuotaUsage(path("/d")), ROOT).namespaceUsed()).isEqualTo(4);
    assertThatThrownBy(
            () -> {
              for (String name : new String[] {"g", "h", "i"}) {
                other.run(new Mkdirs(path("/d/e/" + name), 0755, true), ROOT);
              }
            })
        .isInstanceOf(NamespaceException.class)
        .hasMessageContaining("quota");
    one.run(new Repartition(path("/d/e/f"), ChildrenPartitioning.HASHED), ROOT);
    assertThat(other.run(new GetStatus(path(FILE)), ROOT)).isPresent();
  }

  @Test
  void whoIsFarBehindForgetsAllAndAnswersRight() {
    DirectoryViews views = other.namespace.directoryViews();
    long forgotten = views.stats().forgotten();
    for (int i = 0; i < FAR_BEHIND; i++) {
      one.run(new SetPermission(path("/d"), i % 2 == 0 ? 0700 : 0755), ROOT);
    }
    assertThat(other.run(new GetStatus(path(FILE)), BOB)).isPresent();
    assertThat(views.stats().forgotten()).isEqualTo(forgotten + 1);
    assertThat(views.version()).isEqualTo(one.namespace.directoryViews().version());
  }

  /** A directory that was seen as before a commit of which the version was seen is read again. */
  @Test
  void whatIsBeingCommittedIsNotRemembered() {
    InodeKey directory = one.run(new GetStatus(path("/d/e")), ROOT).orElseThrow().inode().key();
    store.showLate(directory::equals);
    one.run(new SetPermission(path("/d/e"), 0700), ROOT);
    for (int look = 0; look < 3; look++) {
      // The commit has not been answered, for this reader: either is right.
      assertThat(other.run(new GetStatus(path(FILE)), BOB)).isPresent();
    }
    store.showAll();
    assertThatThrownBy(() -> other.run(new GetStatus(path(FILE)), BOB))
        .isInstanceOf(NamespaceException.class);
  }

  /** Changes who may pass a directory, looks at what is below it, and then may not go on. */
  private record ChangeAndFail(List<Integer> modesSeen) implements InodeOperation<Boolean> {
    @Override
    public String name() {
      return "change_and_fail";
    }

    @Override
    public boolean mutates() {
      return true;
    }

    @Override
    public long partition(PartitionGuess guess) {
      return guess.ofRow(path("/d/e"));
    }

    @Override
    public Boolean execute(OperationTx tx) {
      Inode directory = tx.lock(PathLock.last(path("/d/e"))).requireDirectory();
      tx.inodes().update(directory, directory.toBuilder().mode(0).build());
      modesSeen.add(tx.resolve(path(FILE)).at(2).mode());
      Inode file = tx.resolve(path(FILE)).requireLast();
      modesSeen.add(Objects.requireNonNull(tx.locate(file)).at(2).mode());
      throw new NamespaceException(NamespaceException.Code.CONFLICT, "planned");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatIsNotCommittedIsSeenByItsTransactionAlone(boolean remembered) {
    if (!remembered) {
      one.namespace.directoryViews().clear();
      one.run(new GetStatus(path("/")), ROOT);
    }
    List<Integer> modesSeen = new ArrayList<>();
    assertThatThrownBy(() -> one.run(new ChangeAndFail(modesSeen), ROOT))
        .hasMessageContaining("planned");
    assertThat(modesSeen).isNotEmpty().containsOnly(0);
    for (int look = 0; look < 3; look++) {
      assertThat(one.run(new GetStatus(path(FILE)), BOB)).isPresent();
    }
  }

  @Test
  void memoryIsBounded() {
    DirectoryViews views = new DirectoryViews(store, 10_000);
    assertThat(views.kept()).isZero();
    int directories = 2_000;
    for (int i = 0; i < directories; i++) {
      cluster.mkdirs("/many/" + i);
    }
    for (int i = 0; i < directories; i++) {
      one.run(new GetStatus(path("/many/" + i)), ROOT);
    }
    long most = (1L << 20) / 420;
    assertThat(directories).isLessThan((int) most);
    assertThat(one.namespace.directoryViews().kept()).isBetween((long) directories, most);
    for (int i = directories; i < 2 * directories; i++) {
      cluster.mkdirs("/many/" + i);
    }
    assertThat(one.namespace.directoryViews().kept()).isLessThanOrEqualTo(most);
  }

  @Test
  void theEmbeddedStoreNeedsNone(@TempDir Path folder) {
    try (TestCluster embedded = TestCluster.open(folder)) {
      embedded.mkdirs("/d/e");
      embedded.at(0).run(new SetPermission(path("/d/e"), 0700), ROOT);
      assertThat(embedded.at(0).namespace.directoryViews().version())
          .isEqualTo(DirectoryViews.UNKNOWN);
      assertThat(embedded.rows(Tables.DIRECTORY_CHANGES)).isEmpty();
    }
  }
}
