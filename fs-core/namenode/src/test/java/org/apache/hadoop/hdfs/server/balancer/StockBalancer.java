package org.apache.hadoop.hdfs.server.balancer;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.ToolRunner;

/** Hadoop's own balancer, whose command only its package may run without ending the process. */
public final class StockBalancer {
  private StockBalancer() {}

  /** As {@code hdfs balancer ARGUMENTS}; returns its exit code. */
  public static int run(Configuration conf, String... arguments) throws Exception {
    return ToolRunner.run(conf, new Balancer.Cli(), arguments);
  }
}
