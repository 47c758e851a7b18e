package io.warren.model;

/**
 * A namenode's membership row. heartbeatCounter rises with every heartbeat; leaderEpoch is the
 * leader epoch that it saw at its last one, 0 before the first.
 */
public record NamenodeMember(
    long id,
    String name,
    String rpcAddress,
    String httpAddress,
    long heartbeatCounter,
    long lastHeartbeatMs,
    long startedAtMs,
    long leaderEpoch,
    String version) {}
