package io.warren.store;

import java.nio.file.Path;

/**
 * Where a process finds its store. Each kind of store uses what concerns it.
 *
 * @param folder where an embedded store has its files
 * @param connect HOST:PORT of a cluster's management nodes, separated by commas
 * @param database name of the database in a cluster
 * @param connectTimeoutMs how long to wait for a cluster at start
 */
public record StoreConfig(Path folder, String connect, String database, int connectTimeoutMs) {
  /** A store in a folder. */
  public static StoreConfig inFolder(Path folder) {
    return new StoreConfig(folder, "", "", 0);
  }
}
