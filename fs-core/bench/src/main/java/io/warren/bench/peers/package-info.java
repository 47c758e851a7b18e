/** The servers under comparison, started side by side on this machine. */
@NullMarked
package io.warren.bench.peers;

import org.jspecify.annotations.NullMarked;
