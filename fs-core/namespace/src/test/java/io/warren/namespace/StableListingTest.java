package io.warren.namespace;

import static io.warren.namespace.TestCluster.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.InodeKey;
import io.warren.namespace.operation.GetStatus;
import io.warren.namespace.operation.Mkdirs;
import io.warren.namespace.operation.Rename;
import io.warren.namespace.operation.Rename.Rules;
import io.warren.namespace.quota.ContentSummary;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import io.warren.store.testkit.LockRulesStore;
import io.warren.store.testkit.ReadCommittedStore;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Listings over a store without snapshots, while another namenode renames a file within the
 * directory between any two reads of rows: the listing shows the file once, under either name.
 */
class StableListingTest {
  private static final int READS_TRIED = 60;

  private ReadCommittedStore store;
  private TestCluster cluster;
  private TestCluster.Namenode renamer;

  @BeforeEach
  void open(@TempDir Path folder) {
    store =
        new ReadCommittedStore(
            new LockRulesStore(EmbeddedStore.open(folder, EmbeddedOptions.withoutSync())));
    cluster = new TestCluster(store);
    TestCluster.Namenode first = cluster.namenode();
    NamespaceFormat.formatIfEmpty(first.namespace);
    renamer = cluster.namenode();
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  private void makeFiles(String directory) {
    cluster.mkdirs(directory);
    for (String name : List.of("c", "e", "g", "i", "m")) {
      cluster.createFile(directory + "/" + name);
    }
  }

  private void rename(String from, String to) {
    renamer.run(new Rename(FsPath.parse(from), FsPath.parse(to), Rules.NO_OVERWRITE), ROOT);
  }

  /** Renames at one read of each listing, at every read in turn, forwards and backwards. */
  private void renameAtEveryRead(String directory, String one, String other, int renamesPerRead) {
    String name = one;
    boolean within = true;
    for (int at = 1; at <= READS_TRIED && within; at++) {
      String next = name.equals(one) ? other : one;
      String from = directory + "/" + name;
      String to = directory + "/" + next;
      AtomicInteger reads = new AtomicInteger();
      int target = at;
      cluster.list(directory);
      store.betweenReads(
          () -> {
            if (reads.incrementAndGet() == target) {
              for (int i = 0; i < renamesPerRead; i++) {
                rename(i % 2 == 0 ? from : to, i % 2 == 0 ? to : from);
              }
            }
          });
      List<String> listed = cluster.list(directory);
      store.betweenReads(() -> {});
      within = reads.get() >= target;
      assertThat(listed).as("renamed at read %d", at).doesNotHaveDuplicates().hasSize(5);
      assertThat(listed.contains(name) ^ listed.contains(next)).as("%s at %d", listed, at).isTrue();
      if (within && renamesPerRead % 2 == 1) {
        name = next;
      }
    }
    assertThat(within).as("every read of a listing was tried").isFalse();
  }

  @Test
  void aListingShowsARenamedFileOnceWhereverTheRenameFalls() {
    makeFiles("/h/flat");
    renameAtEveryRead("/h/flat", "c", "z", 1);
  }

  @Test
  void aListingOfAHashedDirectoryDoesSoToo() {
    makeFiles("/h");
    renameAtEveryRead("/h", "c", "z", 1);
  }

  @Test
  void aRenameToAndBackIsNoticedAsWell() {
    makeFiles("/h/flat");
    renameAtEveryRead("/h/flat", "c", "z", 2);
  }

  @Test
  void aColdListingIsAsCareful() {
    makeFiles("/h/flat");
    String name = "c";
    for (int at = 1; at <= READS_TRIED; at++) {
      String from = "/h/flat/" + name;
      String to = "/h/flat/" + (name.equals("c") ? "z" : "c");
      TestCluster.Namenode cold = cluster.namenode();
      AtomicInteger reads = new AtomicInteger();
      int target = at;
      store.betweenReads(
          () -> {
            if (reads.incrementAndGet() == target) {
              rename(from, to);
            }
          });
      List<String> listed = cluster.list(cold, "/h/flat", 1000);
      store.betweenReads(() -> {});
      assertThat(listed).as("renamed at read %d", at).doesNotHaveDuplicates().hasSize(5);
      if (reads.get() >= target) {
        name = name.equals("c") ? "z" : "c";
      }
    }
  }

  @Test
  void countsSeeTheRenamedFileOnce() {
    makeFiles("/h/flat");
    String name = "c";
    for (int at = 1; at <= READS_TRIED; at++) {
      String from = "/h/flat/" + name;
      String to = "/h/flat/" + (name.equals("c") ? "z" : "c");
      AtomicInteger reads = new AtomicInteger();
      int target = at;
      store.betweenReads(
          () -> {
            if (reads.incrementAndGet() == target) {
              rename(from, to);
            }
          });
      boolean summary = at % 2 == 0;
      long files =
          summary
              ? cluster.at(0).run(new ContentSummary(FsPath.parse("/h")), ROOT).files()
              : cluster
                  .at(0)
                  .run(new GetStatus(FsPath.parse("/h/flat"), GetStatus.Count.MANY), ROOT)
                  .orElseThrow()
                  .childrenCount();
      store.betweenReads(() -> {});
      assertThat(files).as("renamed at read %d", at).isEqualTo(5);
      if (reads.get() >= target) {
        name = name.equals("c") ? "z" : "c";
      }
    }
  }

  /**
   * Renames at one read of each listing, at every read in turn. The rename's rows become visible
   * one after the other: those that match are late, for this listing and two more.
   *
   * @param before the name of the file
   * @return its name afterwards
   */
  private String renameInPartsAtEveryRead(
      String directory, String before, Predicate<InodeKey> late) {
    String name = before;
    boolean within = true;
    for (int at = 1; at <= READS_TRIED && within; at++) {
      String next = name.equals("c") ? "z" : "c";
      String from = directory + "/" + name;
      String to = directory + "/" + next;
      AtomicInteger reads = new AtomicInteger();
      int target = at;
      cluster.list(directory);
      store.betweenReads(
          () -> {
            if (reads.incrementAndGet() == target) {
              store.showLate(late);
              rename(from, to);
            }
          });
      List<String> first = cluster.list(directory);
      within = reads.get() >= target;
      store.betweenReads(() -> {});
      List<String> second = cluster.list(directory);
      long counted = count(directory);
      List<String> cold = cluster.list(cluster.namenode(), directory, 1000);
      store.showAll();
      for (List<String> listed : List.of(first, second, cold)) {
        assertThat(listed).as("renamed at read %d", at).doesNotHaveDuplicates().hasSize(5);
        assertThat(listed.contains(name) ^ listed.contains(next))
            .as("%s at %d", listed, at)
            .isTrue();
      }
      assertThat(counted).as("counted at read %d", at).isEqualTo(5);
      name = within ? next : name;
    }
    assertThat(within).as("every read of a listing was tried").isFalse();
    return name;
  }

  private long count(String directory) {
    return cluster.at(0).run(new ContentSummary(FsPath.parse(directory)), ROOT).files();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/h/flat", "/h"})
  void aRenameThatIsVisibleInPartsIsSeenEntirelyOrNotAtAll(String directory) {
    makeFiles(directory);
    String own = directory.substring(directory.lastIndexOf('/') + 1);
    String name = "c";
    for (List<String> late : List.of(List.of("c"), List.of("z"), List.of("c", "z"), List.of(own))) {
      name = renameInPartsAtEveryRead(directory, name, key -> late.contains(key.name().toString()));
    }
  }

  @Test
  void aWarmListingIsTwoRoundTrips() {
    String deep = "/a/b/c/d/e/f";
    cluster.mkdirs(deep);
    cluster.createFile(deep + "/file");
    cluster.list(deep);
    TestCluster.Namenode nn = cluster.at(0);
    for (String path : List.of(deep, "/", "/a")) {
      cluster.list(path);
      nn.finished.clear();
      cluster.list(path);
      assertThat(nn.finished.stream().mapToInt(f -> f.stats().roundTrips()).sum())
          .as("listing %s", path)
          .isEqualTo(2);
    }
  }

  @Test
  void onlyMovesWithinADirectoryRaiseItsVersion() {
    makeFiles("/h/flat");
    cluster.mkdirs("/h/other");
    long before = version("/h/flat");
    cluster.createFile("/h/flat/new");
    rename("/h/flat/new", "/h/other/new");
    renamer.run(new Mkdirs(FsPath.parse("/h/flat/sub"), 0755, false), ROOT);
    assertThat(version("/h/flat")).isEqualTo(before);
    rename("/h/flat/sub", "/h/flat/sub2");
    assertThat(version("/h/flat")).isEqualTo(before + 1);
  }

  private long version(String path) {
    return cluster
        .at(0)
        .run(new GetStatus(FsPath.parse(path)), ROOT)
        .orElseThrow()
        .inode()
        .childrenVersion();
  }
}
