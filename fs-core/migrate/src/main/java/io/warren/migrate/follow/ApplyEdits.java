package io.warren.migrate.follow;

import io.warren.migrate.edits.Edit;
import io.warren.migrate.edits.EditsException;
import io.warren.migrate.edits.Passing;
import io.warren.model.NamespaceException;
import io.warren.namespace.Following;
import io.warren.namespace.Following.Position;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.store.LockMode;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Applies as many edits as one transaction should hold, and moves the position behind them in it.
 * Answers how many were applied; -1 when the position is another one than they begin at.
 *
 * @param from where the edits begin
 * @param edits at least one, in order
 * @param segmentStart of the segment that they are of
 * @param passing kinds that are passed over
 */
record ApplyEdits(Position from, List<Edit> edits, long segmentStart, Set<Passing> passing)
    implements InodeOperation<Integer> {
  /** The transaction ends with the edit that reaches so many rows. */
  static final long ROWS_MAX = 4_000;

  /** The answer when somebody else has applied edits. */
  static final int ELSEWHERE = -1;

  /** An edit that can't be applied; those before it can, by themselves. */
  static final class Stopped extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final int before;

    Stopped(int before, RuntimeException cause) {
      super("An edit can't be applied", cause);
      this.before = before;
    }

    /** How many edits come before it. */
    int before() {
      return before;
    }
  }

  @Override
  public String name() {
    return "apply_edits";
  }

  @Override
  public boolean mutates() {
    return true;
  }

  @Override
  public Integer execute(OperationTx tx) {
    tx.checkRetry();
    Optional<Position> now = Following.position(tx.store(), LockMode.EXCLUSIVE);
    if (!Optional.of(from).equals(now)) {
      return ELSEWHERE;
    }
    EditTx rows = new EditTx(tx);
    Handlers handlers = new Handlers(rows, passing);
    int done = 0;
    while (done < edits.size() && !rows.isEnded() && tx.store().stats().rowsWritten() < ROWS_MAX) {
      if (!apply(handlers, edits.get(done), done)) {
        break;
      }
      rows.applied();
      done++;
    }
    rows.finish();
    Following.moveTo(tx.store(), from.at(edits.get(done - 1).txid(), segmentStart));
    return done;
  }

  private static boolean apply(Handlers handlers, Edit edit, int before) {
    try {
      return handlers.apply(edit);
    } catch (EditsException e) {
      throw new Stopped(before, e.with("transaction", edit.txid()).with("edit", name(edit)));
    } catch (NamespaceException e) {
      throw new Stopped(
          before,
          new EditsException("An edit tells what Warren can't hold: following ends here", e)
              .with("why", e.getMessage())
              .with("transaction", edit.txid())
              .with("edit", name(edit)));
    }
  }

  private static String name(Edit edit) {
    if (edit instanceof Edit.NotTaken refused) {
      return refused.what();
    }
    return edit.getClass().getSimpleName();
  }
}
