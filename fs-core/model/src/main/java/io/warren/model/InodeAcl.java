package io.warren.model;

import org.jspecify.annotations.Nullable;

/**
 * The ACL of an inode beyond its mode, in one row so that no reader ever sees a part of a change
 * (see docs/adr/0027). Both texts are entries in the order in which they are checked, as {@code
 * setfacl} writes them ({@code user:bob:r-x,group::r--,mask::r-x,other::---}), without a scope.
 *
 * @param access everything but the owner's entry, which is the mode's; null when the mode says all
 * @param defaults what new children get; null for none
 */
public record InodeAcl(long inodeId, @Nullable String access, @Nullable String defaults) {}
