package io.warren.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.security.token.SecretManager.InvalidToken;
import org.apache.hadoop.security.token.Token;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Block tokens: with them a stock client works at a stock datanode, without them it can't. */
class BlockTokensTest {
  private static final long SEED = 11;

  private static RunningCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        RunningCluster.start(
            Map.of(
                "dfs.block.access.token.enable", "true",
                "dfs.namenode.delegation.token.always-use", "true"));
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void everyNamenodesTokensLetClientsWriteAppendAndRead() throws Exception {
    byte[] content = new byte[RunningCluster.BLOCK_BYTES + 17];
    new Random(SEED).nextBytes(content);
    Path path = new Path("/tokens/file");
    try (FileSystem one = cluster.fs("nn1");
        FileSystem two = cluster.fs("nn2")) {
      try (FSDataOutputStream out = one.create(path)) {
        out.write(content, 0, content.length - 5);
      }
      try (FSDataOutputStream out = two.append(path)) {
        out.write(content, content.length - 5, 5);
      }
      try (FSDataInputStream in = one.open(path)) {
        assertThat(in.readAllBytes()).isEqualTo(content);
      }
      try (FSDataInputStream in = two.open(path)) {
        assertThat(in.readAllBytes()).isEqualTo(content);
      }
    }
  }

  @Test
  void theDatanodeKnowsTheKeysAndRefusesWhatTheyDidNotSign() throws Exception {
    Path path = new Path("/tokens/signed");
    try (FileSystem fs = cluster.fs("nn2")) {
      try (FSDataOutputStream out = fs.create(path)) {
        out.write(7);
      }
      LocatedBlock block =
          ((DistributedFileSystem) fs).getClient().getLocatedBlocks(path.toString(), 0).get(0);
      Token<BlockTokenIdentifier> token = block.getBlockToken();
      BlockTokenIdentifier identifier = token.decodeIdentifier();
      DataNode datanode = cluster.datanode();
      byte[] expected = datanode.getBlockPoolTokenSecretManager().retrievePassword(identifier);
      assertThat(expected).isEqualTo(token.getPassword());
      assertThat(identifier.getAccessModes()).containsExactly(BlockTokenIdentifier.AccessMode.READ);
      identifier.setKeyId(identifier.getKeyId() + 1_000);
      assertThatThrownBy(
              () -> datanode.getBlockPoolTokenSecretManager().retrievePassword(identifier))
          .isInstanceOf(InvalidToken.class);
    }
  }

  @Test
  void webHdfsAndChecksumsWorkWithTokens() throws Exception {
    Path path = new Path("/tokens/web");
    try (FileSystem web =
            FileSystem.get(
                java.net.URI.create("webhdfs://" + cluster.http("nn1")), cluster.conf());
        FileSystem rpc = cluster.fs("nn2")) {
      try (FSDataOutputStream out = web.create(path)) {
        out.write(new byte[] {1, 2, 3});
      }
      assertThat(web.getFileChecksum(path)).isEqualTo(rpc.getFileChecksum(path));
      try (FSDataInputStream in = web.open(path)) {
        assertThat(in.readAllBytes()).containsExactly(1, 2, 3);
      }
    } catch (IOException e) {
      throw new AssertionError("WebHDFS with block tokens", e);
    }
  }
}
