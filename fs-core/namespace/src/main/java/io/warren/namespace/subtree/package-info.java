/** Operations over whole subtrees (HopsFS, FAST'17 §6.1). */
@NullMarked
package io.warren.namespace.subtree;

import org.jspecify.annotations.NullMarked;
