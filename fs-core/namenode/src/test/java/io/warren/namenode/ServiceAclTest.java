package io.warren.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.namenode.service.NamenodeSpec;
import io.warren.store.embedded.EmbeddedOptions;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.time.Clock;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.tools.DFSAdmin;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.ToolRunner;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code dfsadmin -refreshServiceAcl}: who may call which protocol changes without a restart. */
class ServiceAclTest {
  private static final String CLIENT_ACL = "security.client.protocol.acl";

  @SuppressWarnings("NullAway.Init")
  @TempDir
  Path home;

  private final Configuration client = new HdfsConfiguration();
  private @Nullable NamenodeProcess process;

  private void start(boolean authorized) throws Exception {
    DefaultMetricsSystem.setMiniClusterMode(true);
    Configuration conf = new HdfsConfiguration(false);
    conf.setBoolean("hadoop.security.authorization", authorized);
    letIn("*");
    conf.addResource(new org.apache.hadoop.fs.Path(policy().toUri()));
    NamenodeProcess started =
        NamenodeProcess.start(
            home.resolve("home"),
            conf,
            List.of(NamenodeSpec.parse("nn1,127.0.0.1:0,127.0.0.1:0")),
            EmbeddedOptions.withoutSync(),
            Clock.systemUTC());
    process = started;
    client.set("fs.defaultFS", "hdfs://" + started.address("nn1").rpc());
    client.setBoolean("fs.hdfs.impl.disable.cache", true);
    client.setBoolean("hadoop.security.authorization", authorized);
  }

  @AfterEach
  void stop() {
    if (process != null) {
      process.close();
    }
  }

  private Path policy() {
    return home.resolve("policy.xml");
  }

  private void letIn(String users) throws Exception {
    Configuration site = new Configuration(false);
    site.set(CLIENT_ACL, users);
    try (OutputStream out = Files.newOutputStream(policy())) {
      site.writeXml(out);
    }
  }

  private FileStatus[] listedBy(String user) throws Exception {
    PrivilegedExceptionAction<FileStatus[]> list =
        () -> {
          try (FileSystem files = FileSystem.get(client)) {
            return files.listStatus(new org.apache.hadoop.fs.Path("/"));
          }
        };
    return UserGroupInformation.createRemoteUser(user).doAs(list);
  }

  private int refreshedBy(UserGroupInformation user) throws Exception {
    PrivilegedExceptionAction<Integer> refresh =
        () -> ToolRunner.run(new DFSAdmin(client), new String[] {"-refreshServiceAcl"});
    return user.doAs(refresh);
  }

  @Test
  void thePolicyIsReadAgain() throws Exception {
    start(true);
    UserGroupInformation operator = UserGroupInformation.getCurrentUser();
    letIn(operator.getShortUserName());
    assertThatCode(() -> listedBy("ann")).doesNotThrowAnyException();
    assertThat(refreshedBy(operator)).isZero();
    assertThatThrownBy(() -> listedBy("ann")).hasMessageContaining("is not authorized");
    letIn("*");
    assertThat(refreshedBy(operator)).isZero();
    assertThatCode(() -> listedBy("ann")).doesNotThrowAnyException();
  }

  @Test
  void onlyTheSuperuserHasItRead() throws Exception {
    start(true);
    letIn("nobody");
    assertThat(refreshedBy(UserGroupInformation.createRemoteUser("ann"))).isNotZero();
    assertThatCode(() -> listedBy("ann")).doesNotThrowAnyException();
  }

  @Test
  void withoutServiceAclsThereIsNothingToRead() throws Exception {
    start(false);
    assertThat(refreshedBy(UserGroupInformation.getCurrentUser())).isNotZero();
  }
}
