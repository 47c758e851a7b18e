package io.warren.model;

/**
 * A secret that all namenodes sign tokens with.
 *
 * @param keyId unique over all kinds, never given again
 * @param activeAtMs from when on tokens are signed with it, until a later key is active
 * @param expiresAtMs when no token that it signed can be valid any more
 * @param secret the raw key; never logged
 */
public record TokenKey(
    int keyId, TokenKeyKind kind, long activeAtMs, long expiresAtMs, byte[] secret) {

  @Override
  public String toString() {
    return "TokenKey[" + keyId + ", " + kind + "]";
  }
}
