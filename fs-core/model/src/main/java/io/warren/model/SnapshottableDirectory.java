package io.warren.model;

/**
 * A directory of which snapshots may be taken. Everything that changes an inode at or below it
 * locks this row shared; taking and deleting snapshots locks it exclusively.
 *
 * @param newestId number of its newest snapshot, 0 when it has none
 * @param snapshots how many it has
 */
public record SnapshottableDirectory(long inodeId, long newestId, int snapshots) {}
