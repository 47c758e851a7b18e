/** Runs Hadoop's stock DataNode with Warren's command line. */
@NullMarked
package io.warren.datanode;

import org.jspecify.annotations.NullMarked;
