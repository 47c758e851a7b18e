/** Compares what datanodes hold with the blocks of a store, without changing either. */
@NullMarked
package io.warren.migrate.rehearse;

import org.jspecify.annotations.NullMarked;
