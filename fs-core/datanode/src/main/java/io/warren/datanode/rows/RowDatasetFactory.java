package io.warren.datanode.rows;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataStorage;
import org.apache.hadoop.hdfs.server.datanode.DatanodeSeats;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsDatasetFactory;

/**
 * The value of {@code dfs.datanode.fsdataset.factory} that lets a DataNode, the stock one included,
 * serve files whose bytes are rows of the database.
 */
public final class RowDatasetFactory extends FsDatasetSpi.Factory<FsDatasetSpi<?>> {
  @Override
  public FsDatasetSpi<?> newInstance(DataNode datanode, DataStorage storage, Configuration conf)
      throws IOException {
    RowSeats seats = new DatanodeSeats(datanode);
    RowSource source = new RowSource(seats, conf);
    RowCache cache =
        new RowCache(source, conf.getLong(RowCache.SIZE_KEY, RowCache.SIZE_DEFAULT_BYTES));
    FsDatasetSpi<?> stock = new FsDatasetFactory().newInstance(datanode, storage, conf);
    RowReadiness readiness = RowReadiness.start(seats, source);
    return RowDataset.around(
        stock,
        cache,
        conf,
        () -> {
          readiness.close();
          cache.close();
          source.close();
        });
  }
}
