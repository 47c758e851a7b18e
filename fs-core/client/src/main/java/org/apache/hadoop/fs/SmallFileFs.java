package org.apache.hadoop.fs;

import io.warren.client.small.SmallFile;
import io.warren.client.small.SmallFileInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.SmallFileClient;
import org.apache.hadoop.util.functional.RemoteIterators;

/**
 * What FileContext uses, over a client that knows files in the database. In Hadoop's package, as
 * its own class takes another client nowhere else.
 */
public abstract class SmallFileFs extends FilterFs {
  private final SmallFileClient client;
  private boolean verifyChecksum = true;

  /** The stock one with our client. */
  private static final class Stock extends Hdfs {
    private final SmallFileClient client;

    Stock(URI uri, Configuration conf) throws IOException, URISyntaxException {
      super(uri, conf);
      client = new SmallFileClient(uri, conf, getStatistics());
      DFSClient unused = dfs;
      dfs = client;
      unused.close();
    }
  }

  protected SmallFileFs(URI uri, Configuration conf) throws IOException, URISyntaxException {
    this(new Stock(uri, conf));
  }

  private SmallFileFs(Stock stock) throws URISyntaxException {
    super(stock);
    client = stock.client;
  }

  @Override
  public void setVerifyChecksum(boolean verify) throws IOException {
    verifyChecksum = verify;
    super.setVerifyChecksum(verify);
  }

  /** One call answers the bytes of a file in the database, or the blocks of another one. */
  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    checkPath(path);
    String src = getUriPath(path);
    SmallFile.Opened opened = client.openSmall(src, 0, client.getConf().getPrefetchSize());
    if (opened instanceof SmallFile.InDatabase small) {
      return new FSDataInputStream(new SmallFileInputStream(small.bytes(), getStatistics()));
    }
    SmallFile.InBlocks large = (SmallFile.InBlocks) opened;
    return client.createWrappedInputStream(client.read(src, verifyChecksum, large.blocks()));
  }

  @Override
  public FSDataInputStream open(Path path) throws IOException {
    return open(path, 0);
  }

  @Override
  public boolean truncate(Path path, long newLength) throws IOException {
    checkPath(path);
    client.moveOut(getUriPath(path));
    return super.truncate(path, newLength);
  }

  @Override
  public RemoteIterator<LocatedFileStatus> listLocatedStatus(Path path) throws IOException {
    return RemoteIterators.mappingRemoteIterator(
        super.listLocatedStatus(path), SmallFileClient::placed);
  }
}
