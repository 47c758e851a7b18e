/** The file system check that {@code hdfs fsck} asks for over HTTP. */
@NullMarked
package io.warren.namenode.fsck;

import org.jspecify.annotations.NullMarked;
