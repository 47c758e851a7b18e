/** Extended attributes: names, rights, limits, operations. */
@NullMarked
package io.warren.namespace.xattr;

import org.jspecify.annotations.NullMarked;
