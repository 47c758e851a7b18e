package io.warren.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.NameNodeProxies;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.HdfsPartialListing;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.Sender;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.BlockOpResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.Status;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier.AccessMode;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenSecretManager;
import org.apache.hadoop.hdfs.server.datanode.CachingStrategy;
import org.apache.hadoop.hdfs.server.protocol.NamenodeProtocol;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.token.Token;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a datanode that wants block tokens gives to those who have none, or the wrong one. */
class BlockTokenStrangersTest {
  private static final Path FOLDER = new Path("/strangers");
  private static final Path SECRET = new Path(FOLDER, "secret");
  private static final Path OTHER = new Path(FOLDER, "other");
  private static final long NO_TIME_MS = 1;

  private static RunningCluster cluster;
  private static DistributedFileSystem owner;
  private static DistributedFileSystem stranger;

  @BeforeAll
  static void start() throws Exception {
    cluster = RunningCluster.start(Map.of("dfs.block.access.token.enable", "true"));
    owner = (DistributedFileSystem) cluster.fs("nn1");
    stranger = (DistributedFileSystem) cluster.fsAs("stranger");
    owner.mkdirs(FOLDER, new FsPermission((short) 0777));
    owner.setPermission(FOLDER, new FsPermission((short) 0777));
    for (Path path : List.of(SECRET, OTHER)) {
      try (FSDataOutputStream out = owner.create(path)) {
        out.writeUTF("nobody else's business");
      }
      owner.setPermission(path, new FsPermission((short) 0600));
    }
  }

  @AfterAll
  static void stop() throws IOException {
    stranger.close();
    owner.close();
    cluster.close();
  }

  private static LocatedBlock block(Path path) throws IOException {
    return owner.getClient().getLocatedBlocks(path.toUri().getPath(), 0).get(0);
  }

  /** What the datanode answers to a stranger who reads a block with a token. */
  private static Status read(LocatedBlock block, Token<BlockTokenIdentifier> token)
      throws IOException {
    DatanodeInfo place = block.getLocations()[0];
    try (Socket socket = new Socket(place.getIpAddr(), place.getXferPort())) {
      new Sender(new DataOutputStream(socket.getOutputStream()))
          .readBlock(
              block.getBlock(),
              token,
              "stranger",
              0,
              block.getBlockSize(),
              true,
              CachingStrategy.newDefaultStrategy());
      return BlockOpResponseProto.parseFrom(PBHelperClient.vintPrefixed(socket.getInputStream()))
          .getStatus();
    }
  }

  private static LocatedBlock secretOf(DirectoryListing listing) {
    for (HdfsFileStatus status : listing.getPartialListing()) {
      if (status.getLocalName().equals(SECRET.getName())) {
        return ((HdfsLocatedFileStatus) status).getLocatedBlocks().get(0);
      }
    }
    throw new AssertionError("The secret is not listed");
  }

  private static LocatedBlock ofListing(DistributedFileSystem fs) throws IOException {
    return secretOf(fs.getClient().listPaths(FOLDER.toString(), new byte[0], true));
  }

  private static LocatedBlock ofBatchedListing(DistributedFileSystem fs) throws IOException {
    String[] folders = {FOLDER.toString()};
    HdfsPartialListing listing =
        fs.getClient().getNamenode().getBatchedListing(folders, new byte[0], true).getListings()[0];
    return secretOf(
        new DirectoryListing(listing.getPartialListing().toArray(HdfsFileStatus[]::new), 0));
  }

  private static LocatedBlock ofFileInfo(DistributedFileSystem fs, boolean token)
      throws IOException {
    return fs.getClient().getLocatedFileInfo(SECRET.toString(), token).getLocatedBlocks().get(0);
  }

  @Test
  void whoMayOnlySeeAFileLearnsWhereItIsAndGetsNoToken() throws Exception {
    assertThatThrownBy(() -> stranger.open(SECRET)).hasMessageContaining("Permission denied");
    List<LocatedBlock> seen = new ArrayList<>();
    seen.add(ofListing(stranger));
    seen.add(ofBatchedListing(stranger));
    seen.add(ofFileInfo(stranger, true));
    seen.add(ofFileInfo(stranger, false));
    seen.add(ofListing(owner));
    for (LocatedBlock block : seen) {
      assertThat(block.getLocations()).hasSize(1);
      assertThat(block.getBlockToken().getIdentifier()).isEmpty();
      assertThat(block.getBlockToken().getPassword()).isEmpty();
      assertThat(read(block, block.getBlockToken())).isEqualTo(Status.ERROR_ACCESS_TOKEN);
    }
  }

  @Test
  void whoMayReadAFileGetsATokenThatItsDatanodeTakes() throws Exception {
    LocatedBlock signed = ofFileInfo(owner, true);
    assertThat(read(signed, signed.getBlockToken())).isEqualTo(Status.SUCCESS);
    assertThat(signed.getBlockToken().decodeIdentifier().getAccessModes())
        .containsExactly(AccessMode.READ);
  }

  @Test
  void aTokenOfAnotherBlockOrModeIsRefused() throws Exception {
    LocatedBlock secret = block(SECRET);
    assertThat(read(secret, block(OTHER).getBlockToken())).isEqualTo(Status.ERROR_ACCESS_TOKEN);
    Path written = new Path(FOLDER, "written");
    try (FSDataOutputStream out = stranger.create(written)) {
      out.write(7);
      out.hflush();
      DFSClient client = stranger.getClient();
      LocatedBlock own = client.getLocatedBlocks(written.toString(), 0).getLastLocatedBlock();
      Token<BlockTokenIdentifier> write =
          client
              .getNamenode()
              .updateBlockForPipeline(own.getBlock(), client.getClientName())
              .getBlockToken();
      assertThat(write.decodeIdentifier().getAccessModes()).containsExactly(AccessMode.WRITE);
      assertThat(write.decodeIdentifier().getBlockId()).isEqualTo(own.getBlock().getBlockId());
      assertThat(read(own, own.getBlockToken())).isEqualTo(Status.SUCCESS);
      assertThat(read(own, write)).isEqualTo(Status.ERROR_ACCESS_TOKEN);
    }
  }

  @Test
  void aForgedTokenIsRefused() throws Exception {
    LocatedBlock secret = block(SECRET);
    Token<BlockTokenIdentifier> good = secret.getBlockToken();
    BlockTokenIdentifier real = good.decodeIdentifier();
    BlockTokenIdentifier ofAnotherUser =
        new BlockTokenIdentifier(
            "stranger",
            real.getBlockPoolId(),
            real.getBlockId(),
            EnumSet.of(AccessMode.READ),
            real.getStorageTypes(),
            real.getStorageIds(),
            false);
    ofAnotherUser.setKeyId(real.getKeyId());
    ofAnotherUser.setExpiryDate(real.getExpiryDate());
    assertThat(
            read(
                secret,
                new Token<>(
                    ofAnotherUser.getBytes(),
                    good.getPassword(),
                    good.getKind(),
                    good.getService())))
        .isEqualTo(Status.ERROR_ACCESS_TOKEN);
    byte[] password = good.getPassword().clone();
    password[0] ^= 1;
    assertThat(
            read(
                secret,
                new Token<>(good.getIdentifier(), password, good.getKind(), good.getService())))
        .isEqualTo(Status.ERROR_ACCESS_TOKEN);
    assertThat(read(secret, good)).isEqualTo(Status.SUCCESS);
  }

  @Test
  void anExpiredTokenIsRefused() throws Exception {
    LocatedBlock secret = block(SECRET);
    URI namenode = cluster.rpc("nn1");
    NamenodeProtocol keys =
        NameNodeProxies.createProxy(cluster.conf(), namenode, NamenodeProtocol.class).getProxy();
    BlockTokenSecretManager signer =
        new BlockTokenSecretManager(
            600_000, NO_TIME_MS, secret.getBlock().getBlockPoolId(), null, false);
    signer.addKeys(keys.getBlockKeys());
    Token<BlockTokenIdentifier> old = sign(signer, secret);
    RunningCluster.await(
        "the token to expire", () -> System.currentTimeMillis() > expiry(old) + NO_TIME_MS);
    assertThat(read(secret, old)).isEqualTo(Status.ERROR_ACCESS_TOKEN);
    signer.setTokenLifetime(600_000);
    assertThat(read(secret, sign(signer, secret))).isEqualTo(Status.SUCCESS);
  }

  private static Token<BlockTokenIdentifier> sign(
      BlockTokenSecretManager signer, LocatedBlock block) throws IOException {
    return signer.generateToken(
        block.getBlock(),
        EnumSet.of(AccessMode.READ),
        new StorageType[] {StorageType.DISK},
        block.getStorageIDs());
  }

  private static long expiry(Token<BlockTokenIdentifier> token) {
    try {
      return token.decodeIdentifier().getExpiryDate();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** The token of the answer would let the datanode send the block wherever the caller says. */
  @Test
  void aWriterGetsNoTokenToCopyAnothersBlock() throws Exception {
    ExtendedBlock secret = block(SECRET).getBlock();
    Path own = new Path(FOLDER, "own");
    DFSClient client = stranger.getClient();
    try (FileSystem alsoOwn = cluster.fsAs("stranger");
        FSDataOutputStream out = stranger.create(own)) {
      out.write(7);
      out.hflush();
      long fileId = client.getFileInfo(own.toString()).getFileId();
      LocatedBlock written = client.getLocatedBlocks(own.toString(), 0).getLastLocatedBlock();
      DatanodeInfo[] places = written.getLocations();
      assertThatThrownBy(
              () ->
                  client
                      .getNamenode()
                      .getAdditionalDatanode(
                          own.toString(),
                          fileId,
                          secret,
                          places,
                          written.getStorageIDs(),
                          new DatanodeInfo[0],
                          1,
                          client.getClientName()))
          .isInstanceOf(RemoteException.class)
          .hasMessageContaining("not being written");
      LocatedBlock further =
          client
              .getNamenode()
              .getAdditionalDatanode(
                  own.toString(),
                  fileId,
                  written.getBlock(),
                  places,
                  written.getStorageIDs(),
                  new DatanodeInfo[0],
                  1,
                  client.getClientName());
      assertThat(further.getBlockToken().decodeIdentifier().getAccessModes())
          .containsExactly(AccessMode.COPY);
      assertThat(further.getBlockToken().decodeIdentifier().getBlockId())
          .isEqualTo(written.getBlock().getBlockId());
      assertThat(alsoOwn.exists(own)).isTrue();
    }
  }
}
