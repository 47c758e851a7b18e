package io.warren.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.warren.bench.clock.CpuClock;
import io.warren.bench.smallfiles.FileRun;
import io.warren.bench.smallfiles.FileSizes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Small files by themselves, against any running hdfs:// cluster. */
@Command(
    name = "small-files",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Writes files of a few KiB as fast as some clients can, below a new folder, then reads them",
      "in any order and compares every byte."
    })
public final class SmallFileClient implements Callable<Integer> {
  private static final String STOCK = DistributedFileSystem.class.getName();

  @Option(names = "--uri", required = true, description = "The cluster: hdfs://host:port")
  private String uri = "";

  @Option(names = "--folder", required = true, description = "Folder to make and fill")
  private String folder = "";

  @Option(names = "--file-system", description = "fs.hdfs.impl. Default: ${DEFAULT-VALUE}")
  private String fileSystem = STOCK;

  @Option(names = "--policy", description = "Storage policy of the folder. Default: none")
  private String policy = "";

  @Option(names = "--size", description = "KiB, or spotify. Default: ${DEFAULT-VALUE}")
  private String size = "4";

  @Option(names = "--clients", description = "Default: ${DEFAULT-VALUE}")
  private int clients = 1;

  @Option(names = "--files-max", description = "Of all clients. Default: ${DEFAULT-VALUE}")
  private int filesMax = 40_000;

  @Option(names = "--warm-up-seconds", description = "Default: ${DEFAULT-VALUE}")
  private int warmUpSeconds = 3;

  @Option(names = "--seconds", description = "Measured time. Default: ${DEFAULT-VALUE}")
  private int seconds = 5;

  @Option(
      names = "--server-process",
      split = ",",
      description = "Process ids of the servers on this machine, to report their processor time")
  private List<Long> serverProcesses = List.of();

  @Option(names = "--seed", description = "Default: ${DEFAULT-VALUE}")
  private long seed = 1;

  @Option(names = "--json", description = "Write the result to this file")
  private @Nullable Path json;

  public static void main(String[] args) {
    CommandLine commandLine = new CommandLine(new SmallFileClient());
    commandLine.setExecutionExceptionHandler(
        (e, failed, parsed) -> {
          failed.getErr().println("small-files: " + e.getMessage());
          return 1;
        });
    System.exit(commandLine.execute(args));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    FileRun run =
        new FileRun(
            new FileRun.Options(
                uri,
                folder,
                policy,
                FileSizes.parse(size),
                clients,
                Math.max(1, filesMax / clients),
                TimeUnit.SECONDS.toMillis(warmUpSeconds),
                TimeUnit.SECONDS.toMillis(seconds),
                seed),
            CpuClock.of(serverProcesses));
    List<Configuration> others = fileSystem.equals(STOCK) ? List.of() : List.of(conf(STOCK));
    ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    String result = mapper.writeValueAsString(run.run(conf(fileSystem), others));
    if (json != null) {
      Files.writeString(json, result);
    }
    System.out.println(result);
    return 0;
  }

  private static Configuration conf(String fileSystem) {
    Configuration conf = new HdfsConfiguration();
    conf.set("fs.hdfs.impl", fileSystem);
    conf.setInt("dfs.replication", 1);
    return conf;
  }
}
