package io.warren.namenode.admin;

import io.warren.namespace.PolicySpace;
import io.warren.namespace.Tally;

/** What inodes count, as the contract has it. */
record Amounts(long files, long directories, long symlinks, long lengthBytes, long spaceBytes) {
  static Amounts of(Tally tally) {
    PolicySpace space = tally.space();
    return new Amounts(
        tally.files(),
        tally.directories(),
        tally.symlinks(),
        space.lengthBytes(),
        space.spaceBytes());
  }
}
