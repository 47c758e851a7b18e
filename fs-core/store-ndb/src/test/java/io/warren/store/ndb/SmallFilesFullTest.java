package io.warren.store.ndb;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.client.WarrenFileSystem;
import io.warren.model.RowBlockIds;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A tablespace that small files have filled: the next ones go to datanodes, nothing else notices,
 * and what is deleted makes room again.
 */
class SmallFilesFullTest {
  private static final int FILE_BYTES = 60_000;

  /** More than the tablespace of the test's cluster holds. */
  private static final int FILES_MAX = 600;

  private static final int FILES_AFTER_FULL = 10;
  private static final long WAIT_MAX_MS = 120_000;

  private static byte[] bytes(int seed) {
    byte[] bytes = new byte[FILE_BYTES];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private static void write(FileSystem fs, Path path, int seed) throws IOException {
    try (FSDataOutputStream out = fs.create(path)) {
      out.write(bytes(seed));
    }
  }

  private static boolean isInDatabase(DistributedFileSystem fs, Path path) throws IOException {
    LocatedBlocks blocks = fs.getClient().getLocatedBlocks(path.toUri().getPath(), 0);
    return RowBlockIds.isOne(blocks.get(0).getBlock().getBlockId());
  }

  private static DataNode datanode(URI namenode, java.nio.file.Path folder) throws IOException {
    DefaultMetricsSystem.setMiniClusterMode(true);
    Configuration conf = new HdfsConfiguration();
    conf.set("fs.defaultFS", namenode.toString());
    conf.set("dfs.datanode.data.dir", folder.resolve("blocks").toUri().toString());
    for (String port : List.of("address", "http.address", "ipc.address")) {
      conf.set("dfs.datanode." + port, "127.0.0.1:0");
    }
    conf.set("dfs.datanode.hostname", "127.0.0.1");
    conf.set("dfs.heartbeat.interval", "1");
    conf.set("dfs.datanode.fsdataset.factory", "io.warren.datanode.rows.RowDatasetFactory");
    return DataNode.createDataNode(new String[0], conf);
  }

  @Test
  void whatFindsNoRoomGoesToDatanodes(@TempDir java.nio.file.Path folder) throws Exception {
    Map<String, String> settings =
        Map.of("warren.namenode.small-file.bytes-max", "65536", "dfs.replication", "1");
    try (NamenodeOnNdb namenode = NamenodeOnNdb.start(folder, settings)) {
      Configuration conf = new HdfsConfiguration();
      conf.setClass("fs.hdfs.impl", WarrenFileSystem.class, FileSystem.class);
      conf.set("dfs.replication", "1");
      DataNode datanode = datanode(namenode.uri(), folder);
      try (DistributedFileSystem fs =
          (DistributedFileSystem) FileSystem.newInstance(namenode.uri(), conf)) {
        awaitDatanode(fs);
        fillAndFree(fs, namenode);
      } finally {
        datanode.shutdown();
      }
    }
  }

  private static void awaitDatanode(DistributedFileSystem fs) throws Exception {
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(WAIT_MAX_MS);
    while (fs.getDataNodeStats().length == 0) {
      assertThat(System.nanoTime()).as("no datanode").isLessThan(deadlineNs);
      Thread.sleep(50);
    }
  }

  private static void fillAndFree(DistributedFileSystem fs, NamenodeOnNdb namenode)
      throws Exception {
    Path folder = new Path("/full");
    fs.mkdirs(folder);
    fs.setStoragePolicy(folder, "DB");
    List<Path> written = new ArrayList<>();
    int inBlocks = 0;
    for (int i = 0; i < FILES_MAX && inBlocks < FILES_AFTER_FULL; i++) {
      Path path = new Path(folder, "f" + i);
      write(fs, path, i);
      written.add(path);
      inBlocks += isInDatabase(fs, path) ? 0 : 1;
    }
    assertThat(inBlocks).as("of %d files", written.size()).isEqualTo(FILES_AFTER_FULL);
    assertThat(written.size()).isGreaterThan(2 * FILES_AFTER_FULL);
    assertThat(metrics(namenode))
        .containsPattern("warren_small_file_fallbacks_total\\{[^}]*reason=\"full\"[^}]*\\} [1-9]");
    assertThat(fs.mkdirs(new Path(folder, "elsewhere"))).isTrue();
    for (int i = 0; i < written.size(); i++) {
      try (FSDataInputStream in = fs.open(written.get(i))) {
        assertThat(in.readAllBytes()).as("file %d", i).isEqualTo(bytes(i));
      }
    }
    assertThat(fs.delete(folder, true)).isTrue();
    awaitRoom(fs);
  }

  /** Freed in the background. */
  private static void awaitRoom(DistributedFileSystem fs) throws Exception {
    Path folder = new Path("/again");
    fs.mkdirs(folder);
    fs.setStoragePolicy(folder, "DB");
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(WAIT_MAX_MS);
    for (int i = 0; ; i++) {
      Path path = new Path(folder, "f" + i);
      write(fs, path, i);
      if (isInDatabase(fs, path)) {
        break;
      }
      assertThat(System.nanoTime()).as("no room again").isLessThan(deadlineNs);
      Thread.sleep(500);
    }
    fs.delete(folder, true);
  }

  private static String metrics(NamenodeOnNdb namenode) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(namenode.http().resolve("/metrics")).build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
  }
}
