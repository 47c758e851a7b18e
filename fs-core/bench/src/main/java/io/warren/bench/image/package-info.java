/** Makes images of a stock NameNode, of any size, in little memory. */
@NullMarked
package io.warren.bench.image;

import org.jspecify.annotations.NullMarked;
