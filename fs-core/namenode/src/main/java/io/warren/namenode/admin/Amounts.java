package io.warren.namenode.admin;

import io.warren.namespace.PolicySpace;
import io.warren.namespace.Tally;

/** What inodes count, as the contract has it. */
record Amounts(long files, long directories, long symlinks, long lengthBytes, long spaceBytes) {
  static Amounts of(Tally tally) {
    long length = 0;
    long space = 0;
    for (PolicySpace.Amount amount : tally.space().byPolicy().values()) {
      length += amount.lengthBytes();
      space += amount.spaceBytes();
    }
    return new Amounts(tally.files(), tally.directories(), tally.symlinks(), length, space);
  }
}
