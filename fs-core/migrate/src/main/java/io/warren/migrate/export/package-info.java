/** Writes what a store holds as the name directory of a stock NameNode. */
@NullMarked
package io.warren.migrate.export;

import org.jspecify.annotations.NullMarked;
