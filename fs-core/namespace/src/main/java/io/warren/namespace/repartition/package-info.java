/** Switching a directory's children between one partition and many while it is in use. */
@NullMarked
package io.warren.namespace.repartition;

import org.jspecify.annotations.NullMarked;
