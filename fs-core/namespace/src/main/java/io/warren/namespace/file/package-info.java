/**
 * Operations on a file's content: opening, blocks, pipelines, closing. An inode's sizeBytes is
 * always the sum of the lengths of its blocks.
 *
 * <p>Locks: the inode row first, then block rows in the order of their ids, then the other rows.
 * The row of a block is the lock of everything about its replicas (see io.warren.blocks).
 */
@NullMarked
package io.warren.namespace.file;

import org.jspecify.annotations.NullMarked;
