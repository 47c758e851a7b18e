package io.warren.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.warren.namespace.Namespace;
import io.warren.store.Store;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.SafeModeAction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is renamed into a directory that was itself renamed away from its snapshots is in none of
 * them, though a stock NameNode does not note when it came.
 */
class ImportMovesTest {
  private static final int MOVES = Integer.getInteger("warren.import.moves", 450);
  private static final String PARTLY = "directories that HDFS lists in part in a snapshot";

  @TempDir private Path folder = Path.of("");

  private static org.apache.hadoop.fs.Path path(String text) {
    return new org.apache.hadoop.fs.Path(text);
  }

  private static void write(DistributedFileSystem files, String name) throws IOException {
    files.create(path(name)).close();
  }

  /** A directory with a snapshot, from which {@code d} was renamed to a place without any. */
  private static void moveAway(DistributedFileSystem files, String... children) throws IOException {
    files.mkdirs(path("/a/d"));
    files.mkdirs(path("/b"));
    for (String child : children) {
      write(files, "/a/d/" + child);
    }
    files.allowSnapshot(path("/a"));
    files.createSnapshot(path("/a"), "s");
    files.rename(path("/a/d"), path("/b/d"));
  }

  /** As the shell's {@code mv} does when its target is a directory. */
  private static void moveInto(DistributedFileSystem files, String name) throws IOException {
    write(files, "/b/" + name);
    assertThat(files.rename(path("/b/" + name), path("/b/d"))).isTrue();
  }

  /** The lines of the snapshots after an import of the image of a history. */
  private Map<String, String> imported(Path image) throws IOException {
    Path at = Stores.imported(image, folder.resolve("store"));
    try (Store store = EmbeddedStore.open(at, EmbeddedOptions.withoutSync());
        Namespace namespace = Stores.over(store)) {
      return SameSnapshots.of(namespace);
    }
  }

  private JsonNode report() throws IOException {
    return new ObjectMapper().readTree(Files.readString(folder.resolve("store.json")));
  }

  /** What another NameNode lists that starts from the image. */
  private Map<String, String> told(Path image) throws IOException {
    Path alone = Stores.imageAlone(image, folder.resolve("alone"));
    return toldFrom(alone);
  }

  private Map<String, String> toldFrom(Path names) throws IOException {
    try (StockFileSystem stock = StockFileSystem.loading(names, folder.resolve("stock"))) {
      stock.files().setSafeMode(SafeModeAction.SAFEMODE_LEAVE);
      return SameTree.inImages(SameSnapshots.of(stock));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {42})
  void whatWasRenamedIsInTheSameSnapshots(long seed) throws Exception {
    System.out.println("seed " + seed);
    Path image;
    try (StockFileSystem stock = new StockFileSystem(folder.resolve("stock"), false)) {
      StockMoves moves = new StockMoves(stock.files(), seed);
      for (int i = 0; i < MOVES; i++) {
        moves.step();
      }
      image = stock.saveImage();
    }
    assertThat(SameTree.differences(told(image), imported(image))).isEmpty();
  }

  /** Some stay, one goes on, one is deleted, one comes back, and the directory does, too. */
  @Test
  void whatCameLaterIsInNoEarlierSnapshot() throws Exception {
    Path image;
    try (StockFileSystem stock = new StockFileSystem(folder.resolve("stock"), false)) {
      DistributedFileSystem files = stock.files();
      moveAway(files);
      for (String name : new String[] {"stays", "goes", "dies", "returns"}) {
        moveInto(files, name);
      }
      files.rename(path("/b/d/goes"), path("/b/gone"));
      files.rename(path("/b/d/returns"), path("/b/returns"));
      files.rename(path("/b/returns"), path("/b/d/returns"));
      files.delete(path("/b/d/dies"), false);
      files.rename(path("/b/d"), path("/a/e"));
      files.createSnapshot(path("/a"), "t");
      files.delete(path("/a/e"), true);
      image = stock.saveImage();
    }
    Map<String, String> told = told(image);
    assertThat(told).containsKeys("/a/.snapshot/s/d", "/a/.snapshot/t/e/stays");
    assertThat(told).containsKey("/a/.snapshot/t/e/returns");
    assertThat(told.keySet()).noneMatch(what -> what.startsWith("/a/.snapshot/s/d/"));
    assertThat(SameTree.differences(told, imported(image))).isEmpty();
    assertThat(report().path("taken").has(PARTLY)).isFalse();
    Path names = folder.resolve("names");
    assertThat(Stores.export(folder.resolve("store"), names)).isZero();
    assertThat(SameTree.differences(told, toldFrom(names))).isEmpty();
  }

  /**
   * A NameNode lists as many names as there were, the first ones, and finds all of them by path: no
   * file of the snapshot is left out, and the report says that there may be others.
   */
  @Test
  void whatMayHaveComeLaterIsTakenAndCounted() throws Exception {
    Path image;
    try (StockFileSystem stock = new StockFileSystem(folder.resolve("stock"), false)) {
      moveAway(stock.files(), "m");
      moveInto(stock.files(), "a");
      image = stock.saveImage();
      assertThat(stock.files().listStatus(path("/a/.snapshot/s/d"))).hasSize(1);
      assertThat(stock.files().exists(path("/a/.snapshot/s/d/m"))).isTrue();
      assertThat(stock.files().exists(path("/a/.snapshot/s/d/a"))).isTrue();
    }
    assertThat(imported(image)).containsKeys("/a/.snapshot/s/d/m", "/a/.snapshot/s/d/a");
    assertThat(report().path("taken").path(PARTLY).asLong()).isEqualTo(1);
  }
}
