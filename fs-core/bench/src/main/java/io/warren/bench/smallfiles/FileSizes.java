package io.warren.bench.smallfiles;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Lengths of files, some more frequent than others.
 *
 * @param name in reports
 * @param classes from the shortest
 */
public record FileSizes(String name, List<SizeClass> classes) {
  /** Files of one length. */
  public record SizeClass(int bytes, int weight) {}

  private static final String SPOTIFY = "spotify";

  /**
   * Lengths of the small files in Spotify's clusters, in tenths of a percent (Niazi et al., "Size
   * Matters: Improving the Performance of Small Files in Hadoop", Middleware 2018).
   */
  private static final List<SizeClass> SPOTIFY_CLASSES =
      List.of(
          new SizeClass(0, 3),
          new SizeClass(1 << 10, 63),
          new SizeClass(2 << 10, 72),
          new SizeClass(3 << 10, 85),
          new SizeClass(4 << 10, 96),
          new SizeClass(5 << 10, 102),
          new SizeClass(6 << 10, 105),
          new SizeClass(7 << 10, 108),
          new SizeClass(8 << 10, 110),
          new SizeClass(16 << 10, 119),
          new SizeClass(32 << 10, 137));

  public FileSizes {
    classes = List.copyOf(classes);
  }

  /**
   * Reads "spotify", or KiB of files of one length.
   *
   * @throws IllegalArgumentException for anything else
   */
  public static FileSizes parse(String text) {
    if (text.equals(SPOTIFY)) {
      return new FileSizes(SPOTIFY, SPOTIFY_CLASSES);
    }
    try {
      int bytes = Math.multiplyExact(Integer.parseInt(text), 1 << 10);
      if (bytes > 0) {
        return new FileSizes(text, List.of(new SizeClass(bytes, 1)));
      }
    } catch (NumberFormatException | ArithmeticException e) {
      throw new IllegalArgumentException(refused(text), e);
    }
    throw new IllegalArgumentException(refused(text));
  }

  private static String refused(String text) {
    return "A size is a number of KiB or \"spotify\": " + text;
  }

  /** For people. */
  public String title() {
    return name.equals(SPOTIFY) ? "Spotify's sizes" : name + " KiB";
  }

  /** The length of one more file. */
  int next(Random random) {
    int left = random.nextInt(classes.stream().mapToInt(SizeClass::weight).sum());
    for (SizeClass each : classes) {
      left -= each.weight();
      if (left < 0) {
        return each.bytes();
      }
    }
    throw new IllegalStateException("The weights are positive");
  }

  /** Bytes of a file on average. */
  public double meanBytes() {
    double bytes = 0;
    double weights = 0;
    for (SizeClass each : classes) {
      bytes += (double) each.bytes() * each.weight();
      weights += each.weight();
    }
    return bytes / weights;
  }

  @Override
  public String toString() {
    List<String> all = new ArrayList<>();
    classes.forEach(c -> all.add(String.format(Locale.ROOT, "%d×%d", c.bytes(), c.weight())));
    return String.join(" ", all);
  }
}
