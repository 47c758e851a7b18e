package io.warren.namespace;

import org.jspecify.annotations.Nullable;

/** A change that is executed at most once and answers true whenever it did not fail. */
public interface DoneOnce extends InodeOperation<Boolean> {
  @Override
  default boolean mutates() {
    return true;
  }

  @Override
  default boolean atMostOnce() {
    return true;
  }

  @Override
  default byte @Nullable [] encode(Boolean result) {
    return null;
  }

  @Override
  default Boolean decode(byte @Nullable [] payload, OperationTx tx) {
    return true;
  }
}
