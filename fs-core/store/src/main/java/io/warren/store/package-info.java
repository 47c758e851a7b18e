/** The store SPI: transactions with row locks over typed tables, and the change feed. */
@NullMarked
package io.warren.store;

import org.jspecify.annotations.NullMarked;
