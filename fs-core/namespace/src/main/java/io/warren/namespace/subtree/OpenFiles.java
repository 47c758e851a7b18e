package io.warren.namespace.subtree;

import io.warren.model.Inode;
import io.warren.model.LeasePath;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PolicySpace;
import io.warren.namespace.Tally;
import io.warren.namespace.file.FileRemoval;
import io.warren.namespace.totals.Ancestry;
import io.warren.store.ReadBatch;
import io.warren.store.Scan;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What files that are open for writing in a quiet subtree are charged with beyond what totals count
 * of them: quotas charge a block that is being written as a whole one.
 */
final class OpenFiles {
  private static final int LEASES_PER_BATCH = 200;

  private final OperationTx tx;
  private final long rootId;

  /**
   * @param rootId the directory at the top of the subtree
   */
  OpenFiles(OperationTx tx, long rootId) {
    this.tx = tx;
    this.rootId = rootId;
  }

  /**
   * Looks at every open file of the cluster, a bounded number of them in a batch.
   *
   * @param visitor gets, for each file, what it is charged with beyond its size, as seen from
   *     within each directory above it
   */
  void forEach(BiConsumer<Long, PolicySpace> visitor) {
    @Nullable LeasePath last = null;
    List<LeasePath> page;
    do {
      page =
          tx.store()
              .scan(
                  Scan.prefix(Tables.LEASE_PATHS, LEASES_PER_BATCH)
                      .after(last == null ? null : last.key()));
      show(files(page), visitor);
      last = page.isEmpty() ? last : page.get(page.size() - 1);
    } while (page.size() == LEASES_PER_BATCH);
  }

  private List<Inode> files(List<LeasePath> leases) {
    ReadBatch batch = tx.store().batch();
    List<ReadBatch.Rows<Inode>> rows = new ArrayList<>();
    leases.forEach(
        lease ->
            rows.add(
                batch.scan(Scan.index(Tables.INODES, Tables.INODES_BY_ID, 1, lease.inodeId()))));
    batch.execute();
    return rows.stream().flatMap(found -> found.get().stream()).filter(Inode::isFile).toList();
  }

  private void show(List<Inode> files, BiConsumer<Long, PolicySpace> visitor) {
    Ancestry places = Ancestry.read(tx, files.stream().map(Inode::parentId).toList());
    for (Inode file : files) {
      if (places.isWithin(file.parentId(), rootId)) {
        PolicySpace open =
            FileRemoval.charged(tx.store(), file).minus(PolicySpace.ofFile(file, file.sizeBytes()));
        Tally beyond = new Tally(0, 0, 0, 0, open);
        places.climb(file.parentId(), beyond, (id, seen) -> visitor.accept(id, seen.space()));
      }
    }
  }
}
