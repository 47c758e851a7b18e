package io.warren.migrate.follow;

import io.warren.migrate.edits.Edit;
import io.warren.migrate.edits.EditsException;
import io.warren.migrate.edits.EditsPage;
import io.warren.migrate.edits.EditsSource;
import io.warren.migrate.edits.Passing;
import io.warren.migrate.image.ImageException;
import io.warren.namespace.CallContext;
import io.warren.namespace.Fenced;
import io.warren.namespace.Following;
import io.warren.namespace.Following.Position;
import io.warren.namespace.LeaderFence;
import io.warren.namespace.Namespace;
import io.warren.store.LockMode;
import io.warren.store.TxOptions;
import java.io.Closeable;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the edits of a stock HDFS: reads what is behind the store's position and applies it, page
 * by page. What can't be read now is tried again at the next turn; what can't be applied stops it
 * before that edit, until the process starts anew. The turns are of one thread, the state is for
 * all.
 */
public final class Follower implements Closeable {
  /** Opens the place of edits; again after it could not be read. */
  @FunctionalInterface
  public interface Opener {
    EditsSource open() throws IOException;
  }

  private static final Logger LOG = LoggerFactory.getLogger(Follower.class);
  private static final CallContext SYSTEM = CallContext.system("warren");

  private final Namespace namespace;
  private final Set<Passing> passing;
  private final Opener opener;
  private final Clock clock;
  private @Nullable EditsSource source;
  private volatile FollowState state;

  /**
   * Reads nothing yet.
   *
   * @param location for people
   */
  public Follower(Namespace namespace, String location, Set<Passing> passing, Opener opener) {
    this.namespace = namespace;
    this.passing = Set.copyOf(passing);
    this.opener = opener;
    this.clock = namespace.clock();
    this.state = FollowState.begun(location);
  }

  public FollowState state() {
    return state;
  }

  /**
   * Applies what is there, for a bounded time.
   *
   * @param nanosMax after so long it ends with the transaction under way
   * @return how many edits were applied
   */
  public long turn(LeaderFence fence, long nanosMax) {
    if (state.stoppedBy() != null) {
      return 0;
    }
    long deadlineNanos = System.nanoTime() + nanosMax;
    long before = state.editsApplied();
    try {
      boolean more = true;
      while (more && state.stoppedBy() == null && System.nanoTime() - deadlineNanos < 0) {
        more = page(fence);
      }
    } catch (IOException e) {
      wait(e);
    } catch (EditsException | ImageException e) {
      stop(e);
    }
    return state.editsApplied() - before;
  }

  private boolean page(LeaderFence fence) throws IOException {
    Place place = place();
    if (place.paused()) {
      return false;
    }
    Position position = place.position();
    EditsSource opened = source;
    if (opened == null) {
      opened = opener.open();
      source = opened;
    }
    EditsPage page = opened.after(position);
    List<Edit> rest = page.edits();
    note(position, page, 0, 0, 0);
    Position at = position;
    while (!rest.isEmpty()) {
      ApplyEdits work = new ApplyEdits(at, rest, page.segmentStart(), passing);
      int done = apply(work, fence);
      if (done <= 0) {
        return false;
      }
      at = at.at(rest.get(done - 1).txid(), page.segmentStart());
      tell(at, page, rest.subList(0, done));
      rest = rest.subList(done, rest.size());
    }
    if (page.atEnd()) {
      atEnd();
    }
    return !page.atEnd() && !page.edits().isEmpty();
  }

  /** As many as go together; those before one that can't be applied go by themselves. */
  private int apply(ApplyEdits work, LeaderFence fence) {
    try {
      return run(work, fence);
    } catch (ApplyEdits.Stopped e) {
      if (e.before() == 0) {
        throw (RuntimeException) Objects.requireNonNull(e.getCause());
      }
      return run(
          new ApplyEdits(
              work.from(),
              work.edits().subList(0, e.before()),
              work.segmentStart(),
              work.passing()),
          fence);
    }
  }

  private int run(ApplyEdits work, LeaderFence fence) {
    return namespace.inTransaction(new Fenced<>(work, fence), SYSTEM).value();
  }

  /** Where the store is; paused: it is to stay there. */
  private record Place(Position position, boolean paused) {}

  private Place place() {
    return namespace
        .runner()
        .run(
            TxOptions.read("followed_position"),
            tx ->
                Following.position(tx, LockMode.READ_COMMITTED)
                    .map(position -> new Place(position, Following.isPaused(tx))))
        .orElseThrow(
            () ->
                new EditsException(
                    "The store was not imported from an fsimage: nothing to follow"));
  }

  private void tell(Position at, EditsPage page, List<Edit> applied) {
    long timeMs = applied.stream().mapToLong(Edit::timeMs).max().orElse(0);
    long passed =
        applied.stream()
            .filter(edit -> edit instanceof Edit.Unrelated || edit instanceof Edit.NotTaken)
            .count();
    note(at, page, timeMs, applied.size(), passed);
  }

  private void note(Position at, EditsPage page, long timeMs, long applied, long passed) {
    FollowState last = state;
    state =
        new FollowState(
            last.location(),
            at.transactionId(),
            Math.max(page.newestKnown(), at.transactionId()),
            Math.max(last.appliedEditAtMs(), timeMs),
            last.atEndAtMs(),
            last.editsApplied() + applied,
            last.editsPassed() + passed,
            null,
            null);
  }

  private void atEnd() {
    FollowState last = state;
    if (last.atEndAtMs() == 0) {
      LOG.info("All edits up to {} are applied", last.appliedTransaction());
    }
    state =
        new FollowState(
            last.location(),
            last.appliedTransaction(),
            last.newestTransaction(),
            last.appliedEditAtMs(),
            clock.millis(),
            last.editsApplied(),
            last.editsPassed(),
            null,
            null);
  }

  private void wait(IOException e) {
    if (state.waitingFor() == null) {
      LOG.warn("Edits can't be read now; it is tried again and again", e);
    }
    end(String.valueOf(e.getMessage()), null);
    forget();
  }

  private void stop(RuntimeException e) {
    LOG.error("Following has stopped behind edit {}", state.appliedTransaction(), e);
    end(null, String.valueOf(e.getMessage()));
    forget();
  }

  private void end(@Nullable String waitingFor, @Nullable String stoppedBy) {
    FollowState last = state;
    state =
        new FollowState(
            last.location(),
            last.appliedTransaction(),
            last.newestTransaction(),
            last.appliedEditAtMs(),
            last.atEndAtMs(),
            last.editsApplied(),
            last.editsPassed(),
            waitingFor,
            stoppedBy);
  }

  private void forget() {
    EditsSource opened = source;
    source = null;
    try {
      if (opened != null) {
        opened.close();
      }
    } catch (IOException e) {
      LOG.info("The place of edits did not close cleanly", e);
    }
  }

  /** Lets go of the place of edits. */
  @Override
  public void close() {
    forget();
  }
}
