package io.warren.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.warren.migrate.edits.LocalEdits;
import io.warren.migrate.follow.Follower;
import io.warren.migrate.image.ImageException;
import io.warren.migrate.image.ImageFile;
import io.warren.migrate.load.ImageImport;
import io.warren.namespace.ErasureCodingPolicies;
import io.warren.namespace.LeaderFence;
import io.warren.namespace.Namespace;
import io.warren.store.Store;
import io.warren.store.TxOptions;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.tools.DFSck;
import org.apache.hadoop.io.erasurecode.ECSchema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Erasure-coded files come over from a stock NameNode, are followed, rehearsed, and go back. */
class CodedFilesTest {
  private static final String CODING = "XOR-2-1-1024k";
  private static final int DATANODES = 3;
  private static final int FOUND = 7;
  private static final int LEFT_OUT = 6;
  private static final int CELL = 1 << 20;
  private static final long TURN_NANOS = TimeUnit.SECONDS.toNanos(60);

  @TempDir private Path folder = Path.of("");

  private static org.apache.hadoop.fs.Path path(String name) {
    return new org.apache.hadoop.fs.Path(name);
  }

  private static byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    for (int i = 0; i < count; i++) {
      bytes[i] = (byte) (i * 31 + i / CELL);
    }
    return bytes;
  }

  private static void write(DistributedFileSystem files, String name, int count)
      throws IOException {
    try (FSDataOutputStream out = files.create(path(name), true, 4096, (short) 1, CELL)) {
      out.write(bytes(count));
    }
  }

  /** A group follows one that ends within a stripe. */
  private static void append(DistributedFileSystem files, String name, int count)
      throws IOException {
    EnumSet<CreateFlag> newBlock = EnumSet.of(CreateFlag.APPEND, CreateFlag.NEW_BLOCK);
    try (FSDataOutputStream out = files.append(path(name), newBlock, 4096, null)) {
      out.write(bytes(count));
    }
  }

  private static ErasureCodingPolicy added(int dataUnits) {
    return new ErasureCodingPolicy(new ECSchema("rs", dataUnits, 1), CELL);
  }

  private static void fill(DistributedFileSystem files) throws IOException {
    files.enableErasureCodingPolicy(CODING);
    files.enableErasureCodingPolicy("RS-10-4-1024k");
    files.disableErasureCodingPolicy("RS-6-3-1024k");
    files.addErasureCodingPolicies(new ErasureCodingPolicy[] {added(2), added(3)});
    files.removeErasureCodingPolicy(added(2).getName());
    files.mkdirs(path("/coded/below"));
    files.mkdirs(path("/coded/plain"));
    files.setErasureCodingPolicy(path("/coded"), CODING);
    files.setErasureCodingPolicy(path("/coded/plain"), "replication");
    files.setQuota(path("/coded"), 1_000, 1L << 40);
    write(files, "/coded/empty", 0);
    write(files, "/coded/small", 10);
    write(files, "/coded/below/large", 5 * CELL + 77);
    write(files, "/coded/plain/file", 10);
    write(files, "/coded/appended", 10);
    append(files, "/coded/appended", CELL + 1);
    write(files, "/replicated", 10);
    files.allowSnapshot(path("/coded"));
    files.createSnapshot(path("/coded"), "s");
    files.rename(path("/coded/small"), path("/coded/renamed"));
    files.delete(path("/coded/below"), true);
    files.unsetErasureCodingPolicy(path("/coded/plain"));
  }

  private static Map<String, String> policies(DistributedFileSystem files) throws IOException {
    Map<String, String> told = new TreeMap<>();
    files
        .getAllErasureCodingPolicies()
        .forEach(
            info ->
                told.put(
                    info.getPolicy().getName(), info.getPolicy().getId() + " " + info.getState()));
    return told;
  }

  private static Map<String, String> policies(Namespace namespace) {
    Map<String, String> told = new TreeMap<>();
    namespace
        .runner()
        .run(TxOptions.read("policies"), ErasureCodingPolicies::read)
        .all()
        .forEach(policy -> told.put(policy.name(), policy.id() + " " + policy.state()));
    return told;
  }

  private static void requireSame(StockFileSystem stock, Namespace namespace) throws IOException {
    Map<String, String> tree = SameTree.inImages(SameTree.uncounted(SameTree.of(stock)));
    assertThat(
            SameTree.differences(
                tree, SameTree.inImages(SameTree.uncounted(SameTree.of(namespace)))))
        .isEmpty();
    assertThat(
            SameTree.differences(
                SameTree.inImages(SameSnapshots.of(stock)), SameSnapshots.of(namespace)))
        .isEmpty();
    assertThat(policies(namespace)).isEqualTo(policies(stock.files()));
  }

  private static void follow(Path store, StockFileSystem stock) throws Exception {
    try (Store opened = EmbeddedStore.open(store, EmbeddedOptions.withoutSync());
        Namespace namespace = Stores.over(opened);
        Follower follower =
            new Follower(
                namespace,
                stock.names().toString(),
                Set.of(),
                () -> new LocalEdits(stock.names()))) {
      follower.turn(LeaderFence.NONE, TURN_NANOS);
      assertThat(follower.state().stoppedBy()).isNull();
      requireSame(stock, namespace);
    }
  }

  private JsonNode rehearsed(Path store, String... sources) throws IOException {
    Path report = folder.resolve("report.json");
    String[] arguments = {
      "--store",
      store.toString(),
      "--report",
      report.toString(),
      "--findings",
      folder.resolve("findings.jsonl").toString()
    };
    int code =
        RehearseTakeOver.commandLine()
            .execute(
                java.util.stream.Stream.of(List.of(arguments), List.of(sources))
                    .flatMap(List::stream)
                    .toArray(String[]::new));
    assertThat(code).as("exit code").isIn(0, FOUND);
    return new ObjectMapper().readTree(report.toFile());
  }

  private static String fsck(DistributedFileSystem files) throws Exception {
    ByteArrayOutputStream told = new ByteArrayOutputStream();
    new DFSck(files.getConf(), new PrintStream(told, true, StandardCharsets.UTF_8))
        .run(new String[] {"/", "-files", "-blocks", "-locations"});
    return told.toString(StandardCharsets.UTF_8);
  }

  @Test
  void theyComeOverAreFollowedAndGoBack() throws Exception {
    Path store;
    Map<String, String> last;
    Map<String, String> snapshots;
    try (StockFileSystem stock =
        StockFileSystem.withDatanodes(folder.resolve("stock"), DATANODES)) {
      fill(stock.files());
      store = Stores.imported(stock.saveImage(), folder.resolve("store"));
      follow(store, stock);
      write(stock.files(), "/coded/later", 3 * CELL);
      append(stock.files(), "/coded/later", 5);
      stock.files().delete(path("/coded/appended"), false);
      stock.files().setReplication(path("/coded/later"), (short) 3);
      stock.files().mkdirs(path("/second"));
      stock.files().setErasureCodingPolicy(path("/second"), CODING);
      stock.files().unsetErasureCodingPolicy(path("/coded"));
      stock.files().addErasureCodingPolicies(new ErasureCodingPolicy[] {added(4)});
      stock.files().enableErasureCodingPolicy(added(3).getName());
      follow(store, stock);
      last = SameTree.of(stock);
      snapshots = SameTree.inImages(SameSnapshots.of(stock));
    }
    Path names = folder.resolve("names");
    assertThat(Stores.export(store, names)).isIn(0, LEFT_OUT);
    try (StockFileSystem again =
        StockFileSystem.loading(names, folder.resolve("stock"), DATANODES)) {
      assertThat(
              SameTree.differences(
                  SameTree.uncounted(SameTree.inImages(last)),
                  SameTree.uncounted(SameTree.inImages(SameTree.of(again)))))
          .isEmpty();
      assertThat(SameTree.differences(snapshots, SameTree.inImages(SameSnapshots.of(again))))
          .isEmpty();
      try (FSDataInputStream in = again.files().open(path("/coded/.snapshot/s/below/large"))) {
        assertThat(in.readAllBytes()).isEqualTo(bytes(5 * CELL + 77));
      }
      try (FSDataInputStream in = again.files().open(path("/coded/later"))) {
        assertThat(in.readNBytes(3 * CELL)).isEqualTo(bytes(3 * CELL));
        assertThat(in.readAllBytes()).isEqualTo(bytes(5));
      }
      // No id is given again, also where the last group of all was deleted.
      write(again.files(), "/second/new", 3 * CELL);
      Path newer = again.saveImage();
      Path second = Stores.imported(newer, folder.resolve("second"));
      try (Store opened = EmbeddedStore.open(second, EmbeddedOptions.withoutSync());
          Namespace namespace = Stores.over(opened)) {
        assertThat(
                SameTree.differences(
                    SameTree.inImages(SameTree.uncounted(SameTree.of(again))),
                    SameTree.inImages(SameTree.uncounted(SameTree.of(namespace)))))
            .isEmpty();
      }
    }
  }

  @Test
  void aRehearsalKnowsTheUnitsOfGroups() throws Exception {
    Path stockFolder = folder.resolve("stock");
    Path list = folder.resolve("fsck");
    Path store;
    try (StockFileSystem stock = StockFileSystem.withDatanodes(stockFolder, DATANODES)) {
      stock.files().enableErasureCodingPolicy(CODING);
      stock.files().mkdirs(path("/coded"));
      stock.files().setErasureCodingPolicy(path("/coded"), CODING);
      write(stock.files(), "/coded/small", 10);
      write(stock.files(), "/coded/large", 5 * CELL + 77);
      write(stock.files(), "/replicated", 10);
      store = Stores.imported(stock.saveImage(), folder.resolve("store"));
      write(stock.files(), "/coded/newer", 10);
      Files.writeString(list, fsck(stock.files()));
    }
    String[] folders = {
      "--data", stockFolder.resolve("data").toString(),
      "--data", stockFolder.resolve("data1").toString(),
      "--data", stockFolder.resolve("data2").toString()
    };
    JsonNode all = rehearsed(store, folders);
    assertThat(all.path("verdict").asText()).isEqualTo("clean");
    // A cell and its parity; three groups, the last one full but for a byte; one plain copy.
    assertThat(all.at("/replicas_good").asLong()).isEqualTo(2 + 9 + 1);
    assertThat(all.at("/replicas_newer_than_store").asLong()).isEqualTo(2);
    JsonNode told = rehearsed(store, "--fsck", list.toString());
    assertThat(told.path("verdict").asText()).isEqualTo("clean");
    // Two of three datanodes have all data; one has not.
    JsonNode two = rehearsed(store, folders[0], folders[1], folders[2], folders[3]);
    assertThat(two.at("/findings/under_replicated/count").asLong()).isBetween(3L, 4L);
    JsonNode one = rehearsed(store, folders[0], folders[1]);
    assertThat(one.at("/findings/missing/count").asLong()).isGreaterThanOrEqualTo(3);
  }

  @Test
  void aPolicyThatIsNotBuiltInIsRefusedByPath() throws Exception {
    try (StockFileSystem stock = new StockFileSystem(folder.resolve("stock"), false)) {
      DistributedFileSystem files = stock.files();
      files.addErasureCodingPolicies(new ErasureCodingPolicy[] {added(2)});
      files.enableErasureCodingPolicy(added(2).getName());
      files.mkdirs(path("/top"));
      files.setErasureCodingPolicy(path("/top"), added(2).getName());
      files.create(path("/top/file")).close();
      Path image = stock.saveImage();
      try (Store store =
              EmbeddedStore.open(folder.resolve("store"), EmbeddedOptions.withoutSync());
          Namespace namespace = Stores.over(store)) {
        ImageImport refused =
            new ImageImport(ImageFile.open(image), namespace, false, written -> {});
        assertThatThrownBy(refused::run)
            .isInstanceOf(ImageException.class)
            .hasMessageContaining("path=/top/file")
            .hasMessageContaining("policy=" + added(2).getName());
      }
    }
  }
}
