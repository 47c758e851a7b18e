package io.warren.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.namespace.Liveness;
import io.warren.namespace.Namespace;
import io.warren.namespace.NamespaceConfig;
import io.warren.store.Store;
import io.warren.store.TransactionRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/** Stores that tests make and look into. */
final class Stores {
  private Stores() {}

  /** A store made of all that an image has. */
  static Path imported(Path image, Path store, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--image",
                image.toString(),
                "--store",
                store.toString(),
                "--report",
                store + ".json",
                "--superuser",
                "root"));
    arguments.addAll(List.of(more));
    int exit = new CommandLine(new ImportImage()).execute(arguments.toArray(String[]::new));
    assertThat(exit).isZero();
    return store;
  }

  /** Exports a store; returns the exit code. */
  static int export(Path store, Path names) {
    return ExportImage.commandLine()
        .execute(
            "--store",
            store.toString(),
            "--names",
            names.toString(),
            "--report",
            names + ".json",
            "--left-out",
            names + ".left-out");
  }

  /** Makes a name directory of an image without the edits after it. */
  static Path imageAlone(Path image, Path names) throws IOException {
    Path current = Files.createDirectories(names.resolve("current"));
    String file = image.getFileName().toString();
    for (String each : List.of(file, file + ".md5", "VERSION")) {
      Files.copy(image.resolveSibling(each), current.resolve(each));
    }
    long transactionId = Long.parseLong(file.substring(file.indexOf('_') + 1));
    Files.writeString(current.resolve("seen_txid"), transactionId + "\n");
    return names;
  }

  /** The namespace of a store that nobody else has open. */
  static Namespace over(Store store) {
    return new Namespace(
        new TransactionRunner(store, TransactionRunner.Listener.NONE),
        Clock.systemUTC(),
        NamespaceConfig.defaults("root"),
        Liveness.ALONE);
  }
}
