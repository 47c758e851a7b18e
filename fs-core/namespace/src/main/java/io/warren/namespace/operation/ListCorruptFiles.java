package io.warren.namespace.operation;

import io.warren.model.BlockKey;
import io.warren.model.RedundancyPriority;
import io.warren.model.UnderReplicatedBlock;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.store.Scan;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of the files at or below a path that have a block without any good replica, for the
 * superuser. A file appears once for each such block.
 *
 * @param after the block that the page before ended with; null for the first
 * @param limit number of blocks that are looked at, wherever their files are
 */
public record ListCorruptFiles(FsPath path, @Nullable BlockKey after, int limit)
    implements InodeOperation<ListCorruptFiles.Page> {

  /**
   * What was found.
   *
   * @param end the block to go on behind; null when there are no more
   */
  public record Page(List<FsPath> files, @Nullable BlockKey end) {
    public Page {
      files = List.copyOf(files);
    }
  }

  @Override
  public String name() {
    return "list_corrupt_files";
  }

  @Override
  public boolean mutates() {
    return false;
  }

  @Override
  public Page execute(OperationTx tx) {
    tx.permissions().superuser();
    List<UnderReplicatedBlock> rows =
        tx.store()
            .scan(
                Scan.index(
                        Tables.UNDER_REPLICATED_BLOCKS,
                        Tables.BY_PRIORITY,
                        limit,
                        RedundancyPriority.MISSING.ordinal())
                    .after(after));
    List<FsPath> files = new ArrayList<>();
    for (UnderReplicatedBlock row : rows) {
      FsPath file = tx.pathOf(row.inodeId());
      if (file != null && file.startsWith(path)) {
        files.add(file);
      }
    }
    return new Page(files, rows.size() < limit ? null : rows.get(limit - 1).key());
  }
}
