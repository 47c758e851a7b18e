package io.warren.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.client.WarrenFileSystem;
import io.warren.model.RowBlockIds;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.management.ObjectName;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FsShell;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.protocol.datatransfer.Sender;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.BlockOpResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.Status;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.hdfs.server.datanode.CachingStrategy;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Stock clients that read files whose bytes are in the database, through a datanode. */
class StockReadersTest {
  private static final int LIMIT_BYTES = 64 << 10;

  private static RunningCluster cluster;

  private DistributedFileSystem ours;
  private DistributedFileSystem stock;
  private Path folder;

  @BeforeAll
  static void startCluster() throws Exception {
    cluster =
        RunningCluster.start(
            Map.of(
                "warren.namenode.small-file.bytes-max",
                Integer.toString(LIMIT_BYTES),
                "dfs.block.access.token.enable",
                "true"));
  }

  @AfterAll
  static void stopCluster() {
    cluster.close();
  }

  @BeforeEach
  void open() throws IOException {
    Configuration conf = new Configuration(cluster.conf());
    conf.setClass("fs.hdfs.impl", WarrenFileSystem.class, FileSystem.class);
    ours = (DistributedFileSystem) FileSystem.get(conf);
    stock = (DistributedFileSystem) cluster.fs();
    folder = new Path("/stock-" + System.nanoTime());
    ours.mkdirs(folder);
    ours.setStoragePolicy(folder, "DB");
  }

  @AfterEach
  void close() throws IOException {
    ours.disallowSnapshot(folder);
    ours.delete(folder, true);
    ours.close();
    stock.close();
  }

  private static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private Path write(String name, byte[] bytes) throws IOException {
    Path path = new Path(folder, name);
    try (FSDataOutputStream out = ours.create(path)) {
      out.write(bytes);
    }
    return path;
  }

  private static byte[] read(FileSystem fs, Path path) throws IOException {
    try (FSDataInputStream in = fs.open(path)) {
      return in.readAllBytes();
    }
  }

  private LocatedBlock located(Path path) throws IOException {
    LocatedBlocks blocks = stock.getClient().getLocatedBlocks(path.toUri().getPath(), 0);
    assertThat(blocks.locatedBlockCount()).isOne();
    assertThat(blocks.isLastBlockComplete()).isTrue();
    return blocks.get(0);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 511, 512, 513, 1024, 4096, 8192, 8193, 40_000, LIMIT_BYTES})
  void wholeFilesAndRangesAreRead(int length) throws IOException {
    byte[] all = bytes(length);
    Path path = write("f", all);
    if (length > 0) {
      assertThat(RowBlockIds.isOne(located(path).getBlock().getBlockId())).isTrue();
      assertThat(located(path).getLocations()).hasSize(1);
    }
    assertThat(read(stock, path)).isEqualTo(all);
    assertThat(read(ours, path)).isEqualTo(all);
    Random random = new Random(length);
    try (FSDataInputStream in = stock.open(path)) {
      for (int i = 0; length > 0 && i < 10; i++) {
        int from = random.nextInt(length);
        byte[] part = new byte[random.nextInt(length - from) + 1];
        in.readFully(from, part);
        assertThat(part).isEqualTo(Arrays.copyOfRange(all, from, from + part.length));
        in.seek(from);
        assertThat(in.read()).isEqualTo(all[from] & 0xFF);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void readersMayLeaveChecksumsAlone(boolean verify) throws IOException {
    Path path = write("f", bytes(10_000));
    stock.setVerifyChecksum(verify);
    assertThat(read(stock, path)).isEqualTo(bytes(10_000));
    stock.setVerifyChecksum(true);
  }

  @Test
  void manyReadAtOnce() throws Exception {
    Path path = write("f", bytes(50_000));
    ExecutorService readers = Executors.newFixedThreadPool(16);
    try {
      List<Future<byte[]>> reads = new ArrayList<>();
      for (int i = 0; i < 64; i++) {
        reads.add(readers.submit(() -> read(stock, path)));
      }
      for (Future<byte[]> each : reads) {
        assertThat(each.get()).isEqualTo(bytes(50_000));
      }
    } finally {
      readers.shutdown();
    }
    assertThat(
            ManagementFactory.getPlatformMBeanServer()
                .queryNames(new ObjectName("Hadoop:service=DataNode,name=RowCache*"), null))
        .isNotEmpty();
  }

  /** Its first bytes may be replaced by shorter ones while somebody holds the file open. */
  @Test
  void aReaderNeverGetsBytesOfAnotherVersion() throws Exception {
    Path path = write("f", bytes(30_000));
    try (FSDataInputStream in = stock.open(path)) {
      assertThat(stock.truncate(path, 10_000)).isTrue();
      assertThat(read(stock, path)).isEqualTo(Arrays.copyOf(bytes(30_000), 10_000));
      assertThatThrownBy(() -> in.readFully(0, new byte[30_000])).isInstanceOf(IOException.class);
    }
  }

  @Test
  void aReaderGoesOnWhileOthersAppend() throws Exception {
    Path path = write("f", bytes(5_000));
    byte[] first = new byte[1_000];
    try (FSDataInputStream in = stock.open(path)) {
      in.readFully(0, first);
      try (FSDataOutputStream out = ours.append(path)) {
        out.write(bytes(70));
      }
      byte[] rest = new byte[4_000];
      in.readFully(1_000, rest);
      assertThat(rest).isEqualTo(Arrays.copyOfRange(bytes(5_000), 1_000, 5_000));
    }
    assertThat(read(stock, path)).hasSize(5_070).startsWith(bytes(5_000)).endsWith(bytes(70));
  }

  @Test
  void snapshotsAreRead() throws IOException {
    Path path = write("f", bytes(3_000));
    ours.allowSnapshot(folder);
    ours.createSnapshot(folder, "s");
    ours.delete(path, false);
    assertThat(read(stock, new Path(folder, ".snapshot/s/f"))).isEqualTo(bytes(3_000));
    ours.deleteSnapshot(folder, "s");
    ours.disallowSnapshot(folder);
  }

  /** By which distcp -update compares copies, also when a stock client asks a datanode for it. */
  @ParameterizedTest
  @ValueSource(strings = {"MD5MD5CRC", "COMPOSITE_CRC"})
  void checksumsAreThoseOfBlocksWithTheSameBytes(String mode) throws IOException {
    Configuration conf = new Configuration(stock.getConf());
    conf.set("dfs.checksum.combine.mode", mode);
    Path outside = new Path(folder + "-blocks");
    try (DistributedFileSystem fs = (DistributedFileSystem) FileSystem.get(conf)) {
      for (int length : new int[] {1, 511, 512, 513, 10_000, LIMIT_BYTES}) {
        Path small = write("f" + length, bytes(length));
        Path large = new Path(outside, "f" + length);
        try (FSDataOutputStream out = fs.create(large)) {
          out.write(bytes(length));
        }
        for (long first : new long[] {Long.MAX_VALUE, length, length / 2 + 1}) {
          assertThat(fs.getFileChecksum(small, first))
              .as("%d bytes, the first %d", length, first)
              .isEqualTo(fs.getFileChecksum(large, first));
        }
      }
      fs.delete(outside, true);
    }
  }

  @Test
  void blockTokensAreAskedFor() throws Exception {
    Path path = write("f", bytes(100));
    Path other = write("g", bytes(100));
    LocatedBlock block = located(path);
    assertThat(block.getBlockToken().getIdentifier()).isNotEmpty();
    assertThat(rawRead(block, block.getBlockToken())).isEqualTo(Status.SUCCESS);
    assertThat(rawRead(block, located(other).getBlockToken())).isEqualTo(Status.ERROR_ACCESS_TOKEN);
    assertThat(rawRead(block, new Token<>())).isEqualTo(Status.ERROR_ACCESS_TOKEN);
  }

  private static Status rawRead(LocatedBlock block, Token<BlockTokenIdentifier> token)
      throws IOException {
    DatanodeInfo place = block.getLocations()[0];
    try (Socket socket = new Socket(place.getIpAddr(), place.getXferPort())) {
      new Sender(new DataOutputStream(socket.getOutputStream()))
          .readBlock(
              block.getBlock(),
              token,
              "raw",
              0,
              block.getBlockSize(),
              true,
              CachingStrategy.newDefaultStrategy());
      return BlockOpResponseProto.parseFrom(PBHelperClient.vintPrefixed(socket.getInputStream()))
          .getStatus();
    }
  }

  @Test
  void locationsAreToldToPlanners() throws IOException {
    Path path = write("f", bytes(5_000));
    BlockLocation[] places = stock.getFileBlockLocations(path, 0, 5_000);
    assertThat(places).hasSize(1);
    assertThat(places[0].getHosts()).isNotEmpty();
    assertThat(places[0].getLength()).isEqualTo(5_000);
    LocatedFileStatus listed = stock.listLocatedStatus(folder).next();
    assertThat(listed.getBlockLocations()).hasSize(1);
    assertThat(listed.getBlockLocations()[0].getHosts()).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource({"-cat", "-text", "-tail", "-checksum", "-head", "-stat", "-du", "-count", "-ls"})
  void theShellWorks(String command) throws Exception {
    Path path = write("f", "What the shell shows\n".getBytes(StandardCharsets.UTF_8));
    ByteArrayOutputStream shown = new ByteArrayOutputStream();
    PrintStream before = System.out;
    System.setOut(new PrintStream(shown, true, StandardCharsets.UTF_8));
    try {
      Configuration conf = new Configuration(cluster.conf());
      assertThat(ToolRunner.run(conf, new FsShell(), new String[] {command, path.toString()}))
          .isZero();
    } finally {
      System.setOut(before);
    }
    if (List.of("-cat", "-text", "-tail", "-head").contains(command)) {
      assertThat(shown.toString(StandardCharsets.UTF_8)).contains("What the shell shows");
    }
  }

  @Test
  void filesAreCopiedOut() throws IOException {
    Path path = write("f", bytes(20_000));
    java.nio.file.Path local = Files.createTempDirectory("small").resolve("f");
    stock.copyToLocalFile(path, new Path(local.toUri()));
    assertThat(Files.readAllBytes(local)).isEqualTo(bytes(20_000));
  }

  @Test
  void aReportOfABadBlockIsIgnored() throws IOException {
    Path path = write("f", bytes(100));
    try (DFSClient client = new DFSClient(URI.create("hdfs://warren"), cluster.conf())) {
      client.reportBadBlocks(new LocatedBlock[] {located(path)});
    }
    assertThat(read(stock, path)).isEqualTo(bytes(100));
    assertThat(stock.listCorruptFileBlocks(folder).hasNext()).isFalse();
  }

  @Test
  void webHdfsAnswersTheBytesItself() throws Exception {
    Path path = write("a b+c", bytes(10_000));
    String url =
        "http://"
            + cluster.http("nn1")
            + "/webhdfs/v1"
            + folder
            + "/a%20b+c?op=OPEN&user.name="
            + System.getProperty("user.name");
    assertThat(get(url).statusCode()).isEqualTo(200);
    assertThat(get(url).body()).isEqualTo(bytes(10_000));
    assertThat(get(url + "&offset=9000").body())
        .isEqualTo(Arrays.copyOfRange(bytes(10_000), 9_000, 10_000));
    assertThat(get(url + "&offset=100&length=50").body())
        .isEqualTo(Arrays.copyOfRange(bytes(10_000), 100, 150));
    assertThat(get(url + "&offset=9990&length=50").body()).hasSize(10);
    assertThat(get(url + "&length=0").body()).isEmpty();
    assertThat(get(url + "&offset=10000").statusCode()).isEqualTo(403);
    assertThat(get(url.replace("user.name=", "user.name=stranger")).statusCode()).isEqualTo(200);
    ours.setPermission(path, new org.apache.hadoop.fs.permission.FsPermission((short) 0600));
    HttpResponse<byte[]> refused =
        get(url.replace("user.name=" + System.getProperty("user.name"), "user.name=stranger"));
    assertThat(refused.statusCode()).isEqualTo(403);
    assertThat(new String(refused.body(), StandardCharsets.UTF_8)).contains("AccessControl");
    HttpResponse<byte[]> elsewhere = get(url + "&noredirect=true");
    String body = new String(elsewhere.body(), StandardCharsets.UTF_8);
    assertThat(body).contains("Location");
    String location = body.substring(body.indexOf("http:"), body.lastIndexOf('"'));
    assertThat(get(location.replace("\\/", "/")).body()).isEqualTo(bytes(10_000));
  }

  private static HttpResponse<byte[]> get(String url) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(url)).build(),
            HttpResponse.BodyHandlers.ofByteArray());
  }

  @Test
  void stockWebHdfsReadsAndSums() throws Exception {
    Path path = write("f", bytes(10_000));
    Path in = new Path(path.toUri().getPath());
    try (FileSystem web =
        FileSystem.get(URI.create("webhdfs://" + cluster.http("nn1")), cluster.conf())) {
      assertThat(read(web, in)).isEqualTo(bytes(10_000));
      try (FSDataInputStream open = web.open(in)) {
        byte[] part = new byte[300];
        open.seek(7_000);
        open.readFully(part);
        assertThat(part).isEqualTo(Arrays.copyOfRange(bytes(10_000), 7_000, 7_300));
        open.readFully(10, part);
        assertThat(part).isEqualTo(Arrays.copyOfRange(bytes(10_000), 10, 310));
      }
      assertThat(web.getFileChecksum(in)).isEqualTo(stock.getFileChecksum(path));
    }
  }
}
