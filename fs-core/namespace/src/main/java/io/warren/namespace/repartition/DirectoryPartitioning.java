package io.warren.namespace.repartition;

import io.warren.model.ChildrenPartitioning;
import io.warren.model.DirectoryRepartition;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a directory's children are spread over partitions.
 *
 * @param state changing states while children are being moved
 * @param childrenCounted how many children it has, counted up to a limit
 * @param countComplete whether those are all
 * @param work what is under way; null when nothing is
 * @param present how many of the counted children are in each partition now
 * @param byParent how many would be in each if all were by parent; every partition is there
 * @param hashed the same if all were hashed
 */
public record DirectoryPartitioning(
    long inodeId,
    ChildrenPartitioning state,
    long childrenCounted,
    boolean countComplete,
    @Nullable DirectoryRepartition work,
    Map<Long, Integer> present,
    Map<Long, Integer> byParent,
    Map<Long, Integer> hashed) {}
