/** Storage and erasure-coding policies: inherited along the path, set on directories and files. */
@NullMarked
package io.warren.namespace.policy;

import org.jspecify.annotations.NullMarked;
