package io.warren.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.warren.bench.clock.CpuClock;
import io.warren.bench.mix.MixOptions;
import io.warren.bench.mix.MixResult;
import io.warren.bench.mix.MixRun;
import io.warren.bench.mix.TreeShape;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs the Spotify mix against a cluster. Exit code 1 when an operation failed. */
@Command(
    name = "spotify-mix",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Drives an hdfs:// cluster with the operation mix of a large Spotify cluster: closed loop,",
      "stock client protocol, each thread in its own part of a fresh tree (2 directories and 16",
      "files per directory, 34-character names). Any failed operation fails the run."
    })
public final class SpotifyMix implements Callable<Integer> {
  @Option(
      names = "--uri",
      required = true,
      split = ",",
      description = "The cluster: hdfs://host:port or a name; several share the threads")
  private List<String> uris = List.of();

  @Option(
      names = "--conf",
      description = "Folder with core-site.xml and hdfs-site.xml, for logical cluster names")
  private @Nullable Path confFolder;

  @Option(names = "-D", description = "A Hadoop client setting: -D key=value")
  private Map<String, String> settings = Map.of();

  @Option(names = "--base-path", description = "Start of all paths. Default: ${DEFAULT-VALUE}")
  private String basePath = "/warren-bench";

  @Option(names = "--threads", description = "Clients. Default: ${DEFAULT-VALUE}")
  private int threads = 16;

  @Option(
      names = "--connections",
      description = "Connections that the threads share; 0 for one each. Default: ${DEFAULT-VALUE}")
  private int connections;

  @Option(names = "--warm-up-seconds", description = "Default: ${DEFAULT-VALUE}")
  private int warmUpSeconds = 5;

  @Option(names = "--seconds", description = "Measured time. Default: ${DEFAULT-VALUE}")
  private int seconds = 20;

  @Option(
      names = "--until-input-ends",
      description = {
        "Measure until standard input ends, and no longer than --seconds. A line with the word",
        "measuring tells when the measured part begins"
      })
  private boolean untilInputEnds;

  @Option(names = "--operations", description = "Measure this many operations, however long")
  private long operations;

  @Option(names = "--depth", description = "Depth of the deepest files. Default: ${DEFAULT-VALUE}")
  private int depth = 7;

  @Option(
      names = "--create-percent",
      description = "Share of creates; the other operations keep their proportions. Default: 2.7")
  private double createPercent = -1;

  @Option(
      names = "--shape",
      description = "Where the threads' files are: ${COMPLETION-CANDIDATES}. Default: APART")
  private TreeShape shape = TreeShape.APART;

  @Option(
      names = "--file-bytes",
      description = {
        "Length of every file. Default: 0, metadata only. Above 0 creates write and reads read",
        "whole blocks through DataNodes, which then dominate the result."
      })
  private int fileBytes;

  @Option(names = "--seed", description = "Of all choices. Default: ${DEFAULT-VALUE}")
  private long seed = 1;

  @Option(names = "--keep", description = "Leave the tree behind")
  private boolean keep;

  @Option(
      names = "--server-process",
      split = ",",
      description = "Process ids of the namenodes on this machine, to report their processor time")
  private List<Long> serverProcesses = List.of();

  @Option(
      names = "--store-process",
      split = ",",
      description = "Process ids of the store's servers on this machine, likewise")
  private List<Long> storeProcesses = List.of();

  @Option(names = "--json", description = "Write the result to this file as well")
  private @Nullable Path json;

  public static void main(String[] args) {
    CommandLine commandLine = new CommandLine(new SpotifyMix());
    commandLine.setExecutionExceptionHandler(
        (e, failed, parsed) -> {
          failed.getErr().println("spotify-mix: " + e.getMessage());
          return 1;
        });
    System.exit(commandLine.execute(args));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    MixOptions options =
        new MixOptions(
            uris,
            basePath,
            threads,
            connections == 0 ? threads : connections,
            warmUpSeconds * 1_000L,
            seconds * 1_000L,
            operations,
            depth,
            createPercent,
            shape,
            fileBytes,
            seed,
            keep);
    CpuClock servers = CpuClock.of(serverProcesses);
    CpuClock store = CpuClock.of(storeProcesses);
    MixRun run = new MixRun(options, configuration(), servers, store);
    if (untilInputEnds) {
      endWithInput(run);
    }
    MixResult result = run.run();
    if (json != null) {
      new ObjectMapper()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .writeValue(json.toFile(), result);
    }
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    out.print(result.toText());
    result.errors().forEach(error -> System.err.println("spotify-mix: " + error));
    return result.errors().isEmpty() ? 0 : 1;
  }

  private static void endWithInput(MixRun run) {
    Thread reader =
        new Thread(
            () -> {
              try {
                run.awaitMeasuring();
                System.out.println("measuring");
                System.in.transferTo(OutputStream.nullOutputStream());
              } catch (IOException | InterruptedException e) {
                // An input that can't be read has ended.
              }
              run.end();
            },
            "input");
    reader.setDaemon(true);
    reader.start();
  }

  private Configuration configuration() {
    Configuration conf = new HdfsConfiguration();
    if (confFolder != null) {
      conf.addResource(new org.apache.hadoop.fs.Path(confFolder.resolve("core-site.xml").toUri()));
      conf.addResource(new org.apache.hadoop.fs.Path(confFolder.resolve("hdfs-site.xml").toUri()));
    }
    settings.forEach(conf::set);
    return conf;
  }
}
