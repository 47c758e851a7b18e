package io.warren.namespace.job;

import io.warren.model.Inode;
import io.warren.namespace.OperationTx;
import org.jspecify.annotations.Nullable;

/**
 * What must hold for a change beyond its own rules, and what is written with it. Called in the
 * transactions of the change; may refuse by unwinding.
 *
 * @param <R> what the change answers
 */
public interface ChangeGuard<R> {
  /** Called first, before the change locks anything. */
  void begin(OperationTx tx);

  /** Called with the inode that the change's path names, once it is locked. */
  void admit(@Nullable Inode target);

  /** Called last in the transaction that makes the change. */
  void done(OperationTx tx, R result);

  /** Whether {@link #done} looks at what it is told; finding that out may be dear. */
  default boolean listens() {
    return true;
  }

  /** Lets everything pass. */
  static <R> ChangeGuard<R> none() {
    return new ChangeGuard<>() {
      @Override
      public void begin(OperationTx tx) {}

      @Override
      public void admit(@Nullable Inode target) {}

      @Override
      public void done(OperationTx tx, R result) {}

      @Override
      public boolean listens() {
        return false;
      }
    };
  }
}
