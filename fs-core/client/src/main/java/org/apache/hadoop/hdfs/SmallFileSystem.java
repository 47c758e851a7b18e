package org.apache.hadoop.hdfs;

import io.warren.client.small.SmallFile;
import io.warren.client.small.SmallFileInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.EnumSet;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathFilter;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.util.Progressable;
import org.apache.hadoop.util.functional.RemoteIterators;
import org.jspecify.annotations.Nullable;

/** The stock file system over a client that knows files in the database. */
public abstract class SmallFileSystem extends DistributedFileSystem {
  private @Nullable SmallFileClient client;
  private boolean verifyChecksum = true;

  @Override
  void initDFSClient(URI uri, Configuration conf) throws IOException {
    SmallFileClient made = new SmallFileClient(uri, conf, statistics);
    client = made;
    dfs = made;
  }

  private SmallFileClient client() {
    return Objects.requireNonNull(client);
  }

  private String source(Path path) {
    return fixRelativePart(path).toUri().getPath();
  }

  @Override
  public void setVerifyChecksum(boolean verify) {
    verifyChecksum = verify;
    super.setVerifyChecksum(verify);
  }

  /** One call answers the bytes of a file in the database, or the blocks of another one. */
  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    statistics.incrementReadOps(1);
    String src = source(path);
    SmallFile.Opened opened = client().openSmall(src, 0, dfs.getConf().getPrefetchSize());
    if (opened instanceof SmallFile.InDatabase small) {
      return new FSDataInputStream(new SmallFileInputStream(small.bytes(), statistics));
    }
    SmallFile.InBlocks large = (SmallFile.InBlocks) opened;
    return dfs.createWrappedInputStream(client().read(src, verifyChecksum, large.blocks()));
  }

  @Override
  public FSDataOutputStream append(
      Path path, EnumSet<CreateFlag> flag, int bufferSize, @Nullable Progressable progress)
      throws IOException {
    client().moveOut(source(path));
    return super.append(path, flag, bufferSize, progress);
  }

  @Override
  public FSDataOutputStream append(
      Path path,
      EnumSet<CreateFlag> flag,
      int bufferSize,
      @Nullable Progressable progress,
      InetSocketAddress @Nullable [] favoredNodes)
      throws IOException {
    client().moveOut(source(path));
    return super.append(path, flag, bufferSize, progress, favoredNodes);
  }

  @Override
  public boolean truncate(Path path, long newLength) throws IOException {
    client().moveOut(source(path));
    return super.truncate(path, newLength);
  }

  @Override
  public void concat(Path target, Path[] sources) throws IOException {
    client().moveOut(source(target));
    for (Path each : sources) {
      client().moveOut(source(each));
    }
    super.concat(target, sources);
  }

  @Override
  protected RemoteIterator<LocatedFileStatus> listLocatedStatus(Path path, PathFilter filter)
      throws IOException {
    return RemoteIterators.mappingRemoteIterator(
        super.listLocatedStatus(path, filter), SmallFileClient::placed);
  }
}
