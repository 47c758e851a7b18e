package io.warren.model;

import org.jspecify.annotations.Nullable;

/**
 * The outcome of an at-most-once call, written in the call's own transaction. payload is the
 * operation's own encoding of its answer.
 */
public record RetryEntry(String clientId, int callId, long expiresAtMs, byte @Nullable [] payload) {
  public RetryKey key() {
    return new RetryKey(clientId, callId);
  }
}
