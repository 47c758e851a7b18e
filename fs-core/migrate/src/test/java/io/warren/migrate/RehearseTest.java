package io.warren.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.tools.DFSck;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** A rehearsal tells what a stock datanode has of an imported store, and changes neither. */
class RehearseTest {
  private static final int FILES = 6;
  private static final int BLOCKS_EACH = 3;
  private static final int BLOCKS = FILES * BLOCKS_EACH;

  @TempDir private static Path folder = Path.of("");
  private static Path store = Path.of("");
  private static Path data = Path.of("");
  private static Path fsck = Path.of("");

  @TempDir private Path own = Path.of("");

  @BeforeAll
  static void aStockFileSystemThatIsImported() throws Exception {
    Path image;
    data = folder.resolve("stock/data");
    fsck = folder.resolve("fsck");
    try (StockFileSystem stock = new StockFileSystem(folder.resolve("stock"), false)) {
      DistributedFileSystem files = stock.files();
      for (int i = 0; i < FILES; i++) {
        write(files, "/some/file" + i, 2_500);
      }
      image = stock.saveImage();
      // Made after the image: nothing that the store could know.
      write(files, "/some/newer", 10);
      ByteArrayOutputStream told = new ByteArrayOutputStream();
      new DFSck(files.getConf(), new PrintStream(told, true, StandardCharsets.UTF_8))
          .run(new String[] {"/", "-files", "-blocks", "-locations"});
      Files.write(fsck, told.toByteArray());
    }
    store = Stores.imported(image, folder.resolve("store"));
  }

  private static void write(DistributedFileSystem files, String name, int bytes)
      throws IOException {
    var path = new org.apache.hadoop.fs.Path(name);
    try (FSDataOutputStream out = files.create(path, true, 4096, (short) 1, 1024)) {
      out.write(new byte[bytes]);
    }
  }

  private record Told(int code, String complaint, Path report, Path findings) {
    JsonNode json() throws IOException {
      return new ObjectMapper().readTree(report.toFile());
    }

    List<JsonNode> lines() throws IOException {
      List<JsonNode> lines = new ArrayList<>();
      for (String line : Files.readAllLines(findings)) {
        lines.add(new ObjectMapper().readTree(line));
      }
      return lines;
    }

    long count(String finding) throws IOException {
      return json().at("/findings/" + finding + "/count").asLong(-1);
    }
  }

  private Told rehearse(String option, Path source) {
    StringWriter complaint = new StringWriter();
    CommandLine line = RehearseTakeOver.commandLine();
    line.setErr(new PrintWriter(complaint));
    Path report = own.resolve("report.json");
    Path findings = own.resolve("findings.jsonl");
    int code =
        line.execute(
            "--store",
            store.toString(),
            option,
            source.toString(),
            "--report",
            report.toString(),
            "--findings",
            findings.toString());
    return new Told(code, complaint.toString(), report, findings);
  }

  /** The datanode's data folder, to be changed. */
  private Path copied() throws IOException {
    Path copy = own.resolve("data");
    for (Path each : walked(data)) {
      Path to = copy.resolve(data.relativize(each).toString());
      if (Files.isDirectory(each)) {
        Files.createDirectories(to);
      } else {
        Files.copy(each, to);
      }
    }
    return copy;
  }

  private static List<Path> walked(Path at) throws IOException {
    try (Stream<Path> all = Files.walk(at)) {
      return all.sorted().toList();
    }
  }

  private static List<Path> blockFiles(Path at) throws IOException {
    return walked(at).stream()
        .filter(file -> file.getFileName().toString().matches("blk_\\d+"))
        .toList();
  }

  private static Path meta(Path block) throws IOException {
    try (Stream<Path> beside = Files.list(block.getParent())) {
      return beside
          .filter(file -> file.toString().startsWith(block + "_"))
          .findFirst()
          .orElseThrow();
    }
  }

  /** As find prints it at the datanode. */
  private Path listed(boolean whole) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (Path each : walked(data)) {
      if (each.getFileName().toString().startsWith("blk_")) {
        lines.append(each).append(' ').append(Files.size(each)).append('\n');
      }
    }
    return Files.writeString(own.resolve("list"), lines + (whole ? "end\n" : ""));
  }

  private static List<String> state(Path at) throws IOException {
    return walked(at).stream()
        .map(
            file -> {
              try {
                return file + " " + Files.size(file) + " " + Files.getLastModifiedTime(file);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            })
        .toList();
  }

  @Test
  void aWholeDatanodeIsClean() throws Exception {
    List<String> before = state(data);
    Told told = rehearse("--data", data);
    assertThat(told.complaint()).isEmpty();
    assertThat(told.code()).isZero();
    JsonNode json = told.json();
    assertThat(json.get("verdict").asText()).isEqualTo("clean");
    assertThat(json.get("blocks").asInt()).isEqualTo(BLOCKS);
    assertThat(json.get("replicas_good").asInt()).isEqualTo(BLOCKS);
    assertThat(json.get("replicas_newer_than_store").asInt()).isEqualTo(1);
    assertThat(told.lines()).isEmpty();
    assertThat(state(data)).isEqualTo(before);
  }

  @Test
  void listsSayTheSame() throws Exception {
    for (Told told : List.of(rehearse("--list", listed(true)), rehearse("--fsck", fsck))) {
      assertThat(told.complaint()).isEmpty();
      assertThat(told.code()).isZero();
      assertThat(told.json().get("replicas_good").asInt()).isEqualTo(BLOCKS);
      assertThat(told.json().get("replicas_newer_than_store").asInt()).isEqualTo(1);
    }
  }

  @Test
  void eachFaultIsFound() throws Exception {
    Path copy = copied();
    List<Path> blocks = blockFiles(copy);
    // Missing.
    Files.delete(meta(blocks.get(0)));
    Files.delete(blocks.get(0));
    // Too short.
    Files.write(blocks.get(1), new byte[7]);
    // Of an older writer, and without any stamp.
    Path old = meta(blocks.get(2));
    Files.move(old, old.resolveSibling(blocks.get(2).getFileName() + "_7.meta"));
    Files.delete(meta(blocks.get(3)));
    // Nobody's.
    Files.write(blocks.get(4).resolveSibling("blk_77"), new byte[5]);
    Files.write(blocks.get(4).resolveSibling("blk_77_1001.meta"), new byte[5]);
    // Never ended.
    Path unfinished = blocks.get(5);
    Path rbw = walked(copy).stream().filter(path -> path.endsWith("rbw")).findFirst().orElseThrow();
    Files.move(meta(unfinished), rbw.resolve(meta(unfinished).getFileName()));
    Files.move(unfinished, rbw.resolve(unfinished.getFileName()));
    Told told = rehearse("--data", copy);
    assertThat(told.code()).isEqualTo(RehearseTakeOver.EXIT_FOUND);
    assertThat(told.json().get("verdict").asText()).isEqualTo("blocks_missing");
    assertThat(told.count("missing")).isEqualTo(5);
    assertThat(told.count("wrong_length")).isEqualTo(1);
    assertThat(told.count("wrong_stamp")).isEqualTo(2);
    assertThat(told.count("unfinished")).isEqualTo(1);
    assertThat(told.count("extra")).isEqualTo(1);
    assertThat(told.count("under_replicated")).isZero();
    assertThat(told.json().get("replicas_good").asInt()).isEqualTo(BLOCKS - 5);
    assertThat(told.lines()).hasSize(10);
    assertThat(told.lines())
        .filteredOn(line -> line.get("what").asText().equals("wrong_length"))
        .singleElement()
        .satisfies(
            line -> {
              assertThat(line.get("path").asText()).startsWith("/some/file");
              assertThat(line.get("length_bytes").asInt()).isEqualTo(7);
              assertThat(line.get("expected_length_bytes").asInt()).isEqualTo(1024);
            });
  }

  @Test
  void aBlockThatFsckMissesIsMissing() throws Exception {
    List<String> lines = new ArrayList<>(Files.readAllLines(fsck));
    int first = 0;
    while (!lines.get(first).startsWith("0. BP-")) {
      first++;
    }
    lines.set(first, lines.get(first).replaceAll(" Live_repl=.*", " MISSING!"));
    Told told = rehearse("--fsck", Files.write(own.resolve("fsck"), lines));
    assertThat(told.code()).isEqualTo(RehearseTakeOver.EXIT_FOUND);
    assertThat(told.count("missing")).isEqualTo(1);
  }

  @Test
  void whatCannotBeComparedIsRefused() throws Exception {
    assertRefused(rehearse("--data", own), "no datanode's data folder");
    assertRefused(rehearse("--list", listed(false)), "is not \"end\"");
    String text = Files.readString(fsck);
    Path cut = Files.writeString(own.resolve("cut"), text.substring(0, text.length() / 2));
    assertRefused(rehearse("--fsck", cut), "verdict on / is not at its end");
    Path part =
        Files.writeString(own.resolve("part"), text.replace("under path '/'", "under path '/a'"));
    assertRefused(rehearse("--fsck", part), "of a part of the file system");
    Path foreign = Files.writeString(own.resolve("foreign"), text.replace("BP-", "BP-9"));
    assertRefused(rehearse("--fsck", foreign), "another block pool");
    Path foreignList =
        Files.writeString(own.resolve("l"), Files.readString(listed(true)).replace("BP-", "BP-9"));
    assertRefused(rehearse("--list", foreignList), "another block pool");
    assertRefused(
        rehearse("--list", Files.writeString(own.resolve("odd"), "nonsense\nend\n")),
        "A line is not a block's file");
  }

  @Test
  void foldersOfOthersAreRefused() throws Exception {
    Path copy = copied();
    Path version = copy.resolve("current/VERSION");
    String good = Files.readString(version);
    Files.writeString(version, good.replaceAll("layoutVersion=.*", "layoutVersion=-56"));
    assertRefused(rehearse("--data", copy), "another layout");
    Files.writeString(version, good.replaceAll("clusterID=.*", "clusterID=CID-other"));
    assertRefused(rehearse("--data", copy), "of another file system");
    Files.writeString(version, good);
    Path pool;
    try (Stream<Path> pools = Files.list(copy.resolve("current"))) {
      pool = pools.filter(Files::isDirectory).findFirst().orElseThrow();
    }
    Files.move(pool, pool.resolveSibling("BP-1-other-2"));
    Told told = rehearse("--data", copy);
    assertRefused(told, "its block pools are others");
    assertThat(told.complaint()).contains("BP-1-other-2");
  }

  private static void assertRefused(Told told, String complaint) {
    assertThat(told.complaint()).contains(complaint);
    assertThat(told.code()).isEqualTo(1);
    assertThat(told.report()).doesNotExist();
    assertThat(told.findings()).doesNotExist();
  }
}
