package io.warren.migrate;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.warren.migrate.export.ExportException;
import io.warren.migrate.export.ExportReport;
import io.warren.migrate.export.ImageExport;
import io.warren.migrate.export.LeftOut;
import io.warren.migrate.export.Loss;
import io.warren.migrate.listing.CountedList.Counted;
import io.warren.namespace.Namespace;
import io.warren.store.Store;
import io.warren.store.TransactionRunner;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Makes the name directory of a stock NameNode of an embedded store. */
@Command(
    name = "export-image",
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:everything was taken",
      "1:nothing was made",
      "6:made, and the report names what is left out"
    },
    description = "Makes a name directory for a stock NameNode of a store that nobody has open.")
public final class ExportImage implements Callable<Integer> {
  /** The exit code of an export that had to leave something out. */
  public static final int EXIT_LEFT_OUT = 6;

  private static final String UNFINISHED_SUFFIX = ".part";

  private final PrintStream out = System.out;

  @Option(names = "--store", required = true, description = "The store's folder.")
  private Path store = Path.of("");

  @Option(names = "--names", required = true, description = "A folder that is not there yet.")
  private Path names = Path.of("");

  @Option(names = "--report", required = true, description = "A JSON file for what was taken.")
  private Path report = Path.of("");

  @Option(
      names = "--left-out",
      required = true,
      description = "A file for what was not, each with path and reason as a line of JSON.")
  private Path leftOut = Path.of("");

  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  /** The command with its answers to what goes wrong. */
  static CommandLine commandLine() {
    return StoppedStore.complaining(
        new CommandLine(new ExportImage()),
        failure -> "The export failed, and nothing was made: " + failure);
  }

  @Override
  public Integer call() throws IOException {
    if (!StoppedStore.isIn(store)) {
      throw new ExportException("There is no store in this folder").with("store", store);
    }
    long startNs = System.nanoTime();
    Path list = leftOut.resolveSibling(leftOut.getFileName() + UNFINISHED_SUFFIX);
    ExportReport taken;
    Map<Loss, Counted<String>> missing;
    try (Store opened = EmbeddedStore.open(store, EmbeddedOptions.defaults());
        Namespace namespace =
            StoppedStore.namespace(new TransactionRunner(opened, TransactionRunner.Listener.NONE));
        LeftOut losses = LeftOut.into(list)) {
      ImageExport export =
          new ImageExport(
              namespace, losses, written -> out.printf(Locale.ROOT, "%,d inodes%n", written));
      taken = export.run(names);
      missing = losses.counted();
    } catch (IOException | RuntimeException e) {
      Files.deleteIfExists(list);
      throw e;
    }
    double seconds = (double) (System.nanoTime() - startNs) / TimeUnit.SECONDS.toNanos(1);
    Files.move(list, leftOut, StandardCopyOption.REPLACE_EXISTING);
    write(taken, missing, seconds);
    return missing.isEmpty() ? 0 : EXIT_LEFT_OUT;
  }

  private void write(ExportReport taken, Map<Loss, Counted<String>> missing, double seconds)
      throws IOException {
    ObjectNode json = new ObjectMapper().createObjectNode();
    json.put("name_directory", names.toString());
    json.put("layout_version", taken.layoutVersion());
    json.put("transaction_id", taken.transactionId());
    json.put("namespace_id", taken.identity().namespaceId());
    json.put("cluster_id", taken.identity().clusterId());
    json.put("block_pool_id", taken.identity().blockPoolId());
    json.put("seconds", Math.round(seconds * 10) / 10.0);
    ObjectNode counts = json.putObject("taken");
    taken.taken().forEach(counts::put);
    json.put("left_out_list", leftOut.toString());
    ObjectNode left = json.putObject("left_out");
    missing.forEach(
        (loss, counted) -> {
          ObjectNode what = left.putObject(loss.what());
          what.put("count", counted.count());
          what.put("reason", loss.reason());
          counted.examples().forEach(what.putArray("examples")::add);
        });
    Files.writeString(report, json.toPrettyString() + "\n");
  }
}
