/** What directories hold at any depth, without a walk: kept, read, counted anew. */
@NullMarked
package io.warren.namespace.totals;

import org.jspecify.annotations.NullMarked;
