package io.warren.migrate.load;

import io.warren.migrate.image.ImageException;
import io.warren.migrate.image.ImageFile;
import io.warren.migrate.image.ImageHeader;
import io.warren.migrate.image.ImageInodes;
import io.warren.migrate.image.ImagePaths;
import io.warren.migrate.image.ImagePolicies;
import io.warren.migrate.image.ImageStrings;
import io.warren.model.BlockIds;
import io.warren.model.Inode;
import io.warren.model.InodeForm;
import io.warren.model.Lease;
import io.warren.model.Name;
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
  private boolean began;

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
    ImagePolicies codings = ImagePolicies.read(image);
    Attributes attributes =
        new Attributes(ImageStrings.read(image), namespace.principals(), codings);
    ImageSurvey survey = survey(attributes);
    began = true;
    NamespaceFormat.formatIfEmpty(namespace);
    InodeRows rows = new InodeRows(survey, attributes, namespace, report);
    FreshIds ids = new FreshIds(survey.lastInodeId());
    TransactionRunner runner = namespace.runner();
    try (RowWriter writer = new RowWriter(runner)) {
      ImageInodes.forEach(image, inode -> write(inode, rows, survey, ids, writer));
      survey.directories().forEach((id, facts) -> limit(id, facts, survey, writer));
      new SnapshotRows(survey.snapshots(), report).write(writer);
      codings.told().forEach(policy -> writer.insert(Tables.ERASURE_CODING_POLICIES, policy));
      long nowMs = namespace.clock().millis();
      holders.forEach(holder -> writer.insert(Tables.LEASES, new Lease(holder, nowMs)));
      writer.flush();
    }
    if (!withoutSnapshots) {
      new FormerStates(image, survey, attributes, runner, ids, report).write();
    }
    runner.run(TxOptions.write("import_ids"), tx -> goOn(tx, survey, ids));
    leaveOut(survey.header());
    return report;
  }

  /** Whether something may have been written: an image that can't be taken is refused before. */
  public boolean began() {
    return began;
  }

  private ImageSurvey survey(Attributes attributes) throws IOException {
    try {
      return ImageSurvey.of(image, attributes, withoutSnapshots, report);
    } catch (ImageException e) {
      throw ImagePaths.located(e, image);
    }
  }

  private void limit(long imageId, DirectoryFacts facts, ImageSurvey survey, RowWriter writer) {
    if (facts.hasQuota() && survey.tree().depth(imageId, ImageInodes.ROOT_ID) >= 0) {
      writer.insert(Tables.QUOTA_DIRECTORIES, facts.quota(InodeRows.ourId(imageId)));
      report.took("quotas", 1);
    }
  }

  private void write(
      INode stored, InodeRows rows, ImageSurvey survey, FreshIds ids, RowWriter writer) {
    int depth = survey.tree().depth(stored.getId(), ImageInodes.ROOT_ID);
    if (depth < 0 && withoutSnapshots) {
      report.leftOut("inodes that only snapshots hold", 1);
      return;
    }
    if (depth < 0 && survey.former().untilOf(stored.getId()) == 0) {
      String name = stored.getName().toStringUtf8();
      report.leftOut("inodes to which nothing leads", stored.getId(), name);
      return;
    }
    ImportedInode made = rows.of(stored, depth < 0 ? InodeRows.AWAY : depth);
    Inode inode = made.inode();
    if (inode.isRoot()) {
      replaceRoot(inode);
    } else {
      writer.insert(inode);
    }
    if (depth < 0) {
      writeLastPlace(stored, made.row(), survey.former(), ids, writer);
    }
    made.blocks().forEach(block -> writer.insert(Tables.BLOCKS, block));
    made.lookups().forEach(writer::insert);
    write(made.row(), writer);
    if (made.lease() != null) {
      writer.insert(Tables.LEASE_PATHS, made.lease());
      holders.add(made.lease().holder());
    }
    written++;
    if (written % PROGRESS_INODES == 0) {
      progress.accept(written);
    }
  }

  private static void write(AttributedRow row, RowWriter writer) {
    row.xattrs().forEach(part -> writer.insert(Tables.XATTRS, part));
    if (row.acl() != null) {
      writer.insert(Tables.ACLS, row.acl());
    }
  }

  /** Where a deleted inode was when it was deleted; the image has its name with it. */
  private static void writeLastPlace(
      INode stored, AttributedRow row, FormerPlaces former, FreshIds ids, RowWriter writer) {
    long parentId = former.placeOf(stored.getId());
    if (parentId == 0) {
      return;
    }
    long attributesId = InodeForm.hasAttributes(row.inode()) ? ids.next() : 0;
    write(FormerRows.under(row, attributesId), writer);
    writer.insert(
        Tables.INODE_FORMS,
        FormerRows.form(
            row.inode(),
            InodeRows.ourId(parentId),
            Name.of(stored.getName().toStringUtf8()),
            former.sinceOf(stored),
            former.untilOf(stored.getId()),
            attributesId));
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
  private boolean goOn(Tx tx, ImageSurvey survey, FreshIds ids) {
    TotalsState.uncounted(tx);
    long feedHead = namespace.runner().store().feed().head();
    Following.moveTo(tx, new Position(survey.header().transactionId(), 0, feedHead));
    Map.of(
            IdKind.INODE, ids.last(),
            IdKind.SNAPSHOT, survey.snapshots().given(),
            IdKind.BLOCK, survey.header().lastBlockId(),
            IdKind.BLOCK_GROUP, BlockIds.number(survey.header().lastBlockGroupId()),
            IdKind.GENERATION_STAMP, survey.header().lastGenerationStamp())
        .forEach((kind, last) -> LastIds.goOnAfter(tx, namespace.runner().store(), kind, last));
    return true;
  }

  private void leaveOut(ImageHeader header) {
    report.leftOut("snapshots", withoutSnapshots ? header.snapshots() : 0);
    report.leftOut("cache pools", header.cachePools());
    report.leftOut("cache directives", header.cacheDirectives());
    report.leftOut("delegation tokens", header.delegationTokens());
  }
}
