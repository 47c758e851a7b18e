package io.warren.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.DirectoryTotals;
import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.namespace.Partitioning;
import io.warren.namespace.Tally;
import io.warren.namespace.TotalsState;
import io.warren.store.LockMode;
import io.warren.store.Scan;
import io.warren.store.Store;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import io.warren.store.schema.Tables;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What is loaded is a tree as the namenodes would have made it. */
class NamespaceLoadTest {
  @TempDir private Path folder = Path.of("");

  private Map<String, Inode> load(String... arguments) {
    Path store = folder.resolve("store");
    String[] all = new String[arguments.length + 2];
    System.arraycopy(arguments, 0, all, 2, arguments.length);
    all[0] = "--store";
    all[1] = store.toString();
    assertThat(new CommandLine(new NamespaceLoad()).execute(all)).isZero();
    try (Store opened = EmbeddedStore.open(store, EmbeddedOptions.withoutSync())) {
      TransactionRunner runner = new TransactionRunner(opened, TransactionRunner.Listener.NONE);
      return runner.run(TxOptions.read("read_all"), tx -> byPath(inodes(tx)));
    }
  }

  private static List<Inode> inodes(Tx tx) {
    List<Inode> inodes =
        tx.scan(Scan.index(Tables.INODES, Tables.INODES_BY_ID, Scan.LIMIT_MAX).above(0L));
    for (Inode inode : inodes) {
      InodeKey key = inode.key();
      assertThat(tx.get(Tables.INODES, key, LockMode.READ_COMMITTED)).isEqualTo(inode);
    }
    return inodes;
  }

  private static Map<String, Inode> byPath(List<Inode> inodes) {
    Map<Long, Inode> byId = new HashMap<>();
    inodes.forEach(inode -> assertThat(byId.put(inode.id(), inode)).isNull());
    Map<String, Inode> byPath = new TreeMap<>();
    for (Inode inode : inodes) {
      String path = "";
      Inode at = inode;
      while (!at.isRoot()) {
        path = "/" + at.name() + path;
        Inode parent = Objects.requireNonNull(byId.get(at.parentId()));
        assertThat(parent.isDirectory()).isTrue();
        assertThat(Partitioning.childKey(parent, at.name())).isEqualTo(at.key());
        at = parent;
      }
      byPath.put(path, inode);
    }
    return byPath;
  }

  @Test
  void aListBecomesATreeAndRepeatsUntilItSuffices() throws Exception {
    Path list = folder.resolve("list");
    Files.writeString(
        list,
        "usr/bin/ls    utils/coreutils\n"
            + "usr/share/doc/a b/README  doc/a,doc/b\n"
            + "usr/bin/ls    utils/other\n"
            + "bad/../path x/y\n"
            + "/usr/bin/ls\n",
        StandardCharsets.UTF_8);
    Map<String, Inode> tree = load("--inodes", "16", "--paths", list.toString());
    assertThat(tree.keySet())
        .contains("/usr/bin/ls", "/usr/share/doc/a b/README", "/copy-1/usr/bin/ls")
        .allMatch(path -> path.isEmpty() || path.startsWith("/usr") || path.startsWith("/copy-"));
    Inode file = Objects.requireNonNull(tree.get("/usr/bin/ls"));
    assertThat(file.isFile()).isTrue();
    assertThat(file.sizeBytes()).isPositive();
  }

  @Test
  void aDirectoryTakesThePlaceOfAFile() throws Exception {
    Path list = folder.resolve("list");
    Files.writeString(list, "opt/x a/b\nopt/x/y c/d\nopt/x e/f\n", StandardCharsets.UTF_8);
    Map<String, Inode> tree = load("--inodes", "9", "--paths", list.toString());
    assertThat(Objects.requireNonNull(tree.get("/opt/x")).isDirectory()).isTrue();
    assertThat(Objects.requireNonNull(tree.get("/opt/x/y")).isFile()).isTrue();
  }

  @Test
  void aGeneratedTreeIsTheSameForTheSameSeed() {
    Map<String, Inode> tree = load("--inodes", "3000", "--seed", "5");
    assertThat(tree).hasSizeBetween(3000, 3010);
    assertThat(tree.keySet()).anyMatch(path -> path.startsWith("/warehouse/"));
    GeneratedPaths again = new GeneratedPaths(5);
    for (int i = 0; i < 100; i++) {
      assertThat(tree).containsKey(again.next());
    }
  }

  /** The leader need not count what the loader knows. */
  @Test
  void theTotalsOfDirectoriesAreLoadedToo() {
    Map<String, Inode> tree = load("--inodes", "400", "--below", "/a,/b");
    try (Store opened =
        EmbeddedStore.open(folder.resolve("store"), EmbeddedOptions.withoutSync())) {
      TransactionRunner runner = new TransactionRunner(opened, TransactionRunner.Listener.NONE);
      Map<String, Tally> below =
          runner.run(
              TxOptions.read("read_totals"),
              tx -> {
                assertThat(TotalsState.isCounted(tx)).isTrue();
                Map<String, Tally> found = new TreeMap<>();
                tree.forEach(
                    (path, inode) -> {
                      if (inode.isDirectory()) {
                        DirectoryTotals row =
                            Objects.requireNonNull(
                                tx.get(
                                    Tables.DIRECTORY_TOTALS, inode.id(), LockMode.READ_COMMITTED));
                        found.put(path, Tally.decoded(row.below()));
                      }
                    });
                return found;
              });
      assertThat(below).containsKeys("", "/a", "/b");
      below.forEach(
          (path, tally) ->
              assertThat(tally)
                  .as(path)
                  .isEqualTo(
                      tree.entrySet().stream()
                          .filter(e -> e.getKey().startsWith(path + "/"))
                          .map(e -> Tally.of(e.getValue()))
                          .reduce(Tally.NOTHING, Tally::plus)));
    }
  }

  @Test
  void linesThatNameNoFileAreLeftOut() {
    assertThat(ListedPaths.path("usr/bin/x  admin/x")).isEqualTo("/usr/bin/x");
    assertThat(ListedPaths.path("etc/a b\tadmin/x,libs/y")).isEqualTo("/etc/a b");
    assertThat(ListedPaths.path("/plain/path")).isEqualTo("/plain/path");
    assertThat(ListedPaths.path("")).isNull();
    assertThat(ListedPaths.path("a/./b")).isNull();
    assertThat(ListedPaths.path("n".repeat(256))).isNull();
  }
}
