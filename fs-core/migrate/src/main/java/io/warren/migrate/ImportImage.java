package io.warren.migrate;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.warren.blocks.FileSystemFormat;
import io.warren.blocks.FileSystemIdentity;
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
import io.warren.store.TransactionRunner;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Makes an embedded store of a stock NameNode's fsimage. */
@Command(
    name = "import-image",
    mixinStandardHelpOptions = true,
    description = "Makes a new embedded store of the fsimage of a stock HDFS.")
public final class ImportImage implements Callable<Integer> {
  private final PrintStream out = System.out;

  @Option(names = "--image", required = true, description = "The fsimage.")
  private Path image = Path.of("");

  @Option(names = "--store", required = true, description = "A folder that is not there yet.")
  private Path store = Path.of("");

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
    CommandLine line = new CommandLine(new ImportImage());
    line.setExecutionExceptionHandler(ImportImage::complain);
    System.exit(line.execute(args));
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
    if (Files.exists(store)) {
      throw new ImageException("An import needs a folder that is not there yet")
          .with("store", store);
    }
    long startNs = System.nanoTime();
    ImageFile file = ImageFile.open(image);
    ImageHeader header = ImageHeader.read(file);
    ImageVersion version = version(header);
    ImportReport taken;
    // Nobody reads meanwhile, and what a crash leaves is thrown away.
    try (Store opened = EmbeddedStore.open(store, EmbeddedOptions.forLoading())) {
      TransactionRunner runner = new TransactionRunner(opened, TransactionRunner.Listener.NONE);
      Namespace namespace =
          new Namespace(
              runner, Clock.systemUTC(), NamespaceConfig.defaults(superuser), Liveness.ALONE);
      taken =
          new ImageImport(
                  file,
                  namespace,
                  withoutSnapshots,
                  written -> out.printf(Locale.ROOT, "%,d inodes%n", written))
              .run();
      if (version != null) {
        FileSystemIdentity identity =
            new FileSystemIdentity(
                version.namespaceId(),
                version.clusterId(),
                version.blockPoolId(),
                version.createdAtMs());
        FileSystemFormat.adopt(runner, identity, Clock.systemUTC());
      }
    }
    double seconds = (double) (System.nanoTime() - startNs) / TimeUnit.SECONDS.toNanos(1);
    write(file, header, version, taken, seconds);
    return 0;
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
