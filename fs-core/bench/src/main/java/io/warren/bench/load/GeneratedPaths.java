package io.warren.bench.load;

import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Paths as a data lake has them: tables in partitions, logs by day, and what users keep. Without
 * end; the same seed gives the same paths.
 */
final class GeneratedPaths implements PathSource {
  private static final List<String> WORDS =
      List.of(
          "sales",
          "orders",
          "clicks",
          "events",
          "users",
          "sessions",
          "billing",
          "stock",
          "prices",
          "sensor",
          "weather",
          "audit",
          "search",
          "ratings",
          "shipments",
          "returns",
          "payments",
          "features",
          "labels",
          "metrics");
  private static final List<String> ENDINGS =
      List.of("snappy.parquet", "parquet", "orc", "avro", "csv.gz", "json");
  private static final List<String> DOCUMENTS =
      List.of("ipynb", "py", "csv", "txt", "pdf", "md", "xlsx", "sql", "jar", "png");
  private static final HexFormat HEX = HexFormat.of();
  private static final int HEX_DIGITS = 8;
  private static final int PATH_CHARS = 96;
  private static final int TABLES = 400;
  private static final int USERS = 200;
  private static final int SERVICES = 60;
  private static final int FIRST_YEAR = 2022;
  private static final int YEARS = 5;

  private final SplittableRandom random;
  private long made;

  GeneratedPaths(long seed) {
    this.random = new SplittableRandom(seed);
  }

  @Override
  public String next() {
    made++;
    int share = random.nextInt(100);
    if (share < 70) {
      return tableFile();
    }
    return share < 85 ? logFile() : userFile();
  }

  private String tableFile() {
    int table = random.nextInt(TABLES);
    StringBuilder path = new StringBuilder(PATH_CHARS).append("/warehouse/");
    path.append(word(table % 20)).append(".db/");
    path.append(word(table / 20)).append('_').append(word(table % 7)).append('_');
    padded(path, table, 2);
    path.append("/dt=");
    day(path, '-');
    path.append("/part-");
    padded(path, random.nextInt(200), 5);
    path.append('-').append(HEX.toHexDigits(made, HEX_DIGITS)).append('.');
    return path.append(ENDINGS.get(table % ENDINGS.size())).toString();
  }

  private String logFile() {
    int service = random.nextInt(SERVICES);
    StringBuilder path = new StringBuilder(PATH_CHARS).append("/logs/");
    path.append(word(service)).append("-service-");
    padded(path, service, 2);
    path.append('/');
    day(path, '/');
    path.append("/host");
    padded(path, random.nextInt(120), 3);
    return path.append('-').append(HEX.toHexDigits(made, HEX_DIGITS)).append(".log.gz").toString();
  }

  private String userFile() {
    StringBuilder path = new StringBuilder(PATH_CHARS).append("/user/user");
    padded(path, random.nextInt(USERS), 3);
    path.append('/').append(word(random.nextInt(20)));
    path.append('/').append(word(random.nextInt(20))).append('-').append(word(random.nextInt(20)));
    path.append('/').append(word(random.nextInt(20)));
    path.append('_').append(HEX.toHexDigits(made, HEX_DIGITS)).append('.');
    return path.append(DOCUMENTS.get(random.nextInt(DOCUMENTS.size()))).toString();
  }

  private void day(StringBuilder path, char separator) {
    path.append(FIRST_YEAR + random.nextInt(YEARS)).append(separator);
    padded(path, 1 + random.nextInt(12), 2);
    path.append(separator);
    padded(path, 1 + random.nextInt(28), 2);
  }

  /** Appends a number with zeros in front; a Formatter would cost more than the inode. */
  private static void padded(StringBuilder path, int number, int digits) {
    String written = Integer.toString(number);
    path.append("0".repeat(Math.max(0, digits - written.length()))).append(written);
  }

  private static String word(int number) {
    return WORDS.get(number % WORDS.size());
  }

  @Override
  public void close() {
    // Nothing is held.
  }
}
