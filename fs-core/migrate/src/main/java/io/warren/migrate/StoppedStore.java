package io.warren.migrate;

import io.warren.model.WarrenException;
import io.warren.namespace.Liveness;
import io.warren.namespace.Namespace;
import io.warren.namespace.NamespaceConfig;
import io.warren.store.TransactionRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** What the tools for a store that nobody has open have in common. */
final class StoppedStore {
  private StoppedStore() {}

  /** Whether there is a store in a folder: opening one that is not there would make it. */
  static boolean isIn(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return false;
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.findAny().isPresent();
    }
  }

  /** The namespace over it, for whoever runs the tool. */
  static Namespace namespace(TransactionRunner runner) {
    return new Namespace(
        runner,
        Clock.systemUTC(),
        NamespaceConfig.defaults(System.getProperty("user.name")),
        Liveness.ALONE);
  }

  /**
   * Has a tool say in one line what it refuses and what fails, with exit code 1.
   *
   * @param failed what is said of a failure of files or of the network
   */
  static CommandLine complaining(CommandLine line, Function<IOException, @Nullable String> failed) {
    return line.setExecutionExceptionHandler(
        (e, command, parsed) -> {
          if (e instanceof WarrenException refused) {
            command.getErr().println(refused.getMessage());
          } else if (e instanceof IOException failure) {
            command.getErr().println(failed.apply(failure));
          } else {
            throw e;
          }
          return 1;
        });
  }
}
