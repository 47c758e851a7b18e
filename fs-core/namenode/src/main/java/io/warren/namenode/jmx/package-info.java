/** A namenode's management beans, under the names that tools for HDFS know. */
@NullMarked
package io.warren.namenode.jmx;

import org.jspecify.annotations.NullMarked;
