package io.warren.bench;

import io.warren.bench.load.ClientLoad;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Fills a store that only its namenodes may write to. Exit code 1 when a file can't be made. */
@Command(
    name = "fill-by-clients",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Makes empty files with stock clients, 500 to a directory: the way to fill a cluster's",
      "store, which bulk loading does not know."
    })
public final class FillByClients implements Callable<Integer> {
  @Option(names = "--uri", required = true, description = "The file system, hdfs://host:port")
  private String uri = "";

  @Option(names = "--directory", required = true, description = "Directory to make them below")
  private String directory = "";

  @Option(names = "--inodes", required = true, description = "How many, about")
  private long inodes;

  public static void main(String[] args) {
    CommandLine commandLine = new CommandLine(new FillByClients());
    commandLine.setExecutionExceptionHandler(
        (e, failed, parsed) -> {
          failed.getErr().println("fill-by-clients: " + e.getMessage());
          return 1;
        });
    System.exit(commandLine.execute(args));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    long beganMs = System.currentTimeMillis();
    new ClientLoad(uri).load(directory, inodes);
    long tookMs = Math.max(1, System.currentTimeMillis() - beganMs);
    System.out.printf(
        "%,d files in %.1f s, %,.0f/s%n", inodes, tookMs / 1000.0, inodes * 1000.0 / tookMs);
    return 0;
  }
}
