/** Leases of lost clients: recovering them and what they held. */
@NullMarked
package io.warren.namespace.recovery;

import org.jspecify.annotations.NullMarked;
