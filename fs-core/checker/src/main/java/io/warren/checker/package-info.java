/**
 * Checks the namespace against a model that knows nothing of how it works: random sequences of
 * operations, concurrent histories, and what must hold of every table.
 */
@NullMarked
package io.warren.checker;

import org.jspecify.annotations.NullMarked;
