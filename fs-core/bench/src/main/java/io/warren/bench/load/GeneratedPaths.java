package io.warren.bench.load;

import java.util.List;
import java.util.Locale;
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
    return String.format(
        Locale.ROOT,
        "/warehouse/%s.db/%s_%s_%02d/dt=%s/part-%05d-%08x.%s",
        word(table % 20),
        word(table / 20),
        word(table % 7),
        table,
        day("-"),
        random.nextInt(200),
        made,
        ENDINGS.get(table % ENDINGS.size()));
  }

  private String logFile() {
    int service = random.nextInt(SERVICES);
    return String.format(
        Locale.ROOT,
        "/logs/%s-service-%02d/%s/host%03d-%08x.log.gz",
        word(service),
        service,
        day("/"),
        random.nextInt(120),
        made);
  }

  private String userFile() {
    int user = random.nextInt(USERS);
    return String.format(
        Locale.ROOT,
        "/user/user%03d/%s/%s-%s/%s_%08x.%s",
        user,
        word(random.nextInt(20)),
        word(random.nextInt(20)),
        word(random.nextInt(20)),
        word(random.nextInt(20)),
        made,
        DOCUMENTS.get(random.nextInt(DOCUMENTS.size())));
  }

  private String day(String separator) {
    return String.format(
        Locale.ROOT,
        "%d%s%02d%s%02d",
        FIRST_YEAR + random.nextInt(YEARS),
        separator,
        1 + random.nextInt(12),
        separator,
        1 + random.nextInt(28));
  }

  private static String word(int number) {
    return WORDS.get(number % WORDS.size());
  }

  @Override
  public void close() {
    // Nothing is held.
  }
}
