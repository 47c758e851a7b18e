/** Membership, leader election and the leader's background services. */
@NullMarked
package io.warren.namenode.election;

import org.jspecify.annotations.NullMarked;
