package io.warren.model;

/**
 * A namenode's membership row. heartbeatCounter rises with every heartbeat; leaderEpoch is the
 * epoch it leads under, 0 for none.
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
