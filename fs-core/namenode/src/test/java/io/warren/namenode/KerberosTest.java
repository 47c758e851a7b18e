package io.warren.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.warren.blockreports.BlockReportClient;
import io.warren.blockreports.RowBlock;
import io.warren.blockreports.RowBlockClient;
import io.warren.blockreports.RowBlockRequest;
import io.warren.blockreports.TurnRequest;
import io.warren.client.WarrenFileSystem;
import io.warren.model.RowBlockIds;
import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.minikdc.MiniKdc;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kerberos by the stock settings, with a KDC of Hadoop's: tickets over RPC and SPNEGO, and tokens
 * for those without a ticket. Runs in a JVM of its own, because Hadoop's login is static.
 */
@Tag("kerberos")
class KerberosTest {
  private static final String SERVICE = "hdfs/localhost";

  /** The client's Java asks for the one or the other, by what the machine's resolver says. */
  private static final List<String> WEB = List.of("HTTP/localhost", "HTTP/127.0.0.1");

  private static final String EVERY_WEB_PRINCIPAL_OF_THE_KEYTAB = "*";

  /** What a datanode has when nothing else is set. */
  private static final int BUCKETS = 1_000;

  private static final int CALL_TIMEOUT_MS = 10_000;

  private static MiniKdc kdc;
  private static File keytab;
  private static RunningCluster cluster;

  @BeforeAll
  static void start(@TempDir Path folder) throws Exception {
    kdc = new MiniKdc(MiniKdc.createConf(), folder.resolve("kdc").toFile());
    kdc.start();
    keytab = folder.resolve("keytab").toFile();
    kdc.createPrincipal(keytab, SERVICE, WEB.get(0), WEB.get(1), "ann");
    Configuration security = new Configuration(false);
    settings().forEach(security::set);
    UserGroupInformation.setConfiguration(security);
    UserGroupInformation.loginUserFromKeytab(principal(SERVICE), keytab.getPath());
    cluster = RunningCluster.start(settings());
    try (FileSystem fs = cluster.fs("nn1")) {
      fs.mkdirs(path("/shared"));
      fs.setPermission(path("/shared"), new FsPermission((short) 0777));
    }
  }

  @AfterAll
  static void stop() {
    cluster.close();
    kdc.stop();
  }

  private static String principal(String name) {
    return name + "@" + kdc.getRealm();
  }

  private static Map<String, String> settings() {
    Map<String, String> settings = new HashMap<>();
    settings.put("warren.namenode.small-file.bytes-max", "65536");
    settings.put("hadoop.security.authentication", "kerberos");
    settings.put("hadoop.security.authorization", "true");
    settings.put("dfs.block.access.token.enable", "true");
    settings.put("ignore.secure.ports.for.testing", "true");
    settings.put(RunningCluster.REPORTS_HASHES, "true");
    for (String role : new String[] {"namenode", "datanode"}) {
      settings.put("dfs." + role + ".kerberos.principal", principal(SERVICE));
      settings.put("dfs." + role + ".keytab.file", keytab.getPath());
    }
    settings.put("dfs.web.authentication.kerberos.principal", EVERY_WEB_PRINCIPAL_OF_THE_KEYTAB);
    settings.put("dfs.web.authentication.kerberos.keytab", keytab.getPath());
    settings.put(
        "dfs.namenode.kerberos.internal.spnego.principal", EVERY_WEB_PRINCIPAL_OF_THE_KEYTAB);
    return settings;
  }

  private static org.apache.hadoop.fs.Path path(String text) {
    return new org.apache.hadoop.fs.Path(text);
  }

  private static UserGroupInformation ann() throws IOException {
    return UserGroupInformation.loginUserFromKeytabAndReturnUGI(principal("ann"), keytab.getPath());
  }

  private static <T> T as(UserGroupInformation user, PrivilegedExceptionAction<T> action)
      throws Exception {
    return user.doAs(action);
  }

  private static String writeAndReadBack(FileSystem fs, String file) throws IOException {
    try (FSDataOutputStream out = fs.create(path(file))) {
      out.write(new byte[] {1, 2, 3});
    }
    try (FSDataInputStream in = fs.open(path(file))) {
      assertThat(in.readAllBytes()).containsExactly(1, 2, 3);
    }
    return fs.getFileStatus(path(file)).getOwner();
  }

  @Test
  void aTicketLetsItsHolderIn() throws Exception {
    String owner =
        as(
            ann(),
            () -> {
              try (FileSystem fs = cluster.fs("nn1")) {
                return writeAndReadBack(fs, "/shared/by-ticket");
              }
            });
    assertThat(owner).isEqualTo("ann");
  }

  @Test
  void aNameAloneDoesNot() {
    UserGroupInformation eve = UserGroupInformation.createRemoteUser("eve");
    assertThatThrownBy(
            () ->
                as(
                    eve,
                    () -> {
                      try (FileSystem fs = cluster.fs("nn1")) {
                        return fs.exists(path("/"));
                      }
                    }))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Client cannot authenticate");
  }

  @Test
  void aTokenStandsForATicketAtEveryNamenodeButBegetsNoToken() throws Exception {
    Token<?> token =
        as(
            ann(),
            () -> {
              try (FileSystem fs = cluster.fs("nn1")) {
                return fs.getDelegationToken("ann");
              }
            });
    URI two = cluster.rpc("nn2");
    SecurityUtil.setTokenService(token, new InetSocketAddress(two.getHost(), two.getPort()));
    UserGroupInformation job = UserGroupInformation.createRemoteUser("job");
    job.addToken(token);
    String owner =
        as(
            job,
            () -> {
              try (FileSystem fs = cluster.fs("nn2")) {
                assertThatThrownBy(() -> fs.getDelegationToken("ann"))
                    .hasMessageContaining("only with kerberos");
                return writeAndReadBack(fs, "/shared/by-token");
              }
            });
    assertThat(owner).isEqualTo("ann");
  }

  @Test
  void webHdfsAsksForATicket() throws Exception {
    String url = "http://" + cluster.http("nn2") + "/webhdfs/v1/?op=LISTSTATUS&user.name=ann";
    assertThat(cluster.get(url).statusCode()).isEqualTo(401);
    String owner =
        as(
            ann(),
            () -> {
              URI web = URI.create("webhdfs://" + cluster.http("nn2"));
              try (FileSystem fs = FileSystem.get(web, cluster.conf())) {
                return writeAndReadBack(fs, "/shared/by-spnego");
              }
            });
    assertThat(owner).isEqualTo("ann");
  }

  @Test
  void theInsideOfTheProcessIsNotForStrangers() throws Exception {
    String web = "http://" + cluster.http("nn1");
    for (String page : List.of("/conf", "/stacks", "/logLevel?log=a.b&level=DEBUG")) {
      assertThat(cluster.get(web + page).statusCode()).as(page).isEqualTo(401);
    }
    assertThat(cluster.get(web + "/jmx").statusCode()).isEqualTo(200);
    assertThat(cluster.get(web + "/").statusCode()).isEqualTo(200);
  }

  @Test
  void theDatanodeReportsHashesOfItsBucketsByItsTicket() throws Exception {
    RunningCluster.await("a block report", KerberosTest::hasReported);
  }

  /** The datanode gets the rows by its ticket; a user with one of his own does not. */
  @Test
  void rowsOfSmallFilesGoToDatanodesAlone() throws Exception {
    try (FileSystem fs = cluster.fs("nn1")) {
      fs.setStoragePolicy(path("/shared"), "DB");
    }
    Configuration small = new Configuration(cluster.conf());
    small.setClass("fs.hdfs.impl", WarrenFileSystem.class, FileSystem.class);
    RowBlockRequest request =
        as(
            ann(),
            () -> {
              try (FileSystem fs = FileSystem.get(cluster.rpc("nn1"), small);
                  FSDataOutputStream out = fs.create(path("/shared/small"))) {
                out.write(new byte[] {4, 5});
              }
              try (DistributedFileSystem fs = (DistributedFileSystem) cluster.fs("nn2")) {
                ExtendedBlock block =
                    fs.getClient().getLocatedBlocks("/shared/small", 0).get(0).getBlock();
                assertThat(RowBlockIds.isOne(block.getBlockId())).isTrue();
                try (FSDataInputStream in = fs.open(path("/shared/small"))) {
                  assertThat(in.readAllBytes()).containsExactly(4, 5);
                }
                return new RowBlockRequest(
                    block.getBlockPoolId(), "any", RowBlockIds.inodeId(block.getBlockId()));
              }
            });
    URI one = cluster.rpc("nn1");
    InetSocketAddress namenode = new InetSocketAddress(one.getHost(), one.getPort());
    UserGroupInformation datanode = UserGroupInformation.getLoginUser();
    assertThat(readRows(datanode, namenode, request).bytes()).containsExactly(4, 5);
    UserGroupInformation ann = ann();
    assertThatThrownBy(() -> readRows(ann, namenode, request))
        .hasMessageContaining("not authorized for protocol");
    String web = "http://" + cluster.http("nn1") + "/webhdfs/v1/shared/small?op=OPEN";
    assertThat(cluster.get(web + "&user.name=ann").statusCode()).isEqualTo(401);
  }

  /**
   * Both protocols of Warren's client find the other namenode, and let its user in there by his
   * ticket, which neither of them has shown to that namenode before.
   */
  @Test
  void smallFilesGoOnByATicketWhenTheNamenodeIsGone() throws Exception {
    try (FileSystem fs = cluster.fs("nn1")) {
      fs.mkdirs(path("/goes-on"));
      fs.setPermission(path("/goes-on"), new FsPermission((short) 0777));
      ((DistributedFileSystem) fs).setStoragePolicy(path("/goes-on"), "DB");
    }
    Configuration small = new Configuration(cluster.conf());
    small.setClass("fs.hdfs.impl", WarrenFileSystem.class, FileSystem.class);
    small.setBoolean("dfs.client.failover.random.order", false);
    try {
      String owner = as(ann(), () -> writeAndReadAcrossTheEndOfOne(small));
      assertThat(owner).isEqualTo("ann");
    } finally {
      cluster.process().start("nn1");
    }
    try (DistributedFileSystem fs = (DistributedFileSystem) cluster.fs("nn2")) {
      for (String file : List.of("/goes-on/before", "/goes-on/across", "/goes-on/after")) {
        ExtendedBlock block = fs.getClient().getLocatedBlocks(file, 0).get(0).getBlock();
        assertThat(RowBlockIds.isOne(block.getBlockId())).as(file).isTrue();
      }
    }
  }

  private static String writeAndReadAcrossTheEndOfOne(Configuration small) throws Exception {
    long before = written("nn1");
    try (FileSystem fs = FileSystem.get(small)) {
      writeAndReadBack(fs, "/goes-on/before");
      assertThat(written("nn1")).as("small files closed at the first").isEqualTo(before + 1);
      try (FSDataOutputStream out = fs.create(path("/goes-on/across"))) {
        out.write(new byte[] {1, 2, 3});
        cluster.process().crash("nn1");
      }
      for (String file : List.of("/goes-on/before", "/goes-on/across")) {
        try (FSDataInputStream in = fs.open(path(file))) {
          assertThat(in.readAllBytes()).as(file).containsExactly(1, 2, 3);
        }
      }
      return writeAndReadBack(fs, "/goes-on/after");
    }
  }

  /** Small files that a namenode has closed. */
  private static long written(String namenode) throws Exception {
    String answer = cluster.admin(namenode, "GET", "/smallfiles", null).body();
    return new ObjectMapper().readTree(answer).at("/counts/written").longValue();
  }

  private static RowBlock readRows(
      UserGroupInformation caller, InetSocketAddress namenode, RowBlockRequest request)
      throws IOException {
    try (RowBlockClient client =
        RowBlockClient.connect(namenode, caller, cluster.conf(), CALL_TIMEOUT_MS)) {
      return client.read(request);
    }
  }

  /** Who could report blocks could make the namenodes forget replicas. */
  @Test
  void blockReportsAreTakenFromDatanodesAlone() throws Exception {
    URI one = cluster.rpc("nn1");
    InetSocketAddress namenode = new InetSocketAddress(one.getHost(), one.getPort());
    TurnRequest request = new TurnRequest("any cluster", cluster.datanode().getDatanodeUuid(), 0);
    String refused =
        as(
            ann(),
            () -> {
              try (BlockReportClient client =
                  BlockReportClient.connect(namenode, cluster.conf(), CALL_TIMEOUT_MS)) {
                client.askTurn(request);
                return "nothing";
              } catch (IOException e) {
                return e.getMessage();
              }
            });
    assertThat(refused).contains("not authorized for protocol");
  }

  private static boolean hasReported() {
    try {
      String answer = cluster.admin("nn2", "GET", "/block-reports", null).body();
      JsonNode last = new ObjectMapper().readTree(answer).at("/storages/0/last");
      return last.isObject() && last.get("buckets").asInt() == BUCKETS;
    } catch (Exception e) {
      throw new AssertionError("No answer about block reports", e);
    }
  }
}
