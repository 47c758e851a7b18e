package io.warren.bench.flood;

import io.warren.bench.clock.CpuClock;
import io.warren.bench.peers.JavaProcess;
import io.warren.bench.peers.Peer;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import picocli.CommandLine.Option;

/** Measures the other users at one namenode, without the flood and beside it. */
public final class FloodRuns {
  private static final String FLOODED = "/flooded";
  private static final String OTHERS = "/others";
  private static final int JOIN_SECONDS = 60;

  /** How great the flood is, and how long it is looked at. */
  public static final class Options {
    @Option(names = "--files", description = "In the listed directory. Default: ${DEFAULT-VALUE}")
    private int files = 2_400;

    @Option(names = "--threads", description = "Of the flood. Default: ${DEFAULT-VALUE}")
    private int threads = 32;

    @Option(names = "--others", description = "Users beside it. Default: ${DEFAULT-VALUE}")
    private int others = 8;

    @Option(
        names = "--warm-up-seconds",
        description = "Before each measurement. Default: ${DEFAULT-VALUE}")
    private int warmUpSeconds = 5;

    @Option(names = "--seconds", description = "Of each measurement. Default: ${DEFAULT-VALUE}")
    private int seconds = 15;

    /** What runs, in sentences. */
    public String describe(String heap) {
      return "One user with "
          + threads
          + " threads lists a directory of "
          + files
          + " files; "
          + others
          + " other users with a thread each create a file, ask six times for its status and open"
          + " it. Clients are stock ones with the settings that Warren writes for them, a connection"
          + " for each thread, on the machine of the servers; each server has "
          + heap
          + " heap and the settings that it has by default, but for 32 handlers of the stock one."
          + " Each measurement took "
          + seconds
          + " s after "
          + warmUpSeconds
          + " s; runs alternate between the servers.";
    }
  }

  private final Options options;
  private final Path folder;

  /**
   * @param folder for logs
   */
  public FloodRuns(Options options, Path folder) {
    this.options = options;
    this.folder = folder;
  }

  /** Makes the directories of the flood and of the others. */
  public void prepare(Peer peer) throws IOException {
    try (FileSystem fs = FileSystem.newInstance(URI.create(peer.uri()), new HdfsConfiguration())) {
      for (String path : List.of(FLOODED, OTHERS)) {
        org.apache.hadoop.fs.Path directory = new org.apache.hadoop.fs.Path(path);
        fs.mkdirs(directory);
        fs.setPermission(directory, new FsPermission((short) 0777));
      }
      for (int i = 0; i < options.files; i++) {
        fs.create(new org.apache.hadoop.fs.Path(FLOODED, "a-file-of-many-" + i)).close();
      }
    }
  }

  public FloodRun run(Peer peer, int repeat) throws IOException, InterruptedException {
    String rpc = URI.create(peer.uri()).getAuthority();
    try (Others others = new Others(rpc, options.others)) {
      String directory = OTHERS + "/run" + repeat + "-";
      others.work(directory + "warm", options.warmUpSeconds);
      FloodRun.Met quiet = others.work(directory + "quiet", options.seconds);
      Path count = folder.resolve(peer.name() + "-" + repeat + ".listings");
      int floodSeconds = 2 * options.warmUpSeconds + options.seconds;
      try (JavaProcess flood = flood(peer, rpc, count, floodSeconds)) {
        others.work(directory + "flooding", options.warmUpSeconds);
        List<CpuClock> clocks =
            List.of(
                CpuClock.of(List.of(peer.processId())),
                CpuClock.of(List.of(flood.processId())),
                CpuClock.own());
        long[] beforeUs = clocks.stream().mapToLong(CpuClock::usedUs).toArray();
        FloodRun.Met flooded = others.work(directory + "flooded", options.seconds);
        double[] busy = new double[clocks.size()];
        for (int i = 0; i < busy.length; i++) {
          busy[i] = (clocks.get(i).usedUs() - beforeUs[i]) / 1e6 / options.seconds;
        }
        flood.requireSuccess(floodSeconds + JOIN_SECONDS);
        double listings = Double.parseDouble(Files.readString(count, StandardCharsets.US_ASCII));
        TimeUnit.SECONDS.sleep(1);
        return new FloodRun(
            peer.name(),
            repeat,
            quiet,
            flooded,
            listings / floodSeconds,
            new FloodRun.Busy(busy[0], busy[1], busy[2]));
      }
    }
  }

  private JavaProcess flood(Peer peer, String rpc, Path count, int seconds) throws IOException {
    return JavaProcess.start(
        peer.conf(),
        Path.of(count + ".log"),
        List.of("-Xmx512m", "-XX:+UseParallelGC"),
        Flooder.class.getName(),
        List.of(
            "--rpc=" + rpc,
            "--user=flood",
            "--directory=" + FLOODED,
            "--threads=" + options.threads,
            "--seconds=" + seconds,
            "--count=" + count));
  }
}
