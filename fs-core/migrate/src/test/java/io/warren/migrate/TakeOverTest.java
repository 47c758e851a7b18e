package io.warren.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.namespace.CallContext;
import io.warren.namespace.Following;
import io.warren.namespace.FsPath;
import io.warren.namespace.LeaderFence;
import io.warren.namespace.Namespace;
import io.warren.namespace.operation.Mkdirs;
import io.warren.namespace.upkeep.Housekeeping;
import io.warren.store.Store;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.qjournal.MiniJournalCluster;
import org.apache.hadoop.util.ExitUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** A store is taken over from a stock NameNode with its last edits, and back. */
class TakeOverTest {
  @TempDir private Path folder = Path.of("");

  private record Told(int code, String complaint) {}

  private static Told run(String command, Path store, String... more) {
    StringWriter complaint = new StringWriter();
    CommandLine line = TakeOver.commandLine();
    line.setErr(new PrintWriter(complaint));
    String[] arguments = new String[more.length + 3];
    arguments[0] = command;
    arguments[1] = "--store";
    arguments[2] = store.toString();
    System.arraycopy(more, 0, arguments, 3, more.length);
    int code = line.execute(arguments);
    return new Told(code, complaint.toString());
  }

  private static void assertDone(Told told) {
    assertThat(told.complaint()).isEmpty();
    assertThat(told.code()).isZero();
  }

  private static org.apache.hadoop.fs.Path path(String name) {
    return new org.apache.hadoop.fs.Path(name);
  }

  private static boolean follows(Path store) {
    try (Store opened = EmbeddedStore.open(store, EmbeddedOptions.withoutSync())) {
      TransactionRunner runner = new TransactionRunner(opened, TransactionRunner.Listener.NONE);
      boolean isTaken =
          runner.run(TxOptions.read("taken_over"), tx -> Following.takenOver(tx).isPresent());
      boolean follows =
          runner.run(TxOptions.read("followed_source"), tx -> Following.source(tx).isPresent());
      assertThat(isTaken).isNotEqualTo(follows);
      return follows;
    }
  }

  private static void change(Path store) {
    try (Store opened = EmbeddedStore.open(store, EmbeddedOptions.withoutSync());
        Namespace namespace = Stores.over(opened)) {
      namespace.run(new Mkdirs(FsPath.parse("/ours"), 0755, true), CallContext.system("root"));
    }
  }

  @Test
  void theLastEditsAreTakenAndTheWayBackIsOpenUntilAChange() throws Exception {
    Path store;
    Path names = folder.resolve("stock/name");
    Map<String, String> last;
    try (StockFileSystem stock = new StockFileSystem(folder.resolve("stock"), false)) {
      stock.files().mkdirs(path("/before"));
      store = Stores.imported(stock.saveImage(), folder.resolve("store"));
      stock.files().mkdirs(path("/after"));
      stock.files().create(path("/after/file"), (short) 1).close();
      stock.files().create(path("/gone/below/file"), (short) 1).close();
      stock.files().delete(path("/gone"), true);
      last = SameTree.of(stock);
    }
    String edits = names.toString();
    assertThat(run("catch-up", store).complaint()).contains("say where the edits are");
    for (int again = 0; again < 2; again++) {
      assertDone(run("catch-up", store, "--edits", edits, "--quiet-ms", "0"));
      assertDone(run("catch-up", store, "--quiet-ms", "0"));
      assertDone(run("end", store));
      // As after a kill behind its last write.
      assertDone(run("end", store));
      assertThat(follows(store)).isFalse();
      try (Store opened = EmbeddedStore.open(store, EmbeddedOptions.withoutSync());
          Namespace namespace = Stores.over(opened)) {
        assertThat(SameTree.differences(last, SameTree.of(namespace))).isEmpty();
        // What the old one deleted is no change of ours.
        new Housekeeping(namespace).run(LeaderFence.NONE);
      }
      assertDone(run("back", store));
      assertDone(run("back", store));
      assertThat(follows(store)).isTrue();
    }
    // The old one goes on meanwhile, and is taken over with what it has then.
    try (StockFileSystem stock = StockFileSystem.loading(names, folder.resolve("stock"))) {
      stock.files().mkdirs(path("/later"));
      last = SameTree.of(stock);
    }
    assertDone(run("catch-up", store, "--quiet-ms", "0"));
    assertDone(run("end", store));
    try (Store opened = EmbeddedStore.open(store, EmbeddedOptions.withoutSync());
        Namespace namespace = Stores.over(opened)) {
      assertThat(SameTree.differences(last, SameTree.of(namespace))).isEmpty();
    }
    change(store);
    Told refused = run("back", store);
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.complaint()).contains("Files were changed since the take-over");
    assertThat(follows(store)).isFalse();
    assertThat(exportedTransaction(store)).isGreaterThan(claimsMax(store));
  }

  private static long claimsMax(Path store) {
    try (Store opened = EmbeddedStore.open(store, EmbeddedOptions.withoutSync())) {
      TransactionRunner runner = new TransactionRunner(opened, TransactionRunner.Listener.NONE);
      return runner.run(
          TxOptions.read("taken_over"),
          tx -> Following.claimsMax(Following.takenOver(tx).orElseThrow()));
    }
  }

  /** Datanodes obey the exported one when its number is behind all by which they were claimed. */
  private long exportedTransaction(Path store) throws IOException {
    Path names = folder.resolve("exported");
    assertThat(Stores.export(store, names)).isZero();
    try (Stream<Path> files = Files.list(names.resolve("current"))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.matches("fsimage_\\d+"))
          .mapToLong(name -> Long.parseLong(name.substring("fsimage_".length())))
          .max()
          .orElseThrow();
    }
  }

  @Test
  void aNamenodeThatStillWritesIsNotTakenOver() throws Exception {
    try (StockFileSystem stock = new StockFileSystem(folder.resolve("stock"), false)) {
      Path store = Stores.imported(stock.saveImage(), folder.resolve("store"));
      AtomicBoolean isOver = new AtomicBoolean();
      Thread writer =
          new Thread(
              () -> {
                for (int i = 0; !isOver.get(); i++) {
                  try {
                    stock.files().mkdirs(path("/still/" + i));
                    TimeUnit.MILLISECONDS.sleep(20);
                  } catch (Exception e) {
                    throw new IllegalStateException(e);
                  }
                }
              });
      writer.start();
      try {
        Told refused =
            run(
                "catch-up",
                store,
                "--edits",
                folder.resolve("stock/name").toString(),
                "--quiet-ms",
                "500");
        assertThat(refused.complaint()).contains("still writes");
        assertThat(refused.code()).isEqualTo(1);
      } finally {
        isOver.set(true);
        writer.join();
      }
    }
  }

  /** The JournalNodes have not heard yet that the last edits are a majority's. */
  @Test
  void theLastEditsOfJournalNodesAreTakenAndTheirWriterIsShutOut() throws Exception {
    try (MiniJournalCluster journals =
        new MiniJournalCluster.Builder(new HdfsConfiguration())
            .baseDir(folder.resolve("journals").toString())
            .numJournalNodes(3)
            .build()) {
      journals.waitActive();
      String location = journals.getQuorumJournalURI("history").toString();
      StockFileSystem stock =
          new StockFileSystem(folder.resolve("stock"), false, URI.create(location));
      stock.files().mkdirs(path("/before"));
      Path store = Stores.imported(stock.saveImage(), folder.resolve("store"));
      stock.files().mkdirs(path("/finished"));
      stock.rollEdits();
      stock.files().mkdirs(path("/last"));

      Path another = folder.resolve("another");
      Files.createDirectories(another.resolve("current"));
      Told refused = catchUp(store, another, "--edits", location);
      assertThat(refused.complaint()).contains("None of the name directories is of the namenode");
      // Nothing was changed by that: the namenode goes on.
      stock.files().mkdirs(path("/later"));
      Map<String, String> last = SameTree.of(stock);

      journals.getJournalNode(0).stopAndJoin(0);
      assertDone(catchUp(store, folder.resolve("stock/name")));
      try (Store opened = EmbeddedStore.open(store, EmbeddedOptions.withoutSync());
          Namespace namespace = Stores.over(opened)) {
        assertThat(SameTree.differences(last, SameTree.of(namespace))).isEmpty();
      }
      ExitUtil.disableSystemExit();
      assertThatThrownBy(() -> stock.files().mkdirs(path("/too-late")))
          .hasMessageContaining("terminate");
      assertDone(catchUp(store, folder.resolve("stock/name")));
    }
  }

  private static Told catchUp(Path store, Path names, String... more) {
    List<String> arguments =
        new ArrayList<>(List.of("--names", names.toString(), "--quiet-ms", "0"));
    arguments.addAll(List.of(more));
    return run("catch-up", store, arguments.toArray(String[]::new));
  }

  @Test
  void editsThatAreGoneRefuseTheTakeOver() throws Exception {
    Path store;
    try (StockFileSystem stock = new StockFileSystem(folder.resolve("stock"), false)) {
      store = Stores.imported(stock.saveImage(), folder.resolve("store"));
    }
    Told refused = run("catch-up", store, "--edits", folder.resolve("nowhere").toString());
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.complaint()).contains("The last edits can't be applied");
  }
}
