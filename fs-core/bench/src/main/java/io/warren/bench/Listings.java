package io.warren.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.warren.bench.clock.CpuClock;
import io.warren.bench.listing.ListingRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists a directory again and again. Exit code 1 when a listing failed or was not complete. */
@Command(
    name = "listings",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Makes a directory of files without blocks, unless it is there, and lists all of it, one",
      "listing after the other, with the stock client protocol."
    })
public final class Listings implements Callable<Integer> {
  @Option(names = "--uri", required = true, description = "The cluster: hdfs://host:port")
  private String uri = "";

  @Option(names = "--entries", description = "Files of the directory. Default: ${DEFAULT-VALUE}")
  private int entries = 2_400;

  @Option(names = "--located", description = "Ask for the files' blocks, too")
  private boolean located;

  @Option(names = "--warm-up-seconds", description = "Default: ${DEFAULT-VALUE}")
  private int warmUpSeconds = 5;

  @Option(names = "--seconds", description = "Measured time. Default: ${DEFAULT-VALUE}")
  private int seconds = 15;

  @Option(
      names = "--server-process",
      split = ",",
      description = "Process ids of the namenodes on this machine, to report their processor time")
  private List<Long> serverProcesses = List.of();

  @Option(names = "--json", description = "Write the result to this file")
  private @Nullable Path json;

  public static void main(String[] args) {
    CommandLine commandLine = new CommandLine(new Listings());
    commandLine.setExecutionExceptionHandler(
        (e, failed, parsed) -> {
          failed.getErr().println("listings: " + e.getMessage());
          return 1;
        });
    System.exit(commandLine.execute(args));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    ListingRun run = new ListingRun(uri, entries, located, warmUpSeconds, seconds);
    ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    String result =
        mapper.writeValueAsString(run.run(new HdfsConfiguration(), CpuClock.of(serverProcesses)));
    if (json != null) {
      Files.writeString(json, result);
    }
    System.out.println(result);
    return 0;
  }
}
