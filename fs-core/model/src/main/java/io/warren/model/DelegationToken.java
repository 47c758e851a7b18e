package io.warren.model;

/**
 * A delegation token that was issued and not cancelled.
 *
 * @param identifier the signed part, as Hadoop serialises it
 * @param expiresAtMs when it ends unless it is renewed
 */
public record DelegationToken(int sequenceNumber, byte[] identifier, long expiresAtMs) {}
