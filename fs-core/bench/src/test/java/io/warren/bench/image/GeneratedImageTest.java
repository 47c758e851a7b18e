package io.warren.bench.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GeneratedImageTest {
  @TempDir private Path folder = Path.of("");

  @Test
  void aStockNameNodeLoadsIt() throws Exception {
    Path names = Files.createDirectories(folder.resolve("name"));
    GeneratedImage image = new GeneratedImage(3_000, 30, 4);
    image.write(names);
    HdfsConfiguration conf = new HdfsConfiguration();
    conf.set("fs.defaultFS", "hdfs://127.0.0.1:0");
    conf.set("dfs.namenode.rpc-address", "127.0.0.1:0");
    conf.set("dfs.namenode.http-address", "127.0.0.1:0");
    conf.set("dfs.namenode.name.dir", names.toUri().toString());
    conf.set("dfs.namenode.edits.dir", names.toUri().toString());
    DefaultMetricsSystem.setMiniClusterMode(true);
    NameNode namenode = NameNode.createNameNode(new String[0], conf);
    try {
      FSNamesystem loaded = namenode.getNamesystem();
      assertThat(loaded.getFilesTotal()).isEqualTo(image.count());
      assertThat(loaded.getBlocksTotal()).isEqualTo(image.directories() * 30);
      INodeFile file =
          loaded.getFSDirectory().getINode("/d000000001/d000000005/part-000000007").asFile();
      assertThat(file.getUserName()).startsWith("user");
      assertThat(file.getGroupName()).isEqualTo("staff");
      assertThat(file.getBlocks()).hasSize(1);
      assertThat(file.computeFileSize()).isPositive();
    } finally {
      namenode.stop();
    }
  }
}
