/** Stock HDFS's inotify over the change feed. */
@NullMarked
package io.warren.namenode.inotify;

import org.jspecify.annotations.NullMarked;
