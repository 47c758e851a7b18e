/** Listings of one directory, again and again. */
@NullMarked
package io.warren.bench.listing;

import org.jspecify.annotations.NullMarked;
