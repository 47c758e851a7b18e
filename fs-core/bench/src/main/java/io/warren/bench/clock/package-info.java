/** Processor time of this process and of others. */
@NullMarked
package io.warren.bench.clock;

import org.jspecify.annotations.NullMarked;
