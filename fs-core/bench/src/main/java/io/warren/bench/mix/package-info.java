/** The Spotify mix: what a large cluster's clients do, as a closed-loop workload. */
@NullMarked
package io.warren.bench.mix;

import org.jspecify.annotations.NullMarked;
