package org.apache.hadoop.hdfs;

import io.warren.client.small.SmallFile;
import io.warren.client.small.SmallFileChecksum;
import io.warren.client.small.SmallFileNamenodes;
import io.warren.client.small.SmallFileProtocol;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.MD5MD5CRC32FileChecksum;
import org.apache.hadoop.fs.Options.ChecksumOpt;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.fs.permission.FsCreateModes;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.client.impl.LeaseRenewer;
import org.apache.hadoop.hdfs.protocol.AlreadyBeingCreatedException;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DSQuotaExceededException;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.protocol.NSQuotaExceededException;
import org.apache.hadoop.hdfs.protocol.QuotaByStorageTypeExceededException;
import org.apache.hadoop.hdfs.protocol.SnapshotAccessControlException;
import org.apache.hadoop.hdfs.protocol.UnresolvedPathException;
import org.apache.hadoop.hdfs.server.namenode.SafeModeException;
import org.apache.hadoop.io.EnumSetWritable;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.util.DataChecksum;
import org.apache.hadoop.util.Progressable;
import org.jspecify.annotations.Nullable;

/** The stock client, with files whose bytes are in the database. */
public final class SmallFileClient extends DFSClient {
  /**
   * Greatest length of a file that is held back to be closed with its bytes; the server's limit.
   */
  private static final int HELD_BYTES_MAX = 64 << 10;

  /** The storage policy that lets files be in the database. */
  private static final byte DATABASE_POLICY = 3;

  private static final String RESERVED = "/.reserved/";
  private static final String HOST = "localhost";

  private final String authority;
  private final SmallFileProtocol namenodes;

  public SmallFileClient(
      URI namenode, Configuration conf, FileSystem.@Nullable Statistics statistics)
      throws IOException {
    super(namenode, conf, statistics);
    this.authority = namenode.getAuthority();
    this.namenodes = SmallFileNamenodes.connect(namenode, ugi, conf);
  }

  /**
   * Of a namenode that is called without a connection: for what it does of its own accord, as the
   * user that makes this.
   */
  public SmallFileClient(ClientProtocol namenode, SmallFileProtocol smallFiles, Configuration conf)
      throws IOException {
    super(null, namenode, conf, null);
    // What the stock client calls a namenode without an address.
    this.authority = "null";
    this.namenodes = smallFiles;
  }

  @Override
  public DFSOutputStream create(
      String src,
      @Nullable FsPermission permission,
      EnumSet<CreateFlag> flag,
      boolean createParent,
      short replication,
      long blockSize,
      @Nullable Progressable progress,
      int bufferSize,
      @Nullable ChecksumOpt checksum,
      InetSocketAddress @Nullable [] favoredNodes,
      @Nullable String ecPolicyName,
      @Nullable String storagePolicy)
      throws IOException {
    checkOpen();
    HdfsFileStatus status =
        create(
            src,
            FsCreateModes.applyUMask(
                permission == null ? FsPermission.getFileDefault() : permission,
                getConf().getUMask()),
            flag,
            createParent,
            replication,
            blockSize,
            ecPolicyName,
            storagePolicy);
    DataChecksum sums = getConf().createChecksum(checksum);
    String[] hosts = hosts(favoredNodes);
    DFSOutputStream stream = stream(src, status, flag, progress, sums, hosts);
    keepLease(stream);
    return stream;
  }

  /**
   * As FileContext creates: the mode is masked already, and APPEND says that a file may be there.
   */
  @Override
  public DFSOutputStream primitiveCreate(
      String src,
      FsPermission masked,
      EnumSet<CreateFlag> flag,
      boolean createParent,
      short replication,
      long blockSize,
      @Nullable Progressable progress,
      int bufferSize,
      @Nullable ChecksumOpt checksum)
      throws IOException {
    checkOpen();
    CreateFlag.validate(flag);
    if (flag.contains(CreateFlag.APPEND)) {
      moveOut(src);
      return super.primitiveCreate(
          src, masked, flag, createParent, replication, blockSize, progress, bufferSize, checksum);
    }
    HdfsFileStatus status =
        create(src, masked, flag, createParent, replication, blockSize, null, null);
    DataChecksum sums = getConf().createChecksum(checksum);
    DFSOutputStream stream = stream(src, status, flag, progress, sums, null);
    keepLease(stream);
    return stream;
  }

  private HdfsFileStatus create(
      String src,
      FsPermission masked,
      EnumSet<CreateFlag> flag,
      boolean createParent,
      short replication,
      long blockSize,
      @Nullable String ecPolicyName,
      @Nullable String storagePolicy)
      throws IOException {
    try {
      return namenode.create(
          src,
          masked,
          clientName,
          new EnumSetWritable<>(flag),
          createParent,
          replication,
          blockSize,
          DFSOutputStream.SUPPORTED_CRYPTO_VERSIONS,
          ecPolicyName,
          storagePolicy);
    } catch (RemoteException e) {
      throw e.unwrapRemoteException(
          AccessControlException.class,
          DSQuotaExceededException.class,
          QuotaByStorageTypeExceededException.class,
          FileAlreadyExistsException.class,
          FileNotFoundException.class,
          ParentNotDirectoryException.class,
          NSQuotaExceededException.class,
          SafeModeException.class,
          UnresolvedPathException.class,
          SnapshotAccessControlException.class);
    }
  }

  private DFSOutputStream stream(
      String src,
      HdfsFileStatus status,
      EnumSet<CreateFlag> flag,
      @Nullable Progressable progress,
      DataChecksum sums,
      String @Nullable [] hosts)
      throws IOException {
    if (status.getErasureCodingPolicy() == null && status.getStoragePolicy() == DATABASE_POLICY) {
      return new SmallFileOutputStream(
          this, namenodes, HELD_BYTES_MAX, src, status, flag, progress, sums, hosts);
    }
    DFSOutputStream stream =
        status.getErasureCodingPolicy() == null
            ? new DFSOutputStream(this, src, status, flag, progress, sums, hosts, true)
            : new DFSStripedOutputStream(this, src, status, flag, progress, sums, hosts);
    stream.start();
    return stream;
  }

  /** As the stock client does it for its own streams; closing them ends it. */
  private void keepLease(DFSOutputStream stream) {
    putFileBeingWritten(stream.getUniqKey(), stream);
    LeaseRenewer.getInstance(authority, ugi, this).put(this);
  }

  private static String @Nullable [] hosts(InetSocketAddress @Nullable [] favoredNodes) {
    return favoredNodes == null
        ? null
        : Arrays.stream(favoredNodes)
            .map(each -> each.getHostName() + ":" + each.getPort())
            .toArray(String[]::new);
  }

  /** The bytes of a file that is in the database, or its blocks. */
  public SmallFile.Opened openSmall(String src, long offset, long length) throws IOException {
    checkOpen();
    try {
      return src.startsWith(RESERVED)
          ? new SmallFile.InBlocks(getLocatedBlocks(src, offset, length))
          : namenodes.open(src, offset, length);
    } catch (RemoteException e) {
      throw e.unwrapRemoteException(
          AccessControlException.class, FileNotFoundException.class, UnresolvedPathException.class);
    }
  }

  /** The bytes of a file, if they are in the database. */
  Optional<byte[]> bytesOf(String src) throws IOException {
    return SmallFile.bytes(openSmall(src, 0, 0));
  }

  /** A stream over the blocks that open has found. */
  public DFSInputStream read(String src, boolean verifyChecksum, LocatedBlocks blocks)
      throws IOException {
    ErasureCodingPolicy coding = blocks.getErasureCodingPolicy();
    return coding == null
        ? new DFSInputStream(this, src, verifyChecksum, blocks)
        : new DFSStripedInputStream(this, src, verifyChecksum, coding, blocks);
  }

  /** That of a file of blocks with the same bytes. */
  @Override
  public FileChecksum getFileChecksumWithCombineMode(String src, long length) throws IOException {
    Optional<byte[]> bytes = firstBytesOf(src, length);
    return bytes.isPresent()
        ? SmallFileChecksum.of(
            bytes.get(), blockBytes(src), sums(), getConf().getChecksumCombineMode())
        : super.getFileChecksumWithCombineMode(src, length);
  }

  @Override
  public MD5MD5CRC32FileChecksum getFileChecksum(String src, long length) throws IOException {
    Optional<byte[]> bytes = firstBytesOf(src, length);
    return bytes.isPresent()
        ? SmallFileChecksum.digests(bytes.get(), blockBytes(src), sums())
        : super.getFileChecksum(src, length);
  }

  private Optional<byte[]> firstBytesOf(String src, long length) throws IOException {
    return bytesOf(src).map(all -> length < all.length ? Arrays.copyOf(all, (int) length) : all);
  }

  private long blockBytes(String src) throws IOException {
    HdfsFileStatus status = getFileInfo(src);
    if (status == null) {
      throw new FileNotFoundException("File does not exist: " + src);
    }
    return status.getBlockSize();
  }

  private DataChecksum sums() {
    return getConf().createChecksum(null);
  }

  /** Whoever plans work by where a file is finds a place for all of it: any. */
  @Override
  public BlockLocation[] getBlockLocations(String src, long start, long length) throws IOException {
    Optional<byte[]> bytes = bytesOf(src);
    return bytes.isPresent()
        ? anywhere(bytes.get().length)
        : super.getBlockLocations(src, start, length);
  }

  /** A listed file with a place for its bytes, if it has bytes and no blocks. */
  public static LocatedFileStatus placed(LocatedFileStatus file) {
    boolean placeless = file.isFile() && file.getLen() > 0 && file.getBlockLocations().length == 0;
    return placeless ? new LocatedFileStatus(file, anywhere(file.getLen())) : file;
  }

  private static BlockLocation[] anywhere(long lengthBytes) {
    return new BlockLocation[] {
      new BlockLocation(new String[] {HOST + ":0"}, new String[] {HOST}, 0, lengthBytes)
    };
  }

  /**
   * Writes a file's bytes into blocks, if they are in the database: what follows may need blocks.
   * The rows are the file until the blocks are complete.
   */
  public void moveOut(String src) throws IOException {
    SmallFile.Reopened small;
    try {
      small = namenodes.append(src, clientName);
    } catch (RemoteException e) {
      IOException why = e.unwrapRemoteException(AlreadyBeingCreatedException.class);
      if (why == e) {
        // Of blocks, or not for this caller to change: the call that follows says it as ever.
        return;
      }
      throw why;
    }
    writeBlocks(src, small);
  }

  /**
   * Writes the bytes of a file that was opened again into blocks, and closes it. When that fails
   * the file is given up: the next one who opens it, or the leader, finds its rows.
   */
  public void writeBlocks(String src, SmallFile.Reopened small) throws IOException {
    DFSOutputStream stream =
        new DFSOutputStream(
            this,
            src,
            small.status(),
            EnumSet.of(CreateFlag.CREATE),
            null,
            getConf().createChecksum(null),
            null,
            true);
    stream.start();
    keepLease(stream);
    try {
      stream.write(small.bytes());
      stream.close();
    } catch (IOException e) {
      stream.abort();
      throw e;
    }
  }
}
