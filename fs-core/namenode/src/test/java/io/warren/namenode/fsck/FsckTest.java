package io.warren.namenode.fsck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfoWithStorage;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the check says of blocks in every state, over a tree of listings. */
class FsckTest {
  private final Map<String, HdfsFileStatus> tree = new TreeMap<>();
  private final Map<String, LocatedBlocks> located = new TreeMap<>();
  private final List<String> deleted = new ArrayList<>();

  private static HdfsFileStatus.Builder entry(String name) {
    return new HdfsFileStatus.Builder().path(name.getBytes(StandardCharsets.UTF_8)).replication(2);
  }

  private void directory(String path) {
    tree.put(path, entry(path.substring(path.lastIndexOf('/') + 1)).isdir(true).build());
  }

  private void file(String path, boolean open, boolean corrupt, int replicas) {
    tree.put(path, entry(path.substring(path.lastIndexOf('/') + 1)).length(10).build());
    DatanodeInfo node =
        new DatanodeInfo.DatanodeInfoBuilder()
            .setIpAddr("127.0.0.1")
            .setHostName("dn")
            .setXferPort(9866)
            .setNetworkLocation("/rack1")
            .build();
    DatanodeInfoWithStorage[] nodes = new DatanodeInfoWithStorage[replicas];
    for (int i = 0; i < replicas; i++) {
      nodes[i] = new DatanodeInfoWithStorage(node, "s" + i, null);
    }
    LocatedBlock block =
        new LocatedBlock(
            new ExtendedBlock("BP-1", 1000 + located.size(), 10, 1),
            nodes,
            null,
            null,
            0,
            corrupt,
            null);
    located.put(path, new LocatedBlocks(10, open, List.of(block), block, !open, null, null));
  }

  private String check(Map<String, String[]> parameters) throws IOException {
    ClientProtocol client =
        (ClientProtocol)
            Proxy.newProxyInstance(
                ClientProtocol.class.getClassLoader(),
                new Class<?>[] {ClientProtocol.class},
                (proxy, method, arguments) ->
                    answer(method.getName(), arguments == null ? new Object[0] : arguments));
    StringWriter text = new StringWriter();
    new Fsck(client, FsckOptions.of(parameters), new PrintWriter(text)).run();
    return text.toString();
  }

  private @Nullable Object answer(String call, Object[] arguments) {
    String path = String.valueOf(arguments[0]);
    return switch (call) {
      case "getFileInfo" -> tree.get(path);
      case "getBlockLocations" -> located.get(path);
      case "delete" -> deleted.add(path);
      case "getListing" -> listing(path, new String((byte[]) arguments[1], StandardCharsets.UTF_8));
      default -> throw new UnsupportedOperationException(call);
    };
  }

  /** Pages of two entries. */
  private DirectoryListing listing(String path, String after) {
    String prefix = path.equals("/") ? "/" : path + "/";
    List<HdfsFileStatus> rest =
        tree.keySet().stream()
            .filter(p -> p.startsWith(prefix) && p.length() > prefix.length())
            .filter(p -> p.indexOf('/', prefix.length()) < 0)
            .filter(p -> p.substring(prefix.length()).compareTo(after) > 0)
            .map(tree::get)
            .toList();
    int shown = Math.min(2, rest.size());
    return new DirectoryListing(
        rest.subList(0, shown).toArray(HdfsFileStatus[]::new), rest.size() - shown);
  }

  private static Map<String, String[]> with(String... options) {
    Map<String, String[]> parameters = new TreeMap<>();
    for (String option : options) {
      parameters.put(option, new String[] {"1"});
    }
    return parameters;
  }

  private void someTree() {
    directory("/");
    directory("/d");
    directory("/d/e");
    file("/d/a", false, false, 2);
    file("/d/b", false, false, 1);
    file("/d/c", false, false, 3);
    file("/d/e/open", true, false, 0);
  }

  @Test
  void aTreeWithoutLossesIsHealthy() throws Exception {
    someTree();
    assertThat(check(with("files", "blocks", "racks")))
        .contains("/d/a 10 bytes, replicated: replication=2, 1 block(s):  OK")
        .contains("Target Replicas is 2 but found 1 live replica(s).")
        .contains("[/rack1/127.0.0.1:9866]")
        .contains("Total files:\t3", "Total dirs:\t3", "Files currently being written:\t1")
        .contains("Over-replicated blocks:\t1 (33.33 %)")
        .doesNotContain("/d/e/open")
        .endsWith("The filesystem under path '/' is HEALTHY");
    assertThat(check(with("listcorruptfileblocks"))).endsWith("has no CORRUPT files");
  }

  @Test
  void lostBlocksAreListedAndDeletedOnlyWhenAsked() throws Exception {
    someTree();
    file("/d/lost", false, false, 0);
    file("/d/rotten", false, true, 1);
    assertThat(check(with()))
        .contains("/d/lost: MISSING!", "Corrupt files:\t2", "Missing blocks:\t1")
        .contains("Corrupt blocks:\t1")
        .endsWith("is CORRUPT");
    assertThat(check(with("listcorruptfileblocks")))
        .contains("blk_1004\t/d/lost\n", "blk_1005\t/d/rotten\n")
        .endsWith("has no more CORRUPT files");
    assertThat(deleted).isEmpty();
    assertThat(check(with("delete"))).contains("/d/lost: deleted");
    assertThat(deleted).containsExactly("/d/lost", "/d/rotten");
  }

  @Test
  void whatIsMissingOrNotSupportedIsSaid() throws Exception {
    assertThat(check(Map.of("path", new String[] {"/none"}))).endsWith("'/none' does not exist");
    assertThatThrownBy(() -> check(with("move")))
        .isInstanceOf(HadoopIllegalArgumentException.class)
        .hasMessageContaining("fsck -move is not supported");
  }
}
