package io.warren.bench.flood;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.fs.FileSystem;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The flood, in a process of its own: it lists one directory again and again. */
@Command(name = "flooder", mixinStandardHelpOptions = true)
public final class Flooder implements Callable<Integer> {
  @Option(names = "--rpc", required = true, description = "HOST:PORT of the namenode")
  private String rpc = "";

  @Option(names = "--user", required = true)
  private String user = "";

  @Option(names = "--directory", required = true)
  private String directory = "";

  @Option(names = "--threads", required = true)
  private int threads;

  @Option(names = "--seconds", required = true)
  private int seconds;

  @Option(names = "--count", required = true, description = "File for the number of listings")
  private Path count = Path.of("");

  public static void main(String[] args) {
    System.exit(new CommandLine(new Flooder()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    LongAdder listings = new LongAdder();
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    List<Future<?>> running = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      running.add(
          pool.submit(
              () -> {
                try (FileSystem fs = UserClients.open(rpc, user)) {
                  while (System.nanoTime() - endNanos < 0) {
                    fs.listStatus(new org.apache.hadoop.fs.Path(directory));
                    listings.increment();
                  }
                }
                return null;
              }));
    }
    for (Future<?> thread : running) {
      thread.get();
    }
    pool.shutdown();
    Files.writeString(count, String.valueOf(listings.sum()), StandardCharsets.US_ASCII);
    return 0;
  }
}
