/** Calls that walk whole trees: few at once, and none for nobody. */
@NullMarked
package io.warren.namenode.walks;

import org.jspecify.annotations.NullMarked;
