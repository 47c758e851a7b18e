package io.warren.namenode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FsShell;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.XAttrSetFlag;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.NoECPolicySetException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.Test;

/** ACLs, extended attributes and storage policies as stock clients meet them. */
class AttributesTest {
  private static final Path HOME = new Path("/attributes-test");

  private static String shell(String... arguments) throws Exception {
    PrintStream console = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, UTF_8));
    try {
      FsShell shell = new FsShell(RunningCluster.shared().conf());
      assertThat(ToolRunner.run(shell, arguments)).as(String.join(" ", arguments)).isZero();
    } finally {
      System.setOut(console);
    }
    return printed.toString(UTF_8);
  }

  @Test
  void theShellSetsShowsAndInheritsAcls() throws Exception {
    String folder = HOME + "/acls";
    shell("-mkdir", "-p", folder);
    shell("-setfacl", "-m", "user:ann:rwx,default:user:bob:r-x,default:group::---", folder);
    assertThat(shell("-getfacl", folder))
        .contains("user:ann:rwx", "mask::rwx", "default:user:bob:r-x", "default:mask::r-x");
    assertThat(shell("-ls", HOME.toString())).contains("drwxrwxr-x+");
    shell("-touchz", folder + "/f");
    shell("-mkdir", folder + "/d");
    assertThat(shell("-getfacl", folder + "/f"))
        .contains("user:bob:r-x\t#effective:r--", "group::---", "mask::r--")
        .doesNotContain("default:");
    assertThat(shell("-getfacl", folder + "/d")).contains("user:bob:r-x", "default:user:bob:r-x");
    shell("-setfacl", "-b", folder);
    assertThat(shell("-ls", HOME.toString())).contains("drwxr-xr-x ").doesNotContain("+");
    shell("-rm", "-r", "-skipTrash", folder);
  }

  @Test
  void aNamedUserPassesAndAStrangerReadsWhy() throws Exception {
    RunningCluster cluster = RunningCluster.shared();
    Path folder = new Path(HOME, "named");
    try (FileSystem owner = cluster.fs();
        FileSystem ann = cluster.fsAs("ann");
        FileSystem stranger = cluster.fsAs("stranger")) {
      owner.mkdirs(folder);
      owner.setPermission(folder, new FsPermission((short) 0700));
      owner.modifyAclEntries(folder, AclEntry.parseAclSpec("user:ann:r-x", true));
      assertThat(ann.listStatus(folder)).isEmpty();
      assertThatThrownBy(() -> stranger.listStatus(folder))
          .isInstanceOf(AccessControlException.class)
          .hasMessageContaining("drwxr-x---+");
      owner.setPermission(folder, new FsPermission((short) 0700));
      assertThatThrownBy(() -> ann.listStatus(folder)).isInstanceOf(AccessControlException.class);
    }
  }

  @Test
  void theShellSetsAndShowsExtendedAttributes() throws Exception {
    String folder = HOME + "/xattrs";
    shell("-mkdir", "-p", folder);
    shell("-setfattr", "-n", "user.colour", "-v", "green", folder);
    shell("-setfattr", "-n", "user.empty", folder);
    shell("-setfattr", "-n", "trusted.note", "-v", "0x0102", folder);
    assertThat(shell("-getfattr", "-d", folder))
        .contains("user.colour=\"green\"", "user.empty", "trusted.note=");
    shell("-setfattr", "-x", "user.colour", folder);
    assertThat(shell("-getfattr", "-d", folder)).doesNotContain("colour");
    shell("-rm", "-r", "-skipTrash", folder);
  }

  @Test
  void extendedAttributesKeepTheRulesOfHdfs() throws Exception {
    RunningCluster cluster = RunningCluster.shared();
    Path file = new Path(HOME, "rules");
    try (FileSystem fs = cluster.fs();
        FileSystem stranger = cluster.fsAs("stranger")) {
      fs.create(file).close();
      byte[] large = new byte[16_000];
      Arrays.fill(large, (byte) 7);
      fs.setXAttr(file, "user.large", large);
      fs.setXAttr(file, "user.b", null);
      assertThat(fs.getXAttr(file, "user.large")).isEqualTo(large);
      assertThat(fs.getXAttr(file, "user.b")).isEmpty();
      assertThat(fs.listXAttrs(file)).containsExactlyInAnyOrder("user.large", "user.b");
      assertThatThrownBy(() -> fs.setXAttr(file, "user.b", null, EnumSet.of(XAttrSetFlag.CREATE)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("XAttr: b already exists. The REPLACE flag must be specified.");
      assertThatThrownBy(() -> fs.setXAttr(file, "user.c", null, EnumSet.of(XAttrSetFlag.REPLACE)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("XAttr: c does not exist. The CREATE flag must be specified.");
      assertThatThrownBy(() -> fs.setXAttr(file, "user.d", new byte[16_400]))
          .hasMessageContaining("The XAttr is too big");
      assertThatThrownBy(() -> fs.removeXAttr(file, "user.c"))
          .hasMessageContaining("No matching attributes found for remove operation");
      assertThatThrownBy(() -> fs.getXAttr(file, "user.c"))
          .hasMessageContaining("At least one of the attributes provided was not found.");
      assertThatThrownBy(() -> fs.getXAttr(file, "system.x"))
          .isInstanceOf(AccessControlException.class);
      assertThatThrownBy(() -> stranger.setXAttr(file, "user.s", null))
          .isInstanceOf(AccessControlException.class);
      assertThatThrownBy(() -> stranger.setXAttr(file, "trusted.s", null))
          .isInstanceOf(AccessControlException.class)
          .hasMessageContaining("User doesn't have permission for xattr: trusted.s");
      for (int i = 2; i < 32; i++) {
        fs.setXAttr(file, "user.n" + i, null);
      }
      assertThatThrownBy(() -> fs.setXAttr(file, "user.more", null))
          .hasMessageContaining("Cannot add additional XAttr to inode, would exceed limit of 32");
      fs.removeXAttr(file, "user.large");
      fs.setXAttr(file, "user.more", null);
      assertThat(fs.getXAttrs(file, List.of("user.more"))).containsOnlyKeys("user.more");
    }
  }

  @Test
  void attributesAsTheyAreStoredAreSeenBelowRaw() throws Exception {
    RunningCluster cluster = RunningCluster.shared();
    Path file = new Path(HOME, "raw-attributes");
    Path raw = new Path("/.reserved/raw" + file.toUri().getPath());
    try (FileSystem fs = cluster.fs()) {
      fs.create(file).close();
      fs.setXAttr(raw, "raw.hdfs.key", new byte[] {1, 2});
      fs.setXAttr(raw, "user.a", new byte[] {3});
      assertThat(fs.getXAttrs(raw)).containsOnlyKeys("raw.hdfs.key", "user.a");
      assertThat(fs.getXAttrs(file)).containsOnlyKeys("user.a");
      assertThat(fs.listXAttrs(raw)).containsExactlyInAnyOrder("raw.hdfs.key", "user.a");
      assertThatThrownBy(() -> fs.setXAttr(file, "raw.hdfs.key", new byte[0]))
          .isInstanceOf(AccessControlException.class);
      fs.removeXAttr(raw, "raw.hdfs.key");
      assertThat(fs.getXAttrs(raw)).containsOnlyKeys("user.a");
    }
  }

  @Test
  void erasureCodingIsSetAndInherited() throws Exception {
    Path folder = new Path(HOME, "coded");
    Path below = new Path(folder, "below");
    try (DistributedFileSystem fs = (DistributedFileSystem) RunningCluster.shared().fs()) {
      fs.mkdirs(below);
      assertThat(fs.getErasureCodingPolicy(below)).isNull();
      assertThatThrownBy(() -> fs.setErasureCodingPolicy(folder, "RS-10-4-1024k"))
          .hasMessageContaining("does not match any enabled erasure coding policy");
      fs.setErasureCodingPolicy(folder, null);
      assertThat(fs.getErasureCodingPolicy(below).getName()).isEqualTo("RS-6-3-1024k");
      assertThat(fs.getFileStatus(below).isErasureCoded()).isTrue();
      Path coded = new Path(below, "coded");
      fs.createFile(coded).blockSize(1 << 20).build().close();
      assertThat(fs.getErasureCodingPolicy(coded).getName()).isEqualTo("RS-6-3-1024k");
      assertThat(fs.getFileStatus(coded).getReplication()).isEqualTo((short) 1);
      try (FSDataOutputStream out =
          fs.createFile(new Path(below, "replicated")).replicate().build()) {
        out.write(1);
      }
      fs.setErasureCodingPolicy(below, "replication");
      assertThat(fs.getErasureCodingPolicy(below)).isNull();
      fs.create(new Path(below, "f")).close();
      fs.unsetErasureCodingPolicy(folder);
      assertThatThrownBy(() -> fs.unsetErasureCodingPolicy(folder))
          .isInstanceOf(NoECPolicySetException.class);
      assertThat(fs.getAllErasureCodingCodecs()).containsKey("rs");
      assertThat(fs.getAllErasureCodingPolicies()).hasSizeGreaterThanOrEqualTo(5);
      assertThat(fs.getECTopologyResultForPolicies("RS-6-3-1024k").isSupported()).isFalse();
    }
  }

  @Test
  void storagePoliciesAreInherited() throws Exception {
    Path folder = new Path(HOME, "policies");
    Path file = new Path(folder, "d/f");
    try (DistributedFileSystem fs = (DistributedFileSystem) RunningCluster.shared().fs()) {
      fs.create(file).close();
      assertThat(fs.getStoragePolicy(file).getName()).isEqualTo("HOT");
      fs.setStoragePolicy(folder, "COLD");
      assertThat(fs.getStoragePolicy(file).getName()).isEqualTo("COLD");
      assertThat(fs.getClient().getFileInfo(file.toString()).getStoragePolicy())
          .isEqualTo((byte) 2);
      fs.setStoragePolicy(file, "WARM");
      assertThat(fs.getStoragePolicy(file).getName()).isEqualTo("WARM");
      assertThatThrownBy(() -> fs.setStoragePolicy(file, "LAZY_PERSIST"))
          .isInstanceOf(IOException.class);
      assertThatThrownBy(() -> fs.setStoragePolicy(file, "LUKEWARM"))
          .hasMessageContaining("Cannot find a block policy with the name LUKEWARM");
      fs.unsetStoragePolicy(file);
      assertThat(fs.getStoragePolicy(file).getName()).isEqualTo("COLD");
      fs.unsetStoragePolicy(folder);
      assertThat(fs.getStoragePolicy(file).getName()).isEqualTo("HOT");
    }
  }
}
