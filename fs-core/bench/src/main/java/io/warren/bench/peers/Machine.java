package io.warren.bench.peers;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Locale;
import org.apache.hadoop.util.VersionInfo;

/**
 * What a report says about the machine; nothing that names it.
 *
 * @param loadAverage runnable tasks in the minute before the comparison began
 * @param syncUs median time to append 4 KiB to a file and sync it, where the servers' files are
 */
public record Machine(
    int cores,
    double memoryGib,
    String operatingSystem,
    String java,
    String hadoop,
    double loadAverage,
    long syncUs) {
  private static final Path MEMORY = Path.of("/proc/meminfo");
  private static final Path LOAD = Path.of("/proc/loadavg");
  private static final int SYNCS = 101;
  private static final int APPEND_BYTES = 4_096;

  /** Looks at this machine; syncs files in the folder. */
  public static Machine look(Path folder) throws IOException {
    return new Machine(
        Runtime.getRuntime().availableProcessors(),
        totalMemoryGib(),
        System.getProperty("os.name") + " " + System.getProperty("os.arch"),
        System.getProperty("java.vm.name") + " " + System.getProperty("java.version"),
        VersionInfo.getVersion(),
        firstNumber(Files.readString(LOAD, StandardCharsets.US_ASCII)),
        medianSyncUs(folder));
  }

  private static double totalMemoryGib() throws IOException {
    String total =
        Files.readAllLines(MEMORY, StandardCharsets.US_ASCII).stream()
            .filter(line -> line.startsWith("MemTotal:"))
            .findFirst()
            .orElse("0");
    return firstNumber(total.replaceAll("[^0-9]+", " ").strip()) / (1 << 20);
  }

  private static double firstNumber(String text) {
    return Double.parseDouble(text.split(" ", 2)[0]);
  }

  private static long medianSyncUs(Path folder) throws IOException {
    Path file = folder.resolve("sync-probe");
    long[] timesNs = new long[SYNCS];
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      for (int i = 0; i < SYNCS; i++) {
        channel.write(ByteBuffer.allocate(APPEND_BYTES));
        long startNs = System.nanoTime();
        channel.force(false);
        timesNs[i] = System.nanoTime() - startNs;
      }
    } finally {
      Files.deleteIfExists(file);
    }
    Arrays.sort(timesNs);
    return timesNs[SYNCS / 2] / 1_000;
  }

  /** One line for a report. */
  public String describe() {
    return String.format(
        Locale.ROOT,
        "%d cores, %.0f GiB memory, %s; %s; Hadoop %s; load average before the runs %.1f; median"
            + " sync of 4 KiB %d µs",
        cores,
        memoryGib,
        operatingSystem,
        java,
        hadoop,
        loadAverage,
        syncUs);
  }
}
