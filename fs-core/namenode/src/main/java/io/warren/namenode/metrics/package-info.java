/** What a namenode measures about itself. */
@NullMarked
package io.warren.namenode.metrics;

import org.jspecify.annotations.NullMarked;
