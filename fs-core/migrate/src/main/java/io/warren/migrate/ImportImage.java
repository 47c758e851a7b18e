package io.warren.migrate;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.warren.blocks.FileSystemFormat;
import io.warren.blocks.FileSystemIdentity;
import io.warren.migrate.cluster.StoreClaim;
import io.warren.migrate.cluster.StoreClaim.Patience;
import io.warren.migrate.image.ImageException;
import io.warren.migrate.image.ImageFile;
import io.warren.migrate.image.ImageHeader;
import io.warren.migrate.image.ImageVersion;
import io.warren.migrate.load.ImageImport;
import io.warren.migrate.load.ImportReport;
import io.warren.model.WarrenException;
import io.warren.namespace.Liveness;
import io.warren.namespace.Namespace;
import io.warren.namespace.NamespaceConfig;
import io.warren.store.Store;
import io.warren.store.StoreConfig;
import io.warren.store.StoreProvider;
import io.warren.store.TransactionRunner;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Makes an embedded store of a stock NameNode's fsimage, or fills a cluster with it. */
@Command(
    name = "import-image",
    mixinStandardHelpOptions = true,
    description =
        "Makes a new embedded store of the fsimage of a stock HDFS, or fills an NDB cluster that"
            + " was never served.")
public final class ImportImage implements Callable<Integer> {
  /** How long a cluster may take to have on its disks what it has acknowledged. */
  private static final Duration DURABLE_WITHIN = Duration.ofMinutes(5);

  /** A data node that ends, or disks that do not follow, hold a cluster up for minutes. */
  private static final int ATTEMPTS_MAX = 1_000;

  private final PrintStream out = System.out;

  @Option(names = "--image", required = true, description = "The fsimage.")
  private Path image = Path.of("");

  @Option(names = "--store", description = "A folder that is not there yet.")
  private @Nullable Path store;

  @Option(
      names = "--ndb-connect",
      paramLabel = "HOST:PORT",
      description = "Management node of the cluster to fill, instead of a folder.")
  private @Nullable String ndbConnect;

  @Option(
      names = "--ndb-database",
      paramLabel = "NAME",
      description = "Database with the metadata tables. Default: ${DEFAULT-VALUE}.")
  private String ndbDatabase = "warren";

  @Option(
      names = "--ndb-connect-timeout-s",
      paramLabel = "SECONDS",
      description = "How long to wait for the cluster. Default: ${DEFAULT-VALUE}.")
  private int ndbConnectTimeoutS = 120;

  @Option(names = "--report", required = true, description = "A JSON file for what was taken.")
  private Path report = Path.of("");

  @Option(
      names = "--version-file",
      description = "The NameNode's VERSION, by default the one beside the fsimage.")
  private @Nullable Path versionFile;

  @Option(
      names = "--without-snapshots",
      description = "Leave out snapshots and what only they hold.")
  private boolean withoutSnapshots;

  @Option(names = "--superuser", description = "Who serves it. Default: ${DEFAULT-VALUE}")
  private String superuser = System.getProperty("user.name");

  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  /** The command, which says in one line what it refuses, with exit code 1. */
  static CommandLine commandLine() {
    return new CommandLine(new ImportImage()).setExecutionExceptionHandler(ImportImage::complain);
  }

  private static int complain(Exception e, CommandLine line, CommandLine.ParseResult parsed)
      throws Exception {
    if (e instanceof WarrenException refused) {
      line.getErr().println(refused.getMessage());
      return 1;
    }
    throw e;
  }

  @Override
  public Integer call() throws IOException {
    if ((store == null) == (ndbConnect == null)) {
      throw new ImageException("An import needs a folder or a cluster: --store or --ndb-connect");
    }
    if (store != null && Files.exists(store)) {
      throw new ImageException("An import needs a folder that is not there yet")
          .with("store", store);
    }
    long startNs = System.nanoTime();
    ImageFile file = ImageFile.open(image);
    ImageHeader header = ImageHeader.read(file);
    ImageVersion version = version(header);
    ImportReport taken =
        store == null ? intoCluster(file, version) : intoFolder(store, file, version);
    double seconds = (double) (System.nanoTime() - startNs) / TimeUnit.SECONDS.toNanos(1);
    write(file, header, version, taken, seconds);
    return 0;
  }

  /** Nobody reads meanwhile, and what a crash leaves is thrown away. */
  private ImportReport intoFolder(Path folder, ImageFile file, @Nullable ImageVersion version)
      throws IOException {
    try (Store opened = EmbeddedStore.open(folder, EmbeddedOptions.forLoading())) {
      return fill(opened, importInto(opened, file), version);
    }
  }

  /** Nobody serves the cluster meanwhile, nor what a crash leaves there. */
  private ImportReport intoCluster(ImageFile file, @Nullable ImageVersion version)
      throws IOException {
    StoreProvider provider =
        StoreProvider.find("ndb")
            .orElseThrow(
                () -> new ImageException("This installation has no store of the kind ndb"));
    int timeoutMs = Math.toIntExact(TimeUnit.SECONDS.toMillis(ndbConnectTimeoutS));
    StoreConfig config =
        new StoreConfig(Path.of(""), String.valueOf(ndbConnect), ndbDatabase, timeoutMs);
    try (Store opened = provider.open(config);
        StoreClaim claim = StoreClaim.of(opened, image.toString(), Patience.USUAL)) {
      Store claimed = claim.claimed(opened);
      ImageImport all = importInto(claimed, file);
      try {
        ImportReport taken = fill(claimed, all, version);
        claim.finish(DURABLE_WITHIN);
        return taken;
      } catch (ImageException e) {
        if (!all.began()) {
          claim.giveBack();
        }
        throw e;
      }
    }
  }

  private ImageImport importInto(Store opened, ImageFile file) {
    Namespace namespace =
        new Namespace(
            new TransactionRunner(opened, TransactionRunner.Listener.NONE)
                .withAttempts(ATTEMPTS_MAX),
            Clock.systemUTC(),
            NamespaceConfig.defaults(superuser),
            Liveness.ALONE);
    return new ImageImport(
        file,
        namespace,
        withoutSnapshots,
        written -> out.printf(Locale.ROOT, "%,d inodes%n", written));
  }

  private static ImportReport fill(Store opened, ImageImport all, @Nullable ImageVersion version)
      throws IOException {
    ImportReport taken = all.run();
    if (version != null) {
      FileSystemIdentity identity =
          new FileSystemIdentity(
              version.namespaceId(),
              version.clusterId(),
              version.blockPoolId(),
              version.createdAtMs());
      TransactionRunner runner =
          new TransactionRunner(opened, TransactionRunner.Listener.NONE).withAttempts(ATTEMPTS_MAX);
      FileSystemFormat.adopt(runner, identity, Clock.systemUTC());
    }
    return taken;
  }

  private @Nullable ImageVersion version(ImageHeader header) throws IOException {
    Path beside = image.toAbsolutePath().resolveSibling("VERSION");
    Path chosen = versionFile != null ? versionFile : Files.exists(beside) ? beside : null;
    if (chosen == null) {
      return null;
    }
    ImageVersion version = ImageVersion.read(chosen);
    if (version.namespaceId() != header.namespaceId()) {
      throw new ImageException("The file VERSION is of another file system than the fsimage")
          .with("file", chosen)
          .with("namespaceId", version.namespaceId())
          .with("namespaceIdOfImage", header.namespaceId());
    }
    return version;
  }

  private void write(
      ImageFile file,
      ImageHeader header,
      @Nullable ImageVersion version,
      ImportReport taken,
      double seconds)
      throws IOException {
    ObjectNode json = new ObjectMapper().createObjectNode();
    json.put("image", file.path().toString());
    json.put("image_verified", file.verified());
    json.put("layout_version", file.layoutVersion());
    json.put("transaction_id", header.transactionId());
    json.put("block_pool_id", version == null ? null : version.blockPoolId());
    json.put("seconds", Math.round(seconds * 10) / 10.0);
    ObjectNode counts = json.putObject("taken");
    taken.taken().forEach(counts::put);
    ObjectNode leftOut = json.putObject("left_out");
    for (Map.Entry<String, ImportReport.LeftOut> each : taken.leftOut().entrySet()) {
      ObjectNode what = leftOut.putObject(each.getKey());
      what.put("count", each.getValue().count());
      each.getValue().examples().forEach(what.withArray("examples")::add);
    }
    Files.writeString(report, json.toPrettyString() + "\n");
  }
}
