package io.warren.namenode.small;

import io.warren.namenode.service.NamenodeSettings.Setting;
import org.apache.hadoop.conf.Configuration;

/**
 * How a namenode treats small files.
 *
 * @param bytesMax greatest length of a file whose bytes may stay in the database; 0 for none
 * @param takeInDelayMs how long a file must have been closed before its bytes are taken in
 * @param takeInFilesPerS files taken in per second at most; 0 for none
 * @param inFlightBytesMax bytes of small files that calls under way may hold together
 */
public record SmallFileSettings(
    int bytesMax, long takeInDelayMs, int takeInFilesPerS, long inFlightBytesMax) {
  private static final Setting BYTES_MAX =
      new Setting(
          "warren.namenode.small-file.bytes-max",
          0,
          0,
          64 << 10,
          "Greatest length of a file that may stay in the database; 0 for none.");

  private static final Setting TAKE_IN_DELAY_MS =
      new Setting(
          "warren.namenode.small-file.take-in.delay-ms",
          30_000,
          0,
          86_400_000,
          "Milliseconds after its close when a file of blocks is taken into the database.");

  private static final Setting TAKE_IN_FILES_PER_S =
      new Setting(
          "warren.namenode.small-file.take-in.files-per-s",
          50,
          0,
          10_000,
          "Files that a namenode takes into the database per second at most; 0 for none.");

  private static final Setting IN_FLIGHT_BYTES_MAX =
      new Setting(
          "warren.namenode.small-file.in-flight-bytes-max",
          64L << 20,
          1 << 20,
          16L << 30,
          "Bytes of small files that calls under way may hold together in a namenode.");

  /**
   * Reads and checks the settings.
   *
   * @throws IllegalArgumentException naming the setting that is wrong
   */
  public static SmallFileSettings read(Configuration conf) {
    return new SmallFileSettings(
        (int) BYTES_MAX.read(conf),
        TAKE_IN_DELAY_MS.read(conf),
        (int) TAKE_IN_FILES_PER_S.read(conf),
        IN_FLIGHT_BYTES_MAX.read(conf));
  }

  /** Whether closed files are taken in without being asked for. */
  public boolean takesIn() {
    return bytesMax > 0 && takeInFilesPerS > 0;
  }
}
