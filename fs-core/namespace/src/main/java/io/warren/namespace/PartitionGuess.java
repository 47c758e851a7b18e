package io.warren.namespace;

import io.warren.model.InodeKey;
import io.warren.namespace.HintCache.Hint;
import java.util.List;

/**
 * Guesses, from hints, which partition holds the row that matters most to an operation, so that its
 * transaction begins on that partition's shard (distribution-aware transactions, HopsFS, FAST'17
 * §5). 0 when there is no hint; a wrong guess costs a hop between shards, never a wrong answer.
 */
public final class PartitionGuess {
  /** No guess: the store chooses. */
  public static final long NONE = 0;

  private final PathResolver resolver;

  PartitionGuess(PathResolver resolver) {
    this.resolver = resolver;
  }

  /** Of the row of a path's last component, whether or not it exists. */
  public long ofRow(FsPath path) {
    List<InodeKey> keys = resolver.predictKeys(path);
    return keys == null ? NONE : keys.get(keys.size() - 1).partitionId();
  }

  /** Of the rows of a directory's children; of the first ones when they are spread. */
  public long ofChildren(FsPath directory) {
    Hint hint = resolver.guessDirectory(directory);
    return hint == null ? NONE : Partitioning.childPartitions(hint.id(), hint.children()).get(0);
  }

  /**
   * Of a file's blocks and replicas.
   *
   * @param fileId 0 when only the path is known
   */
  public long ofFileRows(FsPath path, long fileId) {
    if (fileId != 0) {
      return fileId;
    }
    Hint hint = resolver.hintOf(path);
    return hint == null || hint.directory() ? NONE : hint.id();
  }
}
