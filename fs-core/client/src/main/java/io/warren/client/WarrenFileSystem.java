package io.warren.client;

import org.apache.hadoop.hdfs.SmallFileSystem;

/**
 * HDFS with small files in the database, to be named as {@code fs.hdfs.impl}. A file below a
 * directory with the storage policy DB goes to the namenode with its close, as long as it is small,
 * and comes back with the answer to open. Everything else is the stock client's.
 */
public final class WarrenFileSystem extends SmallFileSystem {}
