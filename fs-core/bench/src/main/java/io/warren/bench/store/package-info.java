/** Throughput of the metadata store by itself. */
@NullMarked
package io.warren.bench.store;

import org.jspecify.annotations.NullMarked;
