package io.warren.migrate;

import io.warren.namespace.Namespace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * An image with snapshots, and what the stock NameNode tells that wrote it: for tests of imports
 * into other stores.
 *
 * @param file the image, beside its VERSION
 */
public record StockImage(Path file, Map<String, String> tree, Map<String, String> snapshots) {
  /** Makes the image of a random history in a folder. */
  public static StockImage ofHistory(Path folder, long seed, int steps) throws IOException {
    try (StockFileSystem stock = new StockFileSystem(folder, false)) {
      SnapshotHistory history = new SnapshotHistory(stock.files(), seed, true);
      for (int i = 0; i < steps; i++) {
        history.step();
      }
      history.end();
      return new StockImage(
          stock.saveImage(),
          SameTree.inImages(SameTree.uncounted(SameTree.of(stock))),
          SameTree.inImages(SameSnapshots.of(stock)));
    }
  }

  /** Imports the image by the command; returns its exit code. */
  public int importInto(Path report, List<String> store) {
    List<String> arguments = new ArrayList<>(store);
    arguments.addAll(List.of("--image", file.toString(), "--report", report.toString()));
    arguments.addAll(List.of("--superuser", "root"));
    return ImportImage.commandLine().execute(arguments.toArray(String[]::new));
  }

  /** A line for each thing that a namespace tells otherwise; nothing when all is the same. */
  public String differencesTo(Namespace namespace) {
    return SameTree.differences(snapshots, SameSnapshots.of(namespace))
        + SameTree.differences(tree, SameTree.uncounted(SameTree.of(namespace)));
  }
}
