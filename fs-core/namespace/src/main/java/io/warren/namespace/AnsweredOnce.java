package io.warren.namespace;

import org.jspecify.annotations.Nullable;

/** A change that is executed at most once and answers yes or no; a repetition hears the same. */
public interface AnsweredOnce extends InodeOperation<Boolean> {
  @Override
  default boolean mutates() {
    return true;
  }

  @Override
  default boolean atMostOnce() {
    return true;
  }

  @Override
  default byte[] encode(Boolean result) {
    return new byte[] {(byte) (result ? 1 : 0)};
  }

  @Override
  default Boolean decode(byte @Nullable [] payload, OperationTx tx) {
    return payload != null && payload.length == 1 && payload[0] == 1;
  }
}
