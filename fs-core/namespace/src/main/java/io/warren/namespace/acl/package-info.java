/** POSIX ACLs as HDFS has them: entries, the rules of changing them, inheritance, operations. */
@NullMarked
package io.warren.namespace.acl;

import org.jspecify.annotations.NullMarked;
