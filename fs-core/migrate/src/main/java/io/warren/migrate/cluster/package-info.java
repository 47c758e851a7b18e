/** Filling a store that several processes may have open: by one import at a time, whole or told. */
@NullMarked
package io.warren.migrate.cluster;

import org.jspecify.annotations.NullMarked;
