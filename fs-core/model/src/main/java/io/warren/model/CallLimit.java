package io.warren.model;

/**
 * How many calls of one user, address or application each namenode lets in.
 *
 * @param callsPerSecond at each namenode
 * @param reason for those who meet it
 * @param setBy the operator
 * @param expiresAtMs 0 for a limit that holds until it is lifted
 */
public record CallLimit(
    CallLimitKey key,
    int callsPerSecond,
    String reason,
    String setBy,
    long setAtMs,
    long expiresAtMs) {
  /** Whether it is over by then. */
  public boolean isOver(long nowMs) {
    return expiresAtMs != 0 && expiresAtMs <= nowMs;
  }
}
