/** Quota accounting: deltas, their application by the leader, enforcement. */
@NullMarked
package io.warren.namespace.quota;

import org.jspecify.annotations.NullMarked;
