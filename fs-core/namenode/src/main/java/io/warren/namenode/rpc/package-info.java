/** The HDFS face over Hadoop RPC: stock protocol interfaces on top of Warren's operations. */
@NullMarked
package io.warren.namenode.rpc;

import org.jspecify.annotations.NullMarked;
