package io.warren.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.namenode.service.NamenodeSpec;
import io.warren.namenode.service.StartupException;
import io.warren.namespace.UnfinishedImport;
import io.warren.store.Store;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What operators see when a namenode process cannot start. */
class StartupTest {
  private static final NamenodeSpec ANY_PORT = NamenodeSpec.parse("nn1,127.0.0.1:0,127.0.0.1:0");

  @SuppressWarnings("NullAway.Init")
  @TempDir
  Path home;

  private static int run(String... args) {
    return new CommandLine(new NamenodeMain()).execute(args);
  }

  @Test
  void aWrongCommandLineAnswersUsage() {
    assertThat(run("--home", home.toString(), "--nonsense")).isEqualTo(2);
    assertThat(run("--home", home.toString(), "--namenode", "nn1,127.0.0.1")).isEqualTo(2);
    assertThat(run()).isEqualTo(2);
  }

  @Test
  void aMissingConfigurationIsNamed() {
    assertThat(run("--home", home.toString(), "--namenode", "nn1,127.0.0.1:0,127.0.0.1:0"))
        .isEqualTo(NamenodeMain.EXIT_FAILED);
  }

  @Test
  void aBusyPortIsNamedWithItsSetting() throws Exception {
    try (ServerSocket busy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = busy.getLocalPort();
      Configuration conf = new HdfsConfiguration(false);
      assertThatThrownBy(
              () ->
                  NamenodeProcess.start(
                      home,
                      conf,
                      List.of(NamenodeSpec.parse("nn1,127.0.0.1:" + port + ",127.0.0.1:0"))))
          .isInstanceOf(StartupException.class)
          .hasMessageContaining("127.0.0.1:" + port + " for RPC of namenode nn1")
          .hasMessageContaining("--namenode");
      assertThatThrownBy(
              () ->
                  NamenodeProcess.start(
                      home, conf, List.of(NamenodeSpec.parse("nn1,127.0.0.1:0,127.0.0.1:" + port))))
          .isInstanceOf(StartupException.class)
          .hasMessageContaining("127.0.0.1:" + port + " for HTTP of namenode nn1");
    }
  }

  @Test
  void aForeignFolderIsLeftAlone() throws Exception {
    Path store = Files.createDirectories(home.resolve("store"));
    Path letter = Files.writeString(store.resolve("letter.txt"), "mine");
    assertThatThrownBy(
            () -> NamenodeProcess.start(home, new HdfsConfiguration(false), List.of(ANY_PORT)))
        .isInstanceOf(StartupException.class)
        .hasMessageContaining("nothing was changed");
    assertThat(letter).hasContent("mine");
  }

  @Test
  void aStoreWithHalfAnImportIsServedByNobody() throws Exception {
    try (Store store = EmbeddedStore.open(home.resolve("store"), EmbeddedOptions.withoutSync())) {
      new TransactionRunner(store, TransactionRunner.Listener.NONE)
          .run(
              TxOptions.write("claim"),
              tx -> {
                UnfinishedImport.begin(tx, new UnfinishedImport.Claim("token", "/an image"));
                return tx;
              });
    }
    assertThatThrownBy(
            () -> NamenodeProcess.start(home, new HdfsConfiguration(false), List.of(ANY_PORT)))
        .isInstanceOf(StartupException.class)
        .hasMessageContaining("of /an image: wait for it")
        .hasMessageContaining("repeat `bin/warren migrate import`");
  }

  @Test
  void aSettingOutOfRangeIsNamed() {
    Configuration conf = new HdfsConfiguration(false);
    conf.set("warren.namenode.rpc.handlers", "0");
    assertThatThrownBy(() -> NamenodeProcess.start(home, conf, List.of(ANY_PORT)))
        .hasMessage("warren.namenode.rpc.handlers must be 1 to 1000, but is 0");
  }

  @Test
  void aRestartFindsTheSameFileSystemAndTheTokenStaysSecret() throws Exception {
    Configuration conf = new HdfsConfiguration(false);
    NamenodeProcess.start(home, conf, List.of(ANY_PORT)).close();
    Path token = home.resolve("secrets/admin-token");
    String secret = Files.readString(token);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(token)))
        .isEqualTo("rw-------");
    NamenodeProcess again = NamenodeProcess.start(home, conf, List.of(ANY_PORT));
    assertThatThrownBy(() -> NamenodeProcess.start(home, conf, List.of(ANY_PORT)))
        .isInstanceOf(StartupException.class)
        .hasMessageContaining("Stop the other process");
    again.close();
    assertThat(token).hasContent(secret);
  }

  @Test
  void aProcessDoesNotGetByACopyWhatAnotherMay() throws Exception {
    Configuration conf = new HdfsConfiguration(false);
    NamenodeProcess.start(home, conf, List.of(ANY_PORT)).close();
    Path secrets = home.resolve("secrets");
    Files.copy(
        secrets.resolve("admin-token"),
        secrets.resolve("admin-token-indexer"),
        StandardCopyOption.REPLACE_EXISTING);
    assertThatThrownBy(() -> NamenodeProcess.start(home, conf, List.of(ANY_PORT)))
        .isInstanceOf(StartupException.class)
        .hasMessageContaining("holds another's token");
  }
}
