package io.warren.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.namenode.service.NamenodeSpec;
import io.warren.namespace.Following;
import io.warren.namespace.Following.Position;
import io.warren.namespace.Following.Source;
import io.warren.namespace.Following.TakenOver;
import io.warren.store.Store;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.server.namenode.SafeModeException;
import org.apache.hadoop.hdfs.tools.offlineEditsViewer.OfflineEditsViewer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Namenodes over a store that follows a stock HDFS: they read its edits, and change nothing. */
class FollowingTest {
  private static final String EDITS =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <EDITS>
        <EDITS_VERSION>-67</EDITS_VERSION>
        <RECORD><OPCODE>OP_START_LOG_SEGMENT</OPCODE><DATA><TXID>1</TXID></DATA></RECORD>
        <RECORD><OPCODE>OP_MKDIR</OPCODE><DATA>
          <TXID>2</TXID><LENGTH>0</LENGTH><INODEID>16399</INODEID><PATH>/followed</PATH>
          <TIMESTAMP>1700000000000</TIMESTAMP>
          <PERMISSION_STATUS>
            <USERNAME>ann</USERNAME><GROUPNAME>staff</GROUPNAME><MODE>493</MODE>
          </PERMISSION_STATUS>
        </DATA></RECORD>
        <RECORD><OPCODE>OP_END_LOG_SEGMENT</OPCODE><DATA><TXID>3</TXID></DATA></RECORD>
      </EDITS>
      """;

  @TempDir private Path home = Path.of("");
  private final Configuration conf = new HdfsConfiguration(false);

  @BeforeEach
  void leadQuickly() {
    conf.setInt("warren.leader.services.interval-ms", 10);
  }

  /** As after an import, with edits of a NameNode in a folder; `paused`: these are left there. */
  private void following(boolean paused) throws Exception {
    NamenodeProcess.start(home, conf, specs()).close();
    Path edits = Files.createDirectories(home.resolve("edits"));
    Path xml = Files.writeString(home.resolve("edits.xml"), EDITS);
    String name = "edits_0000000000000000001-0000000000000000003";
    int code =
        new OfflineEditsViewer()
            .go(
                xml.toString(),
                edits.resolve(name).toString(),
                "binary",
                new OfflineEditsViewer.Flags(),
                null);
    assertThat(code).isZero();
    try (Store store = EmbeddedStore.open(home.resolve("store"), EmbeddedOptions.defaults())) {
      TransactionRunner runner = new TransactionRunner(store, TransactionRunner.Listener.NONE);
      runner.run(
          TxOptions.write("begin"),
          tx -> {
            Following.moveTo(tx, new Position(0, 0, 0));
            Following.begin(tx, new Source(edits.toString(), Set.of()));
            Following.pause(tx, paused);
            return true;
          });
    }
  }

  private static List<NamenodeSpec> specs() {
    return List.of(NamenodeSpec.parse("nn1,127.0.0.1:0,127.0.0.1:0"));
  }

  @Test
  void editsComeInAndClientsOnlyRead() throws Exception {
    following(false);
    try (NamenodeProcess process = NamenodeProcess.start(home, conf, specs())) {
      try (DistributedFileSystem files = client(process)) {
        var directory = new org.apache.hadoop.fs.Path("/followed");
        RunningCluster.await("the edits to be applied", () -> exists(files, directory));
        assertThat(files.getFileStatus(directory).getOwner()).isEqualTo("ann");
        assertThat(files.getClient().getFileInfo("/followed").getFileId()).isEqualTo(16399);
        assertThat(files.isInSafeMode()).isTrue();
        assertThatThrownBy(() -> files.mkdirs(new org.apache.hadoop.fs.Path("/mine")))
            .isInstanceOf(SafeModeException.class)
            .hasMessageContaining("follows the edits");
      }
      String metrics = get(process, "/metrics");
      assertThat(metrics)
          .contains("warren_follow_lag_transactions{")
          .contains("warren_follow_lag_seconds{");
      assertThat(get(process, "/admin/v1/follow"))
          .contains("\"applied_transaction\":3")
          .contains("\"lag_transactions\":0")
          .contains("\"stopped_by\":null");
    }
  }

  @Test
  void editsAreLeftWhereTheyAreUntilItGoesOn() throws Exception {
    following(true);
    var directory = new org.apache.hadoop.fs.Path("/followed");
    try (NamenodeProcess process = NamenodeProcess.start(home, conf, specs());
        DistributedFileSystem files = client(process)) {
      Thread.sleep(300);
      assertThat(exists(files, directory)).isFalse();
      assertThat(get(process, "/admin/v1/follow")).contains("\"paused\":true");
      assertThat(pause(process, "{}").statusCode()).isEqualTo(400);
      assertThat(pause(process, "{\"paused\":1}").statusCode()).isEqualTo(400);
      assertThat(pause(process, "{\"paused\":false}").body()).contains("\"paused\":false");
      RunningCluster.await("the edits to be applied", () -> exists(files, directory));
      assertThat(pause(process, "{\"paused\":true}").body()).contains("\"paused\":true");
    }
  }

  @Test
  void whatFollowsNothingIsNotPaused() throws Exception {
    try (NamenodeProcess process = NamenodeProcess.start(home, conf, specs())) {
      HttpResponse<String> refused = pause(process, "{\"paused\":true}");
      assertThat(refused.statusCode()).isEqualTo(409);
      assertThat(refused.body()).contains("follows no other one");
      assertThat(get(process, "/admin/v1/follow"))
          .contains("\"follows\":false")
          .contains("\"paused\":false")
          .contains("\"changes_since_take_over\":null");
    }
  }

  @Test
  void changesSinceATakeOverAreCounted() throws Exception {
    NamenodeProcess.start(home, conf, specs()).close();
    try (Store store = EmbeddedStore.open(home.resolve("store"), EmbeddedOptions.defaults())) {
      TransactionRunner runner = new TransactionRunner(store, TransactionRunner.Listener.NONE);
      Position position = new Position(3, 1, store.feed().head());
      runner.run(
          TxOptions.write("take_over"),
          tx -> {
            Following.takeOver(tx, new TakenOver(position, 0, new Source("/old", Set.of())));
            return true;
          });
    }
    try (NamenodeProcess process = NamenodeProcess.start(home, conf, specs());
        DistributedFileSystem files = client(process)) {
      assertThat(get(process, "/admin/v1/follow")).contains("\"changes_since_take_over\":0");
      files.mkdirs(new org.apache.hadoop.fs.Path("/mine"));
      assertThat(get(process, "/admin/v1/follow"))
          .containsPattern("\"changes_since_take_over\":[1-9]");
    }
  }

  private DistributedFileSystem client(NamenodeProcess process) throws IOException {
    conf.set("fs.defaultFS", "hdfs://" + process.address("nn1").rpc());
    return (DistributedFileSystem) FileSystem.newInstance(conf);
  }

  private static boolean exists(FileSystem files, org.apache.hadoop.fs.Path path) {
    try {
      return files.exists(path);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private String get(NamenodeProcess process, String path) throws Exception {
    return send(request(process, path)).body();
  }

  private HttpResponse<String> pause(NamenodeProcess process, String body) throws Exception {
    return send(
        request(process, "/admin/v1/follow").PUT(HttpRequest.BodyPublishers.ofString(body)));
  }

  private HttpRequest.Builder request(NamenodeProcess process, String path) throws IOException {
    String token = Files.readString(home.resolve("secrets/admin-token")).strip();
    return HttpRequest.newBuilder(URI.create("http://" + process.address("nn1").http() + path))
        .header("Authorization", "Bearer " + token);
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
  }
}
