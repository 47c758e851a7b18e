package io.warren.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.namenode.service.NamenodeSpec;
import io.warren.store.embedded.EmbeddedOptions;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.time.Clock;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Delegation tokens over RPC and WebHDFS, between two namenodes and across a restart. */
class TokensTest {
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private static Path home;
  private static NamenodeProcess process;

  @BeforeAll
  static void start(@TempDir Path folder) throws Exception {
    home = folder;
    process = launch();
    try (FileSystem fs = FileSystem.get(rpc("nn1"), clientConf())) {
      for (String top : List.of("/shared", "/web")) {
        fs.mkdirs(path(top));
        fs.setPermission(path(top), new FsPermission((short) 0777));
      }
    }
  }

  private static NamenodeProcess launch() throws Exception {
    Configuration conf = new HdfsConfiguration(false);
    conf.setInt("warren.namenode.heartbeat.interval-ms", 100);
    conf.setBoolean("dfs.namenode.delegation.token.always-use", true);
    conf.set("hadoop.proxyuser.gateway.hosts", "*");
    conf.set("hadoop.proxyuser.gateway.users", "ann");
    return NamenodeProcess.start(
        home,
        conf,
        List.of(
            NamenodeSpec.parse("nn1,127.0.0.1:0,127.0.0.1:0"),
            NamenodeSpec.parse("nn2,127.0.0.1:0,127.0.0.1:0")),
        EmbeddedOptions.withoutSync(),
        Clock.systemUTC());
  }

  @AfterAll
  static void stop() {
    process.close();
  }

  private static Configuration clientConf() {
    Configuration conf = new HdfsConfiguration(false);
    conf.setBoolean("fs.hdfs.impl.disable.cache", true);
    conf.setBoolean("fs.webhdfs.impl.disable.cache", true);
    return conf;
  }

  private static org.apache.hadoop.fs.Path path(String text) {
    return new org.apache.hadoop.fs.Path(text);
  }

  private static URI rpc(String namenode) {
    return URI.create("hdfs://" + process.address(namenode).rpc());
  }

  private static <T> T as(UserGroupInformation user, PrivilegedExceptionAction<T> action)
      throws Exception {
    return user.doAs(action);
  }

  private static Token<?> issue(String owner, String namenode, String renewer) throws Exception {
    return as(
        UserGroupInformation.createRemoteUser(owner),
        () -> {
          try (FileSystem fs = FileSystem.get(rpc(namenode), clientConf())) {
            return fs.getDelegationToken(renewer);
          }
        });
  }

  /** A user without a name of weight, who holds a copy of the token for a namenode. */
  private static UserGroupInformation bearer(Token<?> token, String namenode) {
    Token<?> copy = token.copyToken();
    NamenodeSpec.HostPort address = process.address(namenode).rpc();
    SecurityUtil.setTokenService(copy, new InetSocketAddress(address.host(), address.port()));
    UserGroupInformation user = UserGroupInformation.createRemoteUser("stranger");
    user.addToken(copy);
    return user;
  }

  private static FileStatus make(Token<?> token, String namenode, String folder) throws Exception {
    return as(
        bearer(token, namenode),
        () -> {
          try (FileSystem fs = FileSystem.get(rpc(namenode), clientConf())) {
            fs.mkdirs(path(folder));
            return fs.getFileStatus(path(folder));
          }
        });
  }

  @Test
  void aTokenOfOneNamenodeSpeaksForItsOwnerAtTheOther() throws Exception {
    Token<?> token = issue("ann", "nn1", "yarn");
    assertThat(make(token, "nn2", "/shared/by-token").getOwner()).isEqualTo("ann");
    byte[] forged = token.getPassword().clone();
    forged[0] ^= 1;
    Token<?> wrong =
        new Token<>(token.getIdentifier(), forged, token.getKind(), token.getService());
    assertThatThrownBy(() -> make(wrong, "nn2", "/shared/forged")).isInstanceOf(IOException.class);
  }

  @Test
  void theRenewerRenewsAndTheOwnerCancelsAnywhere() throws Exception {
    Token<?> token = issue("ann", "nn1", "yarn");
    Token<?> atTwo = token.copyToken();
    NamenodeSpec.HostPort two = process.address("nn2").rpc();
    SecurityUtil.setTokenService(atTwo, new InetSocketAddress(two.host(), two.port()));
    long renewed =
        as(UserGroupInformation.createRemoteUser("yarn"), () -> atTwo.renew(clientConf()));
    assertThat(renewed).isGreaterThan(System.currentTimeMillis());
    assertThatThrownBy(
            () -> as(UserGroupInformation.createRemoteUser("eve"), () -> atTwo.renew(clientConf())))
        .hasMessageContaining("non-matching renewer");
    as(
        UserGroupInformation.createRemoteUser("ann"),
        () -> {
          atTwo.cancel(clientConf());
          return null;
        });
    assertThatThrownBy(() -> make(token, "nn1", "/shared/cancelled"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("can't be found");
  }

  @Test
  void aTokenSurvivesARestart() throws Exception {
    Token<?> token = issue("ann", "nn1", "yarn");
    process.close();
    process = launch();
    assertThat(make(token, "nn1", "/shared/after-restart").getOwner()).isEqualTo("ann");
  }

  private static HttpResponse<String> call(String method, String namenode, String pathAndQuery)
      throws Exception {
    URI uri =
        URI.create("http://" + process.address(namenode).http() + "/webhdfs/v1" + pathAndQuery);
    return HTTP.send(
        HttpRequest.newBuilder(uri).method(method, HttpRequest.BodyPublishers.noBody()).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void webHdfsGivesTakesRenewsAndCancelsTokens() throws Exception {
    var given = call("GET", "nn1", "/?op=GETDELEGATIONTOKEN&user.name=ann&renewer=yarn");
    assertThat(given.statusCode()).as(given.body()).isEqualTo(200);
    String token = given.body().replaceAll(".*\"urlString\":\"([^\"]*)\".*", "$1");
    var made = call("PUT", "nn2", "/web/by-token?op=MKDIRS&delegation=" + token);
    assertThat(made.statusCode()).as(made.body()).isEqualTo(200);
    assertThat(call("GET", "nn1", "/web/by-token?op=GETFILESTATUS&user.name=eve").body())
        .contains("\"owner\":\"ann\"");

    String renew = "/?op=RENEWDELEGATIONTOKEN&token=" + token;
    var renewed = call("PUT", "nn2", renew + "&user.name=yarn");
    assertThat(renewed.body()).startsWith("{\"long\":");
    assertThat(call("PUT", "nn2", renew + "&user.name=eve").statusCode()).isEqualTo(403);
    var cancelled =
        call("PUT", "nn2", "/?op=CANCELDELEGATIONTOKEN&token=" + token + "&user.name=ann");
    assertThat(cancelled.statusCode()).as(cancelled.body()).isEqualTo(200);
    var refused = call("PUT", "nn1", "/web/late?op=MKDIRS&delegation=" + token);
    assertThat(refused.statusCode()).isEqualTo(403);
    assertThat(refused.body()).contains("\"exception\":\"InvalidToken\"");
  }

  @Test
  void proxyUsersSpeakForThoseTheyMay() throws Exception {
    var allowed = call("PUT", "nn1", "/web/proxied?op=MKDIRS&user.name=gateway&doas=ann");
    assertThat(allowed.statusCode()).as(allowed.body()).isEqualTo(200);
    assertThat(call("GET", "nn1", "/web/proxied?op=GETFILESTATUS&user.name=eve").body())
        .contains("\"owner\":\"ann\"");
    var other = call("PUT", "nn1", "/web/x?op=MKDIRS&user.name=gateway&doas=bob");
    assertThat(other.statusCode()).isEqualTo(403);
    assertThat(other.body()).contains("AuthorizationException");
    assertThat(call("PUT", "nn1", "/web/x?op=MKDIRS&user.name=eve&doas=ann").statusCode())
        .isEqualTo(403);
    UserGroupInformation proxy =
        UserGroupInformation.createProxyUser(
            "ann", UserGroupInformation.createRemoteUser("gateway"));
    String owner =
        as(
            proxy,
            () -> {
              try (FileSystem fs = FileSystem.get(rpc("nn2"), clientConf())) {
                fs.mkdirs(path("/shared/by-proxy"));
                return fs.getFileStatus(path("/shared/by-proxy")).getOwner();
              }
            });
    assertThat(owner).isEqualTo("ann");
  }
}
