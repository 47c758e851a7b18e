/** What the leader does for the namespace by itself. */
@NullMarked
package io.warren.namespace.upkeep;

import org.jspecify.annotations.NullMarked;
