/** Takes the namespace of a stock HDFS over. */
@NullMarked
package io.warren.migrate;

import org.jspecify.annotations.NullMarked;
