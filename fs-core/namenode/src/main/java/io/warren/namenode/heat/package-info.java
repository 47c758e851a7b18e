/** Who and what costs a namenode most: heavy hitters over the last seconds to the last hour. */
@NullMarked
package io.warren.namenode.heat;

import org.jspecify.annotations.NullMarked;
