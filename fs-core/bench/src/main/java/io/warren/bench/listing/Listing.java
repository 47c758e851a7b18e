package io.warren.bench.listing;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;

/** A directory of files without blocks, and a client that lists it to the end. */
final class Listing {
  private static final int MAKERS = 16;

  private final DistributedFileSystem fs;
  private final Path directory;
  private final int entries;
  private final boolean located;

  /**
   * @param entries files of the directory
   * @param located whether the listing asks for the files' blocks, too
   */
  Listing(DistributedFileSystem fs, Path directory, int entries, boolean located) {
    this.fs = fs;
    this.directory = directory;
    this.entries = entries;
    this.located = located;
  }

  /** Makes the directory and its files, unless an earlier run has. */
  void prepare() throws IOException, InterruptedException {
    if (fs.exists(directory) && count() == entries) {
      return;
    }
    fs.delete(directory, true);
    fs.mkdirs(directory);
    ExecutorService makers = Executors.newFixedThreadPool(MAKERS);
    try {
      List<Future<?>> made = new ArrayList<>();
      for (int maker = 0; maker < MAKERS; maker++) {
        int first = maker;
        made.add(
            makers.submit(
                () -> {
                  for (int i = first; i < entries; i += MAKERS) {
                    fs.create(new Path(directory, "part-%06d-of-a-table.parquet".formatted(i)))
                        .close();
                  }
                  return first;
                }));
      }
      for (Future<?> each : made) {
        each.get();
      }
    } catch (ExecutionException e) {
      throw new IOException("The directory to list could not be made: " + e.getCause(), e);
    } finally {
      makers.shutdownNow();
    }
  }

  /** Lists all pages; fails when entries are missing or too many. */
  void listOnce() throws IOException {
    int found = count();
    if (found != entries) {
      throw new IOException("A listing has " + found + " entries instead of " + entries);
    }
  }

  private int count() throws IOException {
    DFSClient client = fs.getClient();
    byte[] after = HdfsFileStatus.EMPTY_NAME;
    int found = 0;
    boolean hasMore = true;
    while (hasMore) {
      DirectoryListing page = client.listPaths(directory.toUri().getPath(), after, located);
      if (page == null) {
        throw new IOException("The directory is gone: " + directory);
      }
      found += page.getPartialListing().length;
      hasMore = page.hasMore();
      after = page.getLastName();
    }
    return found;
  }
}
