/** Operations on whole directories, by how much is in them. */
@NullMarked
package io.warren.bench.subtrees;

import org.jspecify.annotations.NullMarked;
