/** The log of who asked for what of the namespace, in HDFS's own format. */
@NullMarked
package io.warren.namenode.audit;

import org.jspecify.annotations.NullMarked;
