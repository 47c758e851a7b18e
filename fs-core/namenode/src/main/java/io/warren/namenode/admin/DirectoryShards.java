package io.warren.namenode.admin;

import io.warren.model.NamespaceException;
import io.warren.namenode.service.Callers;
import io.warren.namespace.FsPath;
import io.warren.namespace.Namespace;
import io.warren.namespace.repartition.GetChildPartitions;
import io.warren.store.Shards;
import io.warren.store.schema.Tables;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which shard has the rows of a directory's children. */
final class DirectoryShards {
  private final Namespace namespace;
  private final Callers callers;
  private final Shards shards;

  DirectoryShards(Namespace namespace, Callers callers, Shards shards) {
    this.namespace = namespace;
    this.callers = callers;
    this.shards = shards;
  }

  /** Null when they are spread, and when there is no such directory now. */
  @Nullable Integer of(String directory) {
    List<Long> partitions;
    try {
      partitions = namespace.run(new GetChildPartitions(FsPath.parse(directory)), callers.system());
    } catch (NamespaceException e) {
      return null;
    }
    return partitions.size() == 1 ? shards.of(Tables.INODES, partitions.get(0)) : null;
  }
}
