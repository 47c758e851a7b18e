/** Inode operations: one class each. */
@NullMarked
package io.warren.namespace.operation;

import org.jspecify.annotations.NullMarked;
