/** Limits of calls that operators set for users, addresses and applications. */
@NullMarked
package io.warren.namenode.limits;

import org.jspecify.annotations.NullMarked;
