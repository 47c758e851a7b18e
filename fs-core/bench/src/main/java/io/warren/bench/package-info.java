/** Workloads and the comparison with a stock HDFS NameNode. */
@NullMarked
package io.warren.bench;

import org.jspecify.annotations.NullMarked;
