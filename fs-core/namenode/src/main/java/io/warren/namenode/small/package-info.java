/**
 * What a namenode does of its own accord with files whose bytes are, or may be, in the database.
 */
@NullMarked
package io.warren.namenode.small;

import org.jspecify.annotations.NullMarked;
