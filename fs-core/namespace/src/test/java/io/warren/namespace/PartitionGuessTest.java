package io.warren.namespace;

import static io.warren.namespace.TestCluster.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.Inode;
import io.warren.namespace.file.GetBlockLocations;
import io.warren.namespace.operation.Delete;
import io.warren.namespace.operation.GetListing;
import io.warren.namespace.operation.GetStatus;
import io.warren.namespace.operation.Mkdirs;
import io.warren.namespace.operation.Rename;
import io.warren.namespace.operation.Rename.Rules;
import io.warren.namespace.operation.SetPermission;
import io.warren.store.Store;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.testkit.ForwardingStore;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With warm hints a transaction begins on the partition of the row that matters most. */
class PartitionGuessTest {
  private static final FsPath DIRECTORY = FsPath.parse("/a/b/c");
  private static final FsPath FILE = FsPath.parse("/a/b/c/file");
  private static final FsPath ABSENT = FsPath.parse("/a/b/c/absent");

  /** Remembers how transactions were begun. */
  private static final class Watched extends ForwardingStore {
    private final List<TxOptions> begun;

    Watched(Store inner, List<TxOptions> begun) {
      super(inner);
      this.begun = begun;
    }

    @Override
    public Tx begin(TxOptions options) {
      begun.add(options);
      return super.begin(options);
    }

    @Override
    public boolean takesHints() {
      return true;
    }
  }

  private final List<TxOptions> begun = new CopyOnWriteArrayList<>();
  private TestCluster cluster;
  private TestCluster.Namenode nn;
  private Inode directory;
  private Inode file;

  @BeforeEach
  void open(@TempDir Path folder) {
    cluster = TestCluster.open(folder);
    cluster.mkdirs(DIRECTORY.toString());
    cluster.createFile(FILE.toString());
    nn = cluster.namenodeOver(new Watched(cluster.store, begun));
    directory = Objects.requireNonNull(cluster.stat(DIRECTORY.toString()));
    file = Objects.requireNonNull(cluster.stat(FILE.toString()));
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  private void warm() {
    nn.run(new GetStatus(FILE), ROOT);
    nn.run(new GetStatus(FsPath.ROOT), ROOT);
  }

  private void assertBeginsAt(long partition, Operation<?> operation) {
    warm();
    begun.clear();
    Object answer = nn.run(operation, ROOT);
    assertThat(answer).isNotNull();
    assertThat(begun)
        .filteredOn(options -> options.operation().equals(operation.name()))
        .as("%s", operation)
        .isNotEmpty()
        .allSatisfy(options -> assertThat(options.partitionHint()).isEqualTo(partition));
  }

  @Test
  void operationsBeginAtTheirRow() {
    assertBeginsAt(file.partitionId(), new GetStatus(FILE));
    assertBeginsAt(directory.id(), new GetStatus(ABSENT));
    assertBeginsAt(directory.id(), new SetPermission(FILE, 0600));
    assertBeginsAt(directory.id(), new Mkdirs(ABSENT, 0755, false));
    assertBeginsAt(directory.id(), new Delete(ABSENT, false));
    FsPath renamed = FsPath.parse("/a/b/c/renamed");
    assertBeginsAt(directory.id(), new Rename(FILE, renamed, Rules.LEGACY));
  }

  @Test
  void listingsBeginAtTheChildrenAndOpeningAtTheBlocks() {
    assertBeginsAt(directory.id(), new GetListing(DIRECTORY, null, 10));
    Inode root = Objects.requireNonNull(cluster.stat("/"));
    assertBeginsAt(
        Partitioning.childPartitions(root).get(0), new GetListing(FsPath.ROOT, null, 10));
    FileSettings settings = FileSettings.defaults();
    assertBeginsAt(file.id(), new GetBlockLocations(FILE, 0, 1, settings));
  }

  @Test
  void withoutHintsTheStoreChooses() {
    nn.run(new GetStatus(FILE), ROOT);
    assertThat(begun)
        .filteredOn(options -> options.operation().equals("get_status"))
        .allSatisfy(options -> assertThat(options.partitionHint()).isEqualTo(PartitionGuess.NONE));
  }
}
