package io.warren.model;

/**
 * A directory whose children are being moved to other partitions, so that any namenode can find and
 * finish the work. Primary key inodeId. Which way the children go says the directory's own row.
 *
 * @param path where the directory was when the work began; only shown
 * @param user who asked for it
 * @param moved children moved so far
 * @param startedAtMs milliseconds since the Unix epoch
 */
public record DirectoryRepartition(
    long inodeId, String path, String user, long moved, long startedAtMs) {}
