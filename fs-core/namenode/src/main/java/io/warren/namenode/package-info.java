/** Processes, namenodes and their life cycle: the composition root of a namenode. */
@NullMarked
package io.warren.namenode;

import org.jspecify.annotations.NullMarked;
