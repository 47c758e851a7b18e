/** Walks over trees in bounded steps, from a cursor to the next. */
@NullMarked
package io.warren.namespace.walk;

import org.jspecify.annotations.NullMarked;
