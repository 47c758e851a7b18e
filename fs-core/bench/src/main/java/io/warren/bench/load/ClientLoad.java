package io.warren.bench.load;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.HdfsConfiguration;

/** Makes a directory with empty files through stock clients, for stores that are served. */
public final class ClientLoad {
  private static final int CLIENTS = 16;
  private static final int FILES_PER_DIRECTORY = 500;

  private final String uri;

  public ClientLoad(String uri) {
    this.uri = uri;
  }

  /**
   * @param inodes in the directory, about
   */
  public void load(String directory, long inodes) throws IOException, InterruptedException {
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int client = 0; client < CLIENTS; client++) {
        int part = client;
        running.add(clients.submit(() -> loadPart(directory, part, inodes / CLIENTS)));
      }
      for (Future<?> each : running) {
        each.get();
      }
    } catch (ExecutionException e) {
      throw new IOException("The files could not be made", e.getCause());
    } finally {
      clients.shutdownNow();
    }
  }

  private Void loadPart(String directory, int part, long files) throws IOException {
    try (FileSystem fs = FileSystem.newInstance(URI.create(uri), new HdfsConfiguration())) {
      for (long i = 0; i < files; i++) {
        String in = directory + "/part-" + part + "/of-" + i / FILES_PER_DIRECTORY;
        fs.create(new Path(in, "file-" + i)).close();
      }
    }
    return null;
  }
}
