/** Applies the edits of a stock HDFS to a store that was imported from its image. */
@NullMarked
package io.warren.migrate.follow;

import org.jspecify.annotations.NullMarked;
