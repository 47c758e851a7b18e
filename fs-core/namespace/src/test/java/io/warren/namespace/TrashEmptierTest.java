package io.warren.namespace;

import static io.warren.namespace.TestCluster.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.namespace.operation.Delete;
import io.warren.namespace.operation.GetListing;
import io.warren.namespace.operation.MoveToTrash;
import io.warren.namespace.upkeep.TrashEmptier;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The trash becomes checkpoints, and old checkpoints are deleted. */
class TrashEmptierTest {
  private static final Duration KEEP = Duration.ofHours(24);
  private static final Duration EVERY = Duration.ofHours(6);
  private static final String TRASH = "/user/alice/.Trash";
  private TestCluster cluster;
  private TrashEmptier emptier;

  @BeforeEach
  void open(@TempDir Path folder) {
    cluster = TestCluster.open(folder);
    cluster.mkdirs("/data");
    emptier = emptier();
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  private TrashEmptier emptier() {
    Namespace namespace = cluster.at(0).namespace;
    return new TrashEmptier(namespace, FsPath.parse("/user"), KEEP, EVERY, ZoneOffset.UTC);
  }

  private void trash(String path, String user) {
    cluster.createFile(path, ROOT, 10);
    cluster.at(0).run(new MoveToTrash(FsPath.parse(path), user), ROOT);
  }

  private List<String> names(String path) {
    return cluster
        .at(0)
        .run(new GetListing(FsPath.parse(path), null, 100), ROOT)
        .map(page -> page.entries().stream().map(EntryStatus::localName).toList())
        .orElse(List.of());
  }

  private void run() {
    emptier.run(LeaderFence.NONE);
  }

  @Test
  void whatIsDeletedLiesForTheIntervalAndThenGoes() {
    run();
    trash("/data/a", "alice");
    trash("/data/b", "bob");
    cluster.clock.advance(EVERY);
    run();
    assertThat(names(TRASH)).hasSize(1).allMatch(name -> name.matches("[0-9]{12}"));
    assertThat(cluster.exists(TRASH + "/" + names(TRASH).get(0) + "/data/a")).isTrue();
    assertThat(names("/user/bob/.Trash")).hasSize(1);
    trash("/data/c", "alice");
    cluster.clock.advance(EVERY);
    run();
    assertThat(names(TRASH)).hasSize(2);
    cluster.clock.advance(KEEP.minus(EVERY));
    run();
    assertThat(names(TRASH)).as("not older than the interval").hasSize(2);
    cluster.clock.advance(EVERY);
    run();
    assertThat(names(TRASH)).hasSize(1);
    cluster.clock.advance(EVERY);
    run();
    assertThat(names(TRASH)).isEmpty();
    assertThat(cluster.exists("/user/bob/.Trash")).isTrue();
    Invariants.check(cluster);
  }

  @Test
  void oneCheckpointIsMadePerIntervalWhoeverLeads() {
    trash("/data/a", "alice");
    run();
    assertThat(names(TRASH)).hasSize(1);
    trash("/data/b", "alice");
    run();
    emptier.deposed();
    run();
    emptier = emptier();
    run();
    assertThat(names(TRASH)).hasSize(2).contains("Current");
  }

  @Test
  void otherNamesAndOtherPlacesAreLeftAlone() {
    cluster.mkdirs(TRASH + "/mine");
    cluster.mkdirs(TRASH + "/231115-1");
    cluster.mkdirs(TRASH + "/2001010000-3");
    cluster.mkdirs(TRASH + "/200101000000");
    cluster.mkdirs("/user/alice/200101000000");
    cluster.createFile("/user/file");
    cluster.mkdirs("/user/carol");
    cluster.createFile("/user/carol/.Trash");
    run();
    assertThat(names(TRASH)).containsExactly("231115-1", "mine");
    assertThat(cluster.exists("/user/alice/200101000000")).isTrue();
    assertThat(cluster.exists("/user/carol/.Trash")).isTrue();
  }

  @Test
  void homesWithoutNumberAreGoneThroughInPortions() {
    for (int i = 0; i < 450; i++) {
      cluster.mkdirs(String.format("/user/u%03d/.Trash/Current", i));
    }
    for (int portion = 0; portion < 3; portion++) {
      assertThat(names("/user/u449/.Trash")).containsExactly("Current");
      run();
    }
    assertThat(names("/user/u449/.Trash")).doesNotContain("Current").hasSize(1);
    run();
  }

  @Test
  void aLeaderWhoseTimeIsOverChangesNothing() {
    trash("/data/a", "alice");
    cluster.mkdirs(TRASH + "/200101000000/in");
    LeaderFence over =
        tx -> {
          throw new IllegalStateException("Another leads");
        };
    assertThatThrownBy(() -> emptier.run(over)).isInstanceOf(IllegalStateException.class);
    emptier.deposed();
    cluster.at(0).run(new Delete(FsPath.parse(TRASH + "/200101000000"), true), ROOT);
    assertThatThrownBy(() -> emptier.run(over)).isInstanceOf(IllegalStateException.class);
    assertThat(names(TRASH)).containsExactly("Current");
  }
}
