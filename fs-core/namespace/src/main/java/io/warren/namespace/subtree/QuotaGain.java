package io.warren.namespace.subtree;

import io.warren.model.TypeSpace;
import io.warren.namespace.FsPath;

/**
 * What a directory with a quota would gain by a change; negative for what it would lose.
 *
 * @param spaceBytes replicas counted
 * @param types by type of storage
 * @param typesExact whether that is all: what lies in a directory whose policy would change, and
 *     inherits it, is not counted
 */
public record QuotaGain(
    long inodeId, FsPath path, long spaceBytes, TypeSpace types, boolean typesExact) {
  QuotaGain plus(long moreBytes, TypeSpace more, boolean exact) {
    return new QuotaGain(
        inodeId, path, spaceBytes + moreBytes, types.plus(more), typesExact && exact);
  }
}
