/** WebHDFS over the same operations as the RPC face. */
@NullMarked
package io.warren.namenode.webhdfs;

import org.jspecify.annotations.NullMarked;
