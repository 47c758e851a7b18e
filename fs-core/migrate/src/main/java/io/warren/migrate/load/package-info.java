/** Writes what an fsimage holds as rows of a store that nobody serves at the time. */
@NullMarked
package io.warren.migrate.load;

import org.jspecify.annotations.NullMarked;
