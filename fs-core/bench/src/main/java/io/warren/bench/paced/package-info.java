/** Changes of the namespace at a steady rate: a load beside which something else is measured. */
@NullMarked
package io.warren.bench.paced;

import org.jspecify.annotations.NullMarked;
