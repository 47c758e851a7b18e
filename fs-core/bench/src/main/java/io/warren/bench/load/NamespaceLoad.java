package io.warren.bench.load;

import io.warren.namespace.Liveness;
import io.warren.namespace.Namespace;
import io.warren.namespace.NamespaceConfig;
import io.warren.namespace.NamespaceFormat;
import io.warren.store.Store;
import io.warren.store.TransactionRunner;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Loads inodes into an embedded store that nobody serves at the time. */
@Command(
    name = "namespace-load",
    mixinStandardHelpOptions = true,
    description =
        "Fills an embedded store with inodes in batches, past the namenodes and the change feed.")
public final class NamespaceLoad implements Callable<Integer> {
  private static final long REPORT_INODES = 500_000;

  private final PrintStream out = System.out;

  @Option(names = "--store", required = true, description = "The store's folder.")
  private Path store = Path.of("");

  @Option(names = "--inodes", required = true, description = "How many, directories included.")
  private long inodes;

  @Option(
      names = "--paths",
      description = "A list of paths, plain or .gz, repeated below /copy-N until it suffices.")
  private @Nullable Path paths;

  @Option(
      names = "--below",
      split = ",",
      description = "A directory for all of them, as /big; in each of several are as many")
  private List<String> below = List.of("");

  @Option(names = "--seed", description = "Of what is made up. Default: ${DEFAULT-VALUE}")
  private long seed = 1;

  @Option(names = "--superuser", description = "Owner of a new root. Default: ${DEFAULT-VALUE}")
  private String superuser = System.getProperty("user.name");

  public static void main(String[] args) {
    System.exit(new CommandLine(new NamespaceLoad()).execute(args));
  }

  @Override
  public Integer call() throws IOException {
    // Nobody reads meanwhile: what a crash loses is loaded again.
    try (Store opened = EmbeddedStore.open(store, EmbeddedOptions.withoutSync())) {
      Namespace namespace =
          new Namespace(
              new TransactionRunner(opened, TransactionRunner.Listener.NONE),
              Clock.systemUTC(),
              NamespaceConfig.defaults(superuser),
              Liveness.ALONE);
      NamespaceFormat.formatIfEmpty(namespace);
      try (TreeLoader loader = new TreeLoader(namespace, seed)) {
        load(loader);
      }
    }
    return 0;
  }

  private void load(TreeLoader loader) throws IOException {
    long startNs = System.nanoTime();
    for (int i = 0; i < below.size(); i++) {
      load(loader, below.get(i), (i + 1) * inodes);
    }
    loader.finish();
    double seconds = (double) (System.nanoTime() - startNs) / TimeUnit.SECONDS.toNanos(1);
    out.printf(
        Locale.ROOT,
        "loaded %,d inodes in %.1f s, %,.0f/s; %,d paths were there already%n",
        loader.count(),
        seconds,
        loader.count() / seconds,
        loader.skipped());
  }

  /** Until there are so many. */
  private void load(TreeLoader loader, String top, long untilInodes) throws IOException {
    long reportAt = loader.count() + REPORT_INODES;
    for (int copy = 0; loader.count() < untilInodes; copy++) {
      long before = loader.count();
      try (PathSource source = paths == null ? new GeneratedPaths(seed) : new ListedPaths(paths)) {
        String prefix = top + (copy == 0 ? "" : "/copy-" + copy);
        for (String path = source.next();
            path != null && loader.count() < untilInodes;
            path = source.next()) {
          loader.add(prefix + path);
          if (loader.count() >= reportAt) {
            reportAt += REPORT_INODES;
            out.printf(Locale.ROOT, "%,d inodes%n", loader.count());
          }
        }
      }
      if (loader.count() == before) {
        throw new IOException("The list holds no path: " + paths);
      }
    }
  }
}
