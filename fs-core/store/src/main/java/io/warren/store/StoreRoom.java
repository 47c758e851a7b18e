package io.warren.store;

/**
 * The room for the bytes of small files.
 *
 * @param usedBytes that they take, with what waits to be freed
 * @param sizeBytes that they could take, these included
 */
public record StoreRoom(long usedBytes, long sizeBytes) {}
