package io.warren.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.migrate.export.ImageExport;
import io.warren.migrate.export.LeftOut;
import io.warren.migrate.image.ImageFile;
import io.warren.migrate.image.ImageHeader;
import io.warren.migrate.image.ImageInodes;
import io.warren.model.Inode;
import io.warren.model.Name;
import io.warren.namespace.IdKind;
import io.warren.namespace.Namespace;
import io.warren.namespace.NamespaceFormat;
import io.warren.namespace.Partitioning;
import io.warren.store.Checkpoints.Checkpoint;
import io.warren.store.LockMode;
import io.warren.store.Store;
import io.warren.store.StoreException;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import io.warren.store.schema.Tables;
import io.warren.store.testkit.FaultInjectingStore;
import io.warren.store.testkit.FaultInjectingStore.Moment;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An export makes all of a name directory or nothing, and says why. */
class RefusedExportsTest {
  private static final int INODES = 30_000;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long WAIT_NANOS_MAX = TimeUnit.SECONDS.toNanos(60);

  @TempDir private Path folder = Path.of("");
  private Path store = Path.of("");
  private Path names = Path.of("");

  @BeforeEach
  void aFileSystem() {
    store = folder.resolve("store");
    names = folder.resolve("names");
    try (Store opened = open(store);
        Namespace namespace = Stores.over(opened)) {
      NamespaceFormat.formatIfEmpty(namespace);
    }
  }

  private static EmbeddedStore open(Path store) {
    return EmbeddedStore.open(store, EmbeddedOptions.withoutSync());
  }

  private List<String> arguments(Path from) {
    return List.of(
        "--store",
        from.toString(),
        "--names",
        names.toString(),
        "--report",
        folder.resolve("report.json").toString(),
        "--left-out",
        folder.resolve("left-out").toString());
  }

  /** What an export that is refused says; it leaves nothing but what was there. */
  private String refused(Path from) throws IOException {
    List<Path> before = children();
    StringWriter told = new StringWriter();
    int code =
        ExportImage.commandLine()
            .setErr(new PrintWriter(told))
            .execute(arguments(from).toArray(String[]::new));
    assertThat(code).isEqualTo(1);
    assertThat(children()).isEqualTo(before);
    return told.toString();
  }

  private int exported(Path from) {
    return ExportImage.commandLine().execute(arguments(from).toArray(String[]::new));
  }

  private List<Path> children() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.sorted().toList();
    }
  }

  @Test
  void aStoreThatIsServedIsLeftAlone() throws Exception {
    try (Store opened = open(store)) {
      assertThat(refused(store)).contains("has the metadata store open: stop it first");
    }
    assertThat(exported(store)).isZero();
  }

  @Test
  void whatIsAtThePlaceIsLeftAlone() throws Exception {
    Files.createDirectories(names.resolve("current"));
    Files.writeString(names.resolve("current/VERSION"), "somebody's");
    assertThat(refused(store)).contains("An export needs a folder that is not there yet");
    assertThat(names.resolve("current/VERSION")).hasContent("somebody's");
  }

  @Test
  void whatIsNoStoreIsNotMadeOne() throws Exception {
    assertThat(refused(folder.resolve("nowhere"))).contains("There is no store in this folder");
    Path empty = Files.createDirectories(folder.resolve("empty"));
    assertThat(refused(empty)).contains("There is no store in this folder");
    assertThat(empty).isEmptyDirectory();
    Path other = Files.createDirectories(folder.resolve("other"));
    Files.writeString(other.resolve("letter"), "dear");
    assertThat(refused(other)).contains("not a Warren metadata store");
    Path bare = folder.resolve("bare");
    open(bare).close();
    assertThat(refused(bare)).contains("The store holds no file system");
  }

  @Test
  void somethingElseBesideThePlaceIsLeftAlone() throws Exception {
    Path beside = Files.createDirectories(folder.resolve("names.exporting"));
    Files.writeString(beside.resolve("letter"), "dear");
    assertThat(refused(store)).contains("Something that no export has made");
    assertThat(beside.resolve("letter")).hasContent("dear");
  }

  @Test
  void anExportThatFailsLeavesNothing() throws Exception {
    fillStore(2_500);
    Path list = folder.resolve("left-out");
    try (Store inner = open(store)) {
      FaultInjectingStore failing = new FaultInjectingStore(inner);
      int failed = 0;
      for (int call = 1; ; call++) {
        failing.reset();
        failing.killAt(call, Moment.BEFORE, StoreException.Code.CLOSED);
        try (Namespace namespace = Stores.over(failing);
            LeftOut leftOut = LeftOut.into(list)) {
          ImageExport export = new ImageExport(namespace, leftOut, written -> {});
          if (!fails(export)) {
            break;
          }
          failed++;
          assertThat(children()).containsExactlyInAnyOrder(store, list);
        }
      }
      assertThat(failed).isGreaterThan(20);
    }
    assertThat(names.resolve("current/VERSION")).exists();
  }

  private boolean fails(ImageExport export) throws IOException {
    try {
      export.run(names);
      return false;
    } catch (StoreException e) {
      return true;
    }
  }

  private void fillStore(int inodes) {
    try (Store opened = open(store);
        Namespace namespace = Stores.over(opened)) {
      TransactionRunner runner = namespace.runner();
      long firstId = namespace.ids().next(IdKind.INODE);
      int batch = 1_000;
      for (int from = 0; from < inodes; from += batch) {
        int begin = from;
        runner.run(
            TxOptions.write("fill"),
            tx -> {
              Inode root =
                  Objects.requireNonNull(
                      tx.get(Tables.INODES, Partitioning.ROOT_KEY, LockMode.SHARED));
              for (int i = begin; i < Math.min(inodes, begin + batch); i++) {
                Name name = Name.of("directory-" + i);
                tx.insert(
                    Tables.INODES,
                    root.toBuilder()
                        .partitionId(Partitioning.childKey(root, name).partitionId())
                        .parentId(root.id())
                        .name(name)
                        .id(firstId + i)
                        .build());
              }
              return true;
            });
      }
    }
  }

  @Test
  void whatAKilledExportLeavesIsReplaced() throws Exception {
    fillStore(INODES);
    Process killed =
        new ProcessBuilder(
                Stream.concat(
                        Stream.of(
                            Path.of(System.getProperty("java.home"), "bin/java").toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            ExportImage.class.getName()),
                        arguments(store).stream())
                    .toList())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("told").toFile())
            .start();
    Path unfinished = folder.resolve("names.exporting");
    long deadlineNanos = System.nanoTime() + WAIT_NANOS_MAX;
    while (!Files.exists(unfinished.resolve("open-files.part")) && killed.isAlive()) {
      assertThat(System.nanoTime()).isLessThan(deadlineNanos);
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    killed.destroyForcibly().waitFor();
    assertThat(unfinished).exists();
    assertThat(names).doesNotExist();
    assertThat(folder.resolve("report.json")).doesNotExist();
    assertThat(exported(store)).isZero();
    assertThat(unfinished).doesNotExist();
    assertThat(folder.resolve("left-out.part")).doesNotExist();
    ImageFile image = ImageFile.open(image());
    assertThat(image.verified()).isTrue();
    long[] found = {0};
    ImageInodes.forEach(image, inode -> found[0]++);
    assertThat(found[0]).isEqualTo(INODES + 1);
  }

  private Path image() throws IOException {
    try (Stream<Path> files = Files.list(names.resolve("current"))) {
      return files
          .filter(file -> file.getFileName().toString().matches("fsimage_\\d{19}"))
          .findFirst()
          .orElseThrow();
    }
  }

  /** Blocks were given since the copy was made, which datanodes have. */
  @Test
  void aCopyOfARunningStoreGivesNoNumberAgain() throws Exception {
    Path copy = folder.resolve("copy");
    long lastBlock;
    try (EmbeddedStore opened = open(store);
        Namespace namespace = Stores.over(opened)) {
      namespace.ids().next(IdKind.BLOCK);
      Checkpoint made = opened.checkpoints().take();
      try (Stream<Path> files = Files.walk(made.folder())) {
        for (Path file : files.toList()) {
          Files.copy(file, copy.resolve(made.folder().relativize(file).toString()));
        }
      }
      lastBlock = namespace.ids().nextAbove(IdKind.BLOCK, 5_000_000_000L);
      assertThat(exported(copy)).isZero();
    }
    assertThat(ImageHeader.read(ImageFile.open(image())).lastBlockId())
        .isGreaterThanOrEqualTo(lastBlock);
  }
}
