package io.warren.namespace.quota;

import io.warren.model.Inode;
import io.warren.namespace.EffectivePolicies;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.ResolvedPath;
import java.util.ArrayList;
import java.util.List;

/**
 * Which directories with a quota are above a path, that may name nothing yet. Only the superuser
 * may.
 */
public record QuotasAbove(FsPath path) implements InodeOperation<QuotasAbove.Found> {
  /** A directory with a quota. */
  public record Directory(long inodeId, FsPath path) {}

  /**
   * What is above.
   *
   * @param directories root first
   * @param storagePolicy id of the policy that is inherited there, 0 for none
   */
  public record Found(List<Directory> directories, int storagePolicy) {}

  @Override
  public String name() {
    return "quotas_above";
  }

  @Override
  public boolean mutates() {
    return false;
  }

  @Override
  public Found execute(OperationTx tx) {
    tx.permissions().superuser();
    ResolvedPath found = tx.resolve(path);
    List<Inode> above = found.ancestors();
    List<Directory> directories = new ArrayList<>();
    for (int depth = 0; depth < above.size(); depth++) {
      if (above.get(depth).hasQuota()) {
        directories.add(new Directory(above.get(depth).id(), path.prefix(depth)));
      }
    }
    return new Found(directories, EffectivePolicies.of(above).storage());
  }
}
