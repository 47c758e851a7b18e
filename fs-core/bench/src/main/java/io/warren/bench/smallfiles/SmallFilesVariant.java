package io.warren.bench.smallfiles;

/**
 * A way to write and read small files.
 *
 * @param name in data
 * @param title in reports
 * @param cluster name of the cluster
 * @param fileSystem the clients' fs.hdfs.impl
 * @param policy storage policy of the files' folder; empty for the cluster's own
 */
public record SmallFilesVariant(
    String name, String title, String cluster, String fileSystem, String policy) {
  /** The name of the cluster that all others are compared with. */
  public static final String STOCK = "stock";

  private static final String STOCK_CLIENT = "org.apache.hadoop.hdfs.DistributedFileSystem";
  private static final String OUR_CLIENT = "io.warren.client.WarrenFileSystem";

  /** Stock HDFS. */
  public static SmallFilesVariant stock() {
    return new SmallFilesVariant(STOCK, "stock HDFS", STOCK, STOCK_CLIENT, "");
  }

  /** Warren with stock clients: the files are blocks. */
  public static SmallFilesVariant blocks(String cluster, String title) {
    return new SmallFilesVariant(
        cluster + "-blocks", title + ", stock client", cluster, STOCK_CLIENT, "");
  }

  /** Warren with its own client: the files are rows. */
  public static SmallFilesVariant rows(String cluster, String title) {
    return new SmallFilesVariant(
        cluster + "-rows", title + ", its client", cluster, OUR_CLIENT, "DB");
  }
}
