package io.warren.blocks;

import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The namenodes, as the membership rows say.
 *
 * @param selfId this namenode's id now; a namenode that was evicted comes back with another one
 * @param ids of all members, this one among them
 */
public record LiveNamenodes(LongSupplier selfId, Supplier<List<Long>> ids) {}
