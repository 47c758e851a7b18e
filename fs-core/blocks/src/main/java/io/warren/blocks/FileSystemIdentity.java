package io.warren.blocks;

/**
 * What a datanode checks before it serves a file system.
 *
 * @param namespaceId positive number that is fixed when the file system is made
 * @param clusterId as in stock HDFS: "CID-…"
 * @param blockPoolId as in stock HDFS: "BP-…"
 * @param createdAtMs time of creation, 0 as stock HDFS has it for a fresh file system
 */
public record FileSystemIdentity(
    int namespaceId, String clusterId, String blockPoolId, long createdAtMs) {}
