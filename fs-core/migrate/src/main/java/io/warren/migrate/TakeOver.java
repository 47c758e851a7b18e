package io.warren.migrate;

import io.warren.blocks.FileSystemFormat;
import io.warren.blocks.FileSystemIdentity;
import io.warren.migrate.edits.EditsException;
import io.warren.migrate.edits.EditsSource;
import io.warren.migrate.edits.EditsSources;
import io.warren.migrate.edits.LocalEdits;
import io.warren.migrate.edits.Passing;
import io.warren.migrate.follow.FollowState;
import io.warren.migrate.follow.Follower;
import io.warren.namespace.Following;
import io.warren.namespace.Following.Position;
import io.warren.namespace.Following.Source;
import io.warren.namespace.Following.TakenOver;
import io.warren.namespace.LeaderFence;
import io.warren.namespace.Namespace;
import io.warren.namespace.upkeep.Housekeeping;
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
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The steps of a take-over that concern the store: the last edits, the end of following, and the
 * way back. Each can be called again after it was killed.
 */
@Command(
    name = "take-over",
    mixinStandardHelpOptions = true,
    description = "Takes a store that nobody has open over from the HDFS it came from, or back.")
public final class TakeOver {
  private static final long TURN_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** Nobody can write meanwhile. */
  private static final long FREEING_NANOS_MAX = TimeUnit.SECONDS.toNanos(60);

  private final PrintStream out = System.out;

  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  /** The command with its answers to what goes wrong. */
  static CommandLine commandLine() {
    return StoppedStore.complaining(new CommandLine(new TakeOver()), IOException::getMessage);
  }

  /**
   * Applies the edits that are left, and looks once more: a namenode that still writes would lose
   * what it writes now. A store that does not follow yet does so from now on, so that this can be
   * repeated.
   *
   * @param edits where they are, of a store that does not follow yet
   * @param names directories of the old namenodes, which are stopped: among these has to be that of
   *     the one that wrote last
   * @param quietMs time until the second look
   */
  @Command(name = "catch-up", description = "Apply the last edits; refused while more come.")
  int catchUp(
      @Option(names = "--store", required = true) Path store,
      @Option(names = "--edits") @Nullable String edits,
      @Option(names = "--names") @Nullable List<Path> names,
      @Option(names = "--quiet-ms", defaultValue = "2000") long quietMs)
      throws IOException, InterruptedException {
    try (Store opened = EmbeddedStore.open(store, EmbeddedOptions.defaults())) {
      TransactionRunner runner = new TransactionRunner(opened, TransactionRunner.Listener.NONE);
      Position position = FollowEdits.requireImported(runner);
      FollowEdits.requireUnchanged(runner, position);
      Source source = followed(runner, edits);
      FileSystemIdentity identity = FileSystemFormat.loadOrCreate(runner, Clock.systemUTC());
      Follower.Opener place =
          () -> EditsSources.open(source.location(), identity, new HdfsConfiguration());
      Set<Passing> passing =
          source.passing().stream().map(Passing::ofOption).collect(Collectors.toSet());
      try (Namespace namespace = StoppedStore.namespace(runner);
          Follower follower = new Follower(namespace, source.location(), passing, place)) {
        long applied = toTheEnd(follower);
        Thread.sleep(quietMs);
        if (toTheEnd(follower) > 0) {
          throw new EditsException(
                  "Edits go on: a namenode of the old file system still writes. Stop all of them"
                      + " first")
              .with("edits", source.location());
        }
        try (EditsSource last = place.open()) {
          if (names != null) {
            requireItsWriter(last, FollowEdits.requireImported(runner), names);
          }
          last.settle();
        }
        applied += toTheEnd(follower);
        freeDeletedTrees(namespace);
        long last = FollowEdits.requireImported(runner).transactionId();
        out.printf("applied the last %d edits, up to transaction %d%n", applied, last);
      }
    }
    return 0;
  }

  /**
   * Whoever wrote last has begun the newest segment in a directory of its own, too. Another one may
   * still run, as nobody holds its directory; or the edits that were read are not all.
   */
  private static void requireItsWriter(EditsSource edits, Position position, List<Path> names)
      throws IOException {
    long newest = edits.newestSegment(position);
    long newestNamed = 0;
    for (Path each : names) {
      try (LocalEdits own = new LocalEdits(each)) {
        newestNamed = Math.max(newestNamed, own.newestSegment(position));
      }
    }
    if (newestNamed < newest) {
      throw new EditsException(
              "None of the name directories is of the namenode that wrote last, which may still"
                  + " run: name those of all namenodes")
          .with("newestSegment", newest)
          .with("newestInThem", newestNamed);
    }
    if (newestNamed > newest) {
      throw new EditsException(
              "A name directory has newer edits than the place where edits are read, as when"
                  + " another namenode has become the active one: import a new fsimage, and follow"
                  + " where all namenodes write")
          .with("newestSegment", newest)
          .with("newestInThem", newestNamed);
    }
  }

  private static Source followed(TransactionRunner runner, @Nullable String edits) {
    Optional<Source> before = source(runner);
    if (before.isPresent()) {
      return before.get();
    }
    if (edits == null) {
      throw new EditsException("This file system follows nothing: say where the edits are");
    }
    Source source = new Source(edits, Set.of());
    runner.run(
        TxOptions.write("begin_following"),
        tx -> {
          Following.begin(tx, source);
          return true;
        });
    return source;
  }

  private static Optional<Source> source(TransactionRunner runner) {
    return runner.run(TxOptions.read("followed_source"), tx -> Following.source(tx));
  }

  /** Turn after turn until nothing is left; how many edits were applied. */
  private static long toTheEnd(Follower follower) {
    long applied = 0;
    long before;
    do {
      long done = follower.turn(LeaderFence.NONE, TURN_NANOS);
      before = done;
      applied += done;
      FollowState state = follower.state();
      String why = state.stoppedBy() != null ? state.stoppedBy() : state.waitingFor();
      if (why != null) {
        throw new EditsException("The last edits can't be applied").with("why", why);
      }
    } while (before > 0);
    if (follower.state().lagTransactions() > 0) {
      throw new EditsException("Not all edits that are known of can be read: try again")
          .with("missing", follower.state().lagTransactions());
    }
    return applied;
  }

  /**
   * What was deleted is a change by then, inode after inode is cleared away later and told as one
   * each. Without these the way back would be closed by a delete of the old file system.
   */
  private static void freeDeletedTrees(Namespace namespace) {
    Housekeeping housekeeping = new Housekeeping(namespace);
    long deadlineNanos = System.nanoTime() + FREEING_NANOS_MAX;
    long freed;
    do {
      freed = housekeeping.freeDeletedTrees(LeaderFence.NONE);
    } while (freed > 0 && System.nanoTime() - deadlineNanos < 0);
  }

  /** The store is a file system of its own from now on, and remembers where it left the old one. */
  @Command(name = "end", description = "End following, in a way that can be taken back.")
  int end(@Option(names = "--store", required = true) Path store) {
    try (Store opened = EmbeddedStore.open(store, EmbeddedOptions.defaults())) {
      TransactionRunner runner = new TransactionRunner(opened, TransactionRunner.Listener.NONE);
      TakenOver before = takenOver(runner);
      if (before == null) {
        Position last = FollowEdits.requireImported(runner);
        Source source =
            source(runner)
                .orElseThrow(() -> new EditsException("This file system follows nothing"));
        long head = opened.feed().head();
        TakenOver now =
            new TakenOver(
                new Position(last.transactionId(), last.segmentStart(), head),
                last.feedHead(),
                source);
        runner.run(
            TxOptions.write("end_following"),
            tx -> {
              Following.takeOver(tx, now);
              return true;
            });
        before = now;
      }
      out.printf("holds all up to transaction %d%n", before.position().transactionId());
    }
    return 0;
  }

  private static @Nullable TakenOver takenOver(TransactionRunner runner) {
    return runner.run(TxOptions.read("taken_over"), Following::takenOver).orElse(null);
  }

  /** The store is a copy again that follows, when nothing was changed since the take-over. */
  @Command(name = "back", description = "Follow again; refused when anything was changed since.")
  int back(@Option(names = "--store", required = true) Path store) {
    try (Store opened = EmbeddedStore.open(store, EmbeddedOptions.defaults())) {
      TransactionRunner runner = new TransactionRunner(opened, TransactionRunner.Listener.NONE);
      TakenOver before = takenOver(runner);
      if (before == null) {
        out.println("was not taken over");
        return 0;
      }
      long changes = opened.feed().head() - before.position().feedHead();
      if (changes != 0) {
        throw new EditsException(
                "Files were changed since the take-over, which the old NameNode does not know: go"
                    + " back with `bin/warren migrate export`, which takes them along")
            .with("changes", changes);
      }
      runner.run(
          TxOptions.write("follow_again"),
          tx -> {
            Following.takeBack(tx, before);
            return true;
          });
      out.printf("follows again from transaction %d on%n", before.position().transactionId() + 1);
    }
    return 0;
  }
}
