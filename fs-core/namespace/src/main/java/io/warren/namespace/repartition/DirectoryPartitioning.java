package io.warren.namespace.repartition;

import io.warren.model.ChildrenPartitioning;
import io.warren.model.DirectoryRepartition;
import org.jspecify.annotations.Nullable;

/**
 * How a directory's children are spread over partitions.
 *
 * @param state changing states while children are being moved
 * @param childrenCounted how many children it has, counted up to a limit
 * @param countComplete whether those are all
 * @param work what is under way; null when nothing is
 */
public record DirectoryPartitioning(
    long inodeId,
    ChildrenPartitioning state,
    long childrenCounted,
    boolean countComplete,
    @Nullable DirectoryRepartition work) {}
