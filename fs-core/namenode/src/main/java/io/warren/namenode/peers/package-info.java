/** What the namenodes of a cluster ask of each other. */
@NullMarked
package io.warren.namenode.peers;

import org.jspecify.annotations.NullMarked;
