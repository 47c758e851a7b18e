/** Changes of a stock HDFS as its edits tell them, and where they are read. */
@NullMarked
package io.warren.migrate.edits;

import org.jspecify.annotations.NullMarked;
