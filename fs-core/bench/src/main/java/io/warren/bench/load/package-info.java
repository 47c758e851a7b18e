/** Fills a store with a large namespace, past the namenodes. */
@NullMarked
package io.warren.bench.load;

import org.jspecify.annotations.NullMarked;
