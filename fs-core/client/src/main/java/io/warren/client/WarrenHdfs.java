package io.warren.client;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.SmallFileFs;

/**
 * {@link WarrenFileSystem} for FileContext, to be named as {@code fs.AbstractFileSystem.hdfs.impl}.
 */
public final class WarrenHdfs extends SmallFileFs {
  /** Called by FileContext. */
  public WarrenHdfs(URI uri, Configuration conf) throws IOException, URISyntaxException {
    super(uri, conf);
  }
}
