/**
 * Blocks: the datanodes that are alive, where new replicas go, and what the datanodes report. All
 * truth about replicas is rows in the store; each namenode keeps only a view of the datanodes.
 */
@NullMarked
package io.warren.blocks;

import org.jspecify.annotations.NullMarked;
