package io.warren.migrate.load;

import io.warren.migrate.image.ImageFile;
import io.warren.migrate.image.ImageHeader;
import io.warren.migrate.image.ImageInodes;
import io.warren.migrate.image.ImageStrings;
import io.warren.model.Inode;
import io.warren.model.Lease;
import io.warren.namespace.Following;
import io.warren.namespace.Following.Position;
import io.warren.namespace.IdKind;
import io.warren.namespace.Namespace;
import io.warren.namespace.NamespaceFormat;
import io.warren.namespace.TotalsState;
import io.warren.store.LockMode;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongConsumer;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INode;

/**
 * Writes an image into an empty store that nobody serves: inodes keep their ids, blocks theirs, so
 * that datanodes of the old file system know them. The change feed hears of nothing. Used by one
 * thread.
 */
public final class ImageImport {
  private static final long PROGRESS_INODES = 100_000;

  private final ImageFile image;
  private final Namespace namespace;
  private final boolean withoutSnapshots;
  private final LongConsumer progress;
  private final ImportReport report = new ImportReport();
  private final Set<String> holders = new TreeSet<>();
  private long written;

  /**
   * An import that has not begun.
   *
   * @param namespace over an empty store
   * @param withoutSnapshots whether what only snapshots hold may be left out
   * @param progress is told now and then how many inodes are written
   */
  public ImageImport(
      ImageFile image, Namespace namespace, boolean withoutSnapshots, LongConsumer progress) {
    this.image = image;
    this.namespace = namespace;
    this.withoutSnapshots = withoutSnapshots;
    this.progress = progress;
  }

  /**
   * Takes the image; what it holds that Warren can't take is found before anything is written.
   *
   * @throws io.warren.migrate.image.ImageException when the image is damaged or can't be taken
   */
  public ImportReport run() throws IOException {
    ImageStrings strings = ImageStrings.read(image);
    ImageSurvey survey = ImageSurvey.of(image, strings, withoutSnapshots);
    NamespaceFormat.formatIfEmpty(namespace);
    InodeRows rows = new InodeRows(survey, strings, namespace, report);
    TransactionRunner runner = namespace.runner();
    try (RowWriter writer = new RowWriter(runner)) {
      ImageInodes.forEach(image, inode -> write(inode, rows, survey, writer));
      survey
          .directories()
          .forEach(
              (id, facts) -> {
                if (facts.hasQuota()) {
                  long ourId = InodeRows.ourId(id);
                  writer.insert(Tables.QUOTA_DIRECTORIES, facts.quota(ourId));
                  report.took("quotas", 1);
                }
              });
      long nowMs = namespace.clock().millis();
      holders.forEach(holder -> writer.insert(Tables.LEASES, new Lease(holder, nowMs)));
      writer.flush();
    }
    runner.run(TxOptions.write("import_ids"), tx -> goOn(tx, survey));
    leaveOut(survey.header());
    return report;
  }

  private void write(INode stored, InodeRows rows, ImageSurvey survey, RowWriter writer) {
    int depth = survey.tree().depth(stored.getId(), ImageInodes.ROOT_ID);
    if (depth < 0) {
      report.leftOut("inodes that only snapshots hold", 1);
      return;
    }
    ImportedInode made = rows.of(stored, depth);
    Inode inode = made.inode();
    if (inode.isRoot()) {
      replaceRoot(inode);
    } else {
      writer.insert(Tables.INODES, inode);
    }
    made.blocks().forEach(block -> writer.insert(Tables.BLOCKS, block));
    made.lookups().forEach(lookup -> writer.insert(Tables.BLOCK_LOOKUP, lookup));
    made.xattrs().forEach(part -> writer.insert(Tables.XATTRS, part));
    if (made.acl() != null) {
      writer.insert(Tables.ACLS, made.acl());
    }
    if (made.lease() != null) {
      writer.insert(Tables.LEASE_PATHS, made.lease());
      holders.add(made.lease().holder());
    }
    written++;
    if (written % PROGRESS_INODES == 0) {
      progress.accept(written);
    }
  }

  private void replaceRoot(Inode root) {
    namespace
        .runner()
        .run(
            TxOptions.write("import_root"),
            tx -> {
              tx.get(Tables.INODES, root.key(), LockMode.EXCLUSIVE);
              tx.update(Tables.INODES, root);
              return root;
            });
  }

  /** New inodes, blocks and generation stamps come after those of the image. */
  private boolean goOn(Tx tx, ImageSurvey survey) {
    TotalsState.uncounted(tx);
    long feedHead = namespace.runner().store().feed().head();
    Following.moveTo(tx, new Position(survey.header().transactionId(), 0, feedHead));
    Map.of(
            IdKind.INODE, survey.lastInodeId(),
            IdKind.BLOCK, survey.header().lastBlockId(),
            IdKind.GENERATION_STAMP, survey.header().lastGenerationStamp())
        .forEach((kind, last) -> LastIds.goOnAfter(tx, namespace.runner().store(), kind, last));
    return true;
  }

  private void leaveOut(ImageHeader header) {
    report.leftOut("snapshots", header.snapshots());
    report.leftOut("cache pools", header.cachePools());
    report.leftOut("cache directives", header.cacheDirectives());
    report.leftOut("delegation tokens", header.delegationTokens());
  }
}
