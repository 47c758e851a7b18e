/** Reads the checkpoint that a stock NameNode keeps of its namespace, its fsimage. */
@NullMarked
package io.warren.migrate.image;

import org.jspecify.annotations.NullMarked;
