package io.warren.namespace.policy;

import io.warren.model.ErasureCodingPolicy;
import io.warren.model.Inode;
import io.warren.namespace.EffectivePolicies;
import io.warren.namespace.ErasureCodingPolicies;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.SnapshotPath;
import io.warren.namespace.rights.Access;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** The policies that hold at a path, and where each was set. Needs read on it, as in HDFS. */
public record FindPolicies(FsPath path) implements InodeOperation<FindPolicies.Answer> {
  /**
   * The policies.
   *
   * @param storage id of the storage policy, 0 for the default
   * @param storageSetAt the place that it was set for; null for the default
   * @param erasureCoding null for replication
   * @param erasureCodingSetAt the directory that it was set for, or the file that was made with it
   */
  public record Answer(
      int storage,
      @Nullable FsPath storageSetAt,
      @Nullable ErasureCodingPolicy erasureCoding,
      @Nullable FsPath erasureCodingSetAt) {}

  @Override
  public String name() {
    return "find_policies";
  }

  @Override
  public boolean mutates() {
    return false;
  }

  @Override
  public long partition(PartitionGuess guess) {
    return guess.ofRow(path);
  }

  @Override
  public Answer execute(OperationTx tx) {
    ResolvedPath found = tx.resolve(path);
    tx.permissions().traverse(found);
    found.requireLast();
    tx.permissions().last(found, Access.READ);
    EffectivePolicies policies = EffectivePolicies.of(found.rows());
    int coding = policies.erasureCoding();
    return new Answer(
        policies.storage(),
        policies.storage() == 0 ? null : setAt(found, Inode::storagePolicy),
        coding == 0 ? null : ErasureCodingPolicies.read(tx.store()).find(coding),
        coding == 0 ? null : setAt(found, Inode::erasureCodingPolicy));
  }

  /** The nearest inode on the way up that has a policy of its own. */
  private static @Nullable FsPath setAt(ResolvedPath found, ToIntFunction<Inode> policy) {
    List<Inode> rows = found.rows();
    FsPath path = found.path();
    // A path into a snapshot has a component that is no inode: .snapshot.
    int named = path.depth() - (rows.size() - 1);
    int above = named == 0 ? path.depth() : path.components().indexOf(SnapshotPath.DOT_SNAPSHOT);
    for (int row = rows.size() - 1; row >= 0; row--) {
      if (policy.applyAsInt(rows.get(row)) != 0) {
        return path.prefix(row <= above ? row : row + named);
      }
    }
    return null;
  }
}
