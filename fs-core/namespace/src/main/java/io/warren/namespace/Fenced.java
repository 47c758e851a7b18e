package io.warren.namespace;

/** Leader-only work: as the operation, but refused in its own transaction once another leads. */
public record Fenced<R>(InodeOperation<R> work, LeaderFence fence) implements InodeOperation<R> {
  @Override
  public String name() {
    return work.name();
  }

  @Override
  public boolean mutates() {
    return work.mutates();
  }

  @Override
  public boolean runsInSafeMode() {
    return work.runsInSafeMode();
  }

  @Override
  public long partition(PartitionGuess guess) {
    return work.partition(guess);
  }

  @Override
  public R execute(OperationTx tx) {
    fence.check(tx.store());
    return work.execute(tx);
  }
}
