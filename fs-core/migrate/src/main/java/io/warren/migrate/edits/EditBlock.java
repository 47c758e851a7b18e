package io.warren.migrate.edits;

/** A block of a file as edits tell it. */
public record EditBlock(long blockId, long generationStamp, long lengthBytes) {}
