package io.warren.bench;

import io.warren.bench.mix.Clients;
import io.warren.bench.paced.DirectoryChanges;
import io.warren.bench.paced.Pace;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A steady load of changes. Exit code 1 when one of them failed. */
@Command(
    name = "steady-changes",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Makes, changes and removes directories at a steady rate with stock clients until standard",
      "input ends. Each line of input is answered by the number of changes made so far; one that",
      "holds a number makes it the rate."
    })
public final class SteadyChanges implements Callable<Integer> {
  @Option(
      names = "--uri",
      required = true,
      split = ",",
      description = "The namenodes, hdfs://host:port; they share the threads")
  private List<String> uris = List.of();

  @Option(names = "--base-path", required = true, description = "Directory to work below")
  private String basePath = "";

  @Option(names = "--threads", description = "Clients. Default: ${DEFAULT-VALUE}")
  private int threads = 16;

  @Option(names = "--changes-per-s", description = "The first rate. Default: ${DEFAULT-VALUE}")
  private double changesPerS = 500;

  public static void main(String[] args) {
    CommandLine commandLine = new CommandLine(new SteadyChanges());
    commandLine.setExecutionExceptionHandler(
        (e, failed, parsed) -> {
          failed.getErr().println("steady-changes: " + e.getMessage());
          return 1;
        });
    System.exit(commandLine.execute(args));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (Clients clients = new Clients(uris, threads, new HdfsConfiguration());
        Pace pace = new Pace(new DirectoryChanges(clients, basePath), threads, changesPerS)) {
      pace.start();
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (!line.isBlank()) {
          pace.setRate(Double.parseDouble(line));
        }
        out.println(pace.done());
      }
      pace.done();
    }
    return 0;
  }
}
