package io.warren.migrate;

import io.warren.blocks.FileSystemFormat;
import io.warren.blocks.FileSystemIdentity;
import io.warren.migrate.edits.EditsException;
import io.warren.migrate.edits.EditsSource;
import io.warren.migrate.edits.EditsSources;
import io.warren.migrate.edits.Passing;
import io.warren.namespace.Following;
import io.warren.namespace.Following.Position;
import io.warren.namespace.Following.Source;
import io.warren.store.LockMode;
import io.warren.store.Store;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Has the namenodes over an imported store follow the edits of the HDFS it came from, or end it.
 */
@Command(
    name = "follow-edits",
    mixinStandardHelpOptions = true,
    description = "Begins or ends following over a store that nobody has open.")
public final class FollowEdits {
  private final PrintStream out = System.out;

  public static void main(String[] args) {
    CommandLine line = new CommandLine(new FollowEdits());
    System.exit(StoppedStore.complaining(line, IOException::getMessage).execute(args));
  }

  /**
   * From the next start on the store follows edits, if those behind its position are there.
   *
   * @param pass kinds that are passed over
   */
  @Command(name = "begin", description = "Follow from the next start on.")
  int begin(
      @Option(names = "--store", required = true) Path store,
      @Option(names = "--edits", required = true) String edits,
      @Option(names = "--pass") @Nullable List<String> pass)
      throws IOException {
    Set<String> passing = new TreeSet<>();
    for (String kind : pass == null ? List.<String>of() : pass) {
      passing.add(Passing.ofOption(kind).option());
    }
    try (Store opened = EmbeddedStore.open(store, EmbeddedOptions.defaults())) {
      TransactionRunner runner = new TransactionRunner(opened, TransactionRunner.Listener.NONE);
      Position position = requireImported(runner);
      requireUnchanged(runner, position);
      FileSystemIdentity identity = FileSystemFormat.loadOrCreate(runner, Clock.systemUTC());
      long newest;
      try (EditsSource source = EditsSources.open(edits, identity, new HdfsConfiguration())) {
        newest = source.after(position).newestKnown();
      }
      runner.run(
          TxOptions.write("begin_following"),
          tx -> {
            Following.begin(tx, new Source(edits, passing));
            return true;
          });
      out.printf(
          "follows from transaction %d on; at least %d are there%n",
          position.transactionId() + 1, Math.max(0, newest - position.transactionId()));
    }
    return 0;
  }

  static Position requireImported(TransactionRunner runner) {
    return runner
        .run(
            TxOptions.read("followed_position"),
            tx -> Following.position(tx, LockMode.READ_COMMITTED))
        .orElseThrow(
            () ->
                new EditsException(
                    "This file system was not imported from an fsimage, or following has been"
                        + " ended: import one into a new data folder"));
  }

  /** Who has changed files here since the import has made two file systems of one. */
  static void requireUnchanged(TransactionRunner runner, Position position) {
    boolean follows =
        runner.run(TxOptions.read("followed_source"), tx -> Following.source(tx).isPresent());
    long head = runner.store().feed().head();
    if (!follows && head != position.feedHead()) {
      throw new EditsException(
              "This file system was changed after its import, so that edits do not fit it any more:"
                  + " import an fsimage into a new data folder and follow before clients use it")
          .with("changes", head - position.feedHead());
    }
  }

  /** From the next start on the store is a file system of its own. */
  @Command(name = "end", description = "Follow no more, for good.")
  int end(@Option(names = "--store", required = true) Path store) {
    try (Store opened = EmbeddedStore.open(store, EmbeddedOptions.defaults())) {
      TransactionRunner runner = new TransactionRunner(opened, TransactionRunner.Listener.NONE);
      Position last = requireImported(runner);
      runner.run(
          TxOptions.write("end_following"),
          tx -> {
            Following.end(tx);
            return true;
          });
      out.printf("holds all up to transaction %d%n", last.transactionId());
    }
    return 0;
  }
}
