/** One user's flood of listings, and what is left for the others beside it. */
@NullMarked
package io.warren.bench.flood;

import org.jspecify.annotations.NullMarked;
