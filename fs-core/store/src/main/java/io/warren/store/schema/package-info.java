/** The tables, once: every adapter and the DDL follow them. */
@NullMarked
package io.warren.store.schema;

import org.jspecify.annotations.NullMarked;
