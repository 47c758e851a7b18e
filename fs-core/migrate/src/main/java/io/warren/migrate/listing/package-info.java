/** Lists of what a tool of migration names one by one. */
@NullMarked
package io.warren.migrate.listing;

import org.jspecify.annotations.NullMarked;
