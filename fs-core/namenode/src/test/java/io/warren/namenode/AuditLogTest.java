package io.warren.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.namenode.admin.AdminHolder;
import io.warren.namenode.audit.AuditLog;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.ipc.CallerContext;
import org.apache.hadoop.security.AccessControlException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The audit logs of running namenodes, as stock clients, WebHDFS and the platform fill them. */
class AuditLogTest {
  private static final String ME = System.getProperty("user.name");
  private static final Path HOME = new Path("/audit-test");

  private RunningCluster cluster;
  private DistributedFileSystem fs;

  @BeforeEach
  void open() throws Exception {
    // Hadoop's tools leave theirs in the thread, and other tests run some in this one.
    CallerContext.setCurrent(null);
    cluster = RunningCluster.shared();
    fs = (DistributedFileSystem) cluster.fs("nn1");
    fs.mkdirs(HOME);
  }

  @AfterEach
  void close() throws Exception {
    fs.delete(HOME, true);
    fs.close();
  }

  private List<String> lines() throws Exception {
    return Files.readAllLines(AuditLog.file(cluster.home().resolve("logs"), "nn1"));
  }

  /** Waits for the log's thread to have written a line with this. */
  private String line(String part) throws Exception {
    List<String> found = new ArrayList<>();
    RunningCluster.await(
        "a line with " + part,
        () -> {
          try {
            lines().stream().filter(l -> l.contains(part)).forEach(found::add);
          } catch (Exception e) {
            throw new AssertionError(e);
          }
          return !found.isEmpty();
        });
    return found.get(0);
  }

  private static String ok(String cmd, @Nullable Object src, @Nullable Object dst) {
    return "allowed=true\tugi="
        + ME
        + " (auth:SIMPLE)\tip=/127.0.0.1\tcmd="
        + cmd
        + "\tsrc="
        + src
        + "\tdst="
        + dst
        + "\tperm=";
  }

  @Test
  void callsAreLoggedUnderStockNames() throws Exception {
    Path file = new Path(HOME, "f");
    try (FSDataOutputStream out = fs.create(file)) {
      out.write(new byte[10]);
    }
    assertThat(line(ok("create", file, null)))
        .matches("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d,\\d{3} INFO FSNamesystem.audit: .*")
        .endsWith("perm=" + ME + ":" + fs.getFileStatus(file).getGroup() + ":rw-r--r--\tproto=rpc");
    fs.open(file).close();
    line(ok("open", file, null));
    fs.listStatus(HOME);
    line(ok("listStatus", HOME, null));
    fs.exists(new Path(HOME, "none"));
    line(ok("getfileinfo", new Path(HOME, "none"), null));
    fs.setReplication(file, (short) 2);
    line(ok("setReplication", file, null));
    fs.setPermission(file, new FsPermission((short) 0600));
    line(ok("setPermission", file, null));
    fs.setOwner(file, "ann", null);
    line(ok("setOwner", file, null));
    fs.setTimes(file, 1, 1);
    line(ok("setTimes", file, null));
    fs.append(file).close();
    line(ok("append", file, null));
    fs.getContentSummary(HOME);
    line(ok("contentSummary", HOME, null));
    fs.getQuotaUsage(HOME);
    line(ok("quotaUsage", HOME, null));
    fs.setQuota(HOME, 100, org.apache.hadoop.hdfs.protocol.HdfsConstants.QUOTA_DONT_SET);
    line(ok("setQuota", HOME, null));
    fs.modifyAclEntries(HOME, AclEntry.parseAclSpec("user:ann:r-x", true));
    line(ok("modifyAclEntries", HOME, null));
    fs.setXAttr(file, "user.a", new byte[] {1});
    line(ok("setXAttr", file, null));
    fs.allowSnapshot(HOME);
    line(ok("allowSnapshot", HOME, null));
    fs.createSnapshot(HOME, "s");
    line(ok("createSnapshot", HOME, HOME + "/.snapshot/s"));
    fs.deleteSnapshot(HOME, "s");
    line(ok("deleteSnapshot", HOME + "/.snapshot/s", null));
    fs.disallowSnapshot(HOME);
    Path moved = new Path(HOME, "g");
    fs.rename(file, moved);
    line(ok("rename", file, moved));
    fs.rename(moved, file, Options.Rename.OVERWRITE);
    line(ok("rename (options=[OVERWRITE])", moved, file));
    fs.delete(file, false);
    line(ok("delete", file, null));
  }

  @Test
  void aCallThatWasRefusedIsLoggedAsSuch() throws Exception {
    Path closed = new Path(HOME, "closed");
    fs.mkdirs(closed, new FsPermission((short) 0700));
    try (var stranger =
        (DistributedFileSystem)
            org.apache.hadoop.security.UserGroupInformation.createRemoteUser("mallory")
                .doAs(
                    (java.security.PrivilegedExceptionAction<org.apache.hadoop.fs.FileSystem>)
                        () -> cluster.fs("nn1"))) {
      assertThatThrownBy(() -> stranger.listStatus(closed))
          .isInstanceOf(AccessControlException.class);
      assertThatThrownBy(() -> stranger.delete(closed, true))
          .isInstanceOf(AccessControlException.class);
    }
    String who = "allowed=false\tugi=mallory (auth:SIMPLE)\tip=/127.0.0.1\tcmd=";
    line(who + "listStatus\tsrc=" + closed + "\tdst=null\tperm=null\tproto=rpc");
    line(who + "delete\tsrc=" + closed + "\tdst=null\tperm=null\tproto=rpc");
  }

  @Test
  void aNameForgesNoLine() throws Exception {
    Path forged = new Path(HOME, "x\nallowed=true\tugi=forger");
    fs.mkdirs(forged);
    line("cmd=mkdirs\tsrc=/audit-test/x\\nallowed=true\\tugi=forger\tdst=null");
    assertThat(lines()).noneMatch(l -> l.startsWith("allowed=") || l.contains("\tugi=forger"));
  }

  @Test
  void webHdfsAndFsckNameTheirCallersAndProtocols() throws Exception {
    String root = "http://" + cluster.http("nn1");
    cluster.put(root + "/webhdfs/v1" + HOME + "/w?op=MKDIRS&user.name=" + ME);
    line(ok("mkdirs", HOME + "/w", null) + "null\tproto=webhdfs");
    cluster.get(root + "/fsck?ugi=" + ME + "&path=" + HOME);
    line(ok("fsck", HOME, null) + "null\tproto=http");
    assertThat(lines()).noneMatch(l -> l.contains("cmd=listStatus") && l.endsWith("proto=http"));
  }

  @Test
  void thePlatformsCallsNameItsUserAndProcess() throws Exception {
    Map<String, String> ann = Map.of("X-Warren-Actor", "ann");
    long home = fs.getFileStatus(HOME) instanceof HdfsFileStatus s ? s.getFileId() : 0;
    String inode = "\"inode_id\":" + home;
    String count = "{\"operation\":\"count\"," + inode + "}";
    cluster.admin(AdminHolder.WORKER, "nn1", "POST", "/subtree/steps", count, ann);
    String by = "\tugi=ann (auth:PROXY) via worker (auth:TOKEN)\tip=/127.0.0.1\tcmd=";
    String src = "\tsrc=/.reserved/.inodes/" + home;
    line("allowed=true" + by + "subtreeStep (operation=count)" + src + "\tdst=null");
    String job = "\"job\":\"audit-test\",\"epoch\":1";
    cluster.admin(AdminHolder.WORKER, "nn1", "POST", "/subtree/epochs", "{" + job + "}", ann);
    line("allowed=true" + by + "takeJob\tsrc=audit-test");
    String quota = "{" + inode + "," + job + ",\"step\":1}";
    cluster.admin(AdminHolder.WORKER, "nn1", "PUT", "/namespace/quota", quota, ann);
    assertThat(line("allowed=true" + by + "setQuota" + src)).endsWith("proto=admin");
    Path old = new Path(HOME, "old");
    fs.mkdirs(old);
    long oldId = fs.getFileStatus(old) instanceof HdfsFileStatus s ? s.getFileId() : 0;
    String trash = "{\"inode_id\":" + oldId + "," + job + ",\"step\":2,\"user\":\"ann\"}";
    cluster.admin(AdminHolder.WORKER, "nn1", "POST", "/namespace/trash", trash, ann);
    line(by + "rename\tsrc=/.reserved/.inodes/" + oldId + "\tdst=/user/ann/.Trash/");
    cluster.admin(AdminHolder.WEB, "nn1", "POST", "/subtree/steps", count, Map.of());
    line("allowed=false\tugi=web (auth:TOKEN)\tip=/127.0.0.1\tcmd=subtreeStep");
  }

  @Test
  void aCallersContextIsLoggedAndCut() throws Exception {
    CallerContext.setCurrent(
        new CallerContext.Builder("job_" + "7".repeat(200), cluster.conf()).build());
    try {
      fs.mkdirs(new Path(HOME, "by-job"));
    } finally {
      CallerContext.setCurrent(null);
    }
    assertThat(line("cmd=mkdirs\tsrc=/audit-test/by-job"))
        .endsWith("proto=rpc\tcallerContext=job_" + "7".repeat(124));
  }
}
