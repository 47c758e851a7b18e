package io.warren.model;

/** Key of a {@link DirectoryTotalsChange}. */
public record DirectoryTotalsChangeKey(long directoryId, long inodeId, long logicalTime) {}
