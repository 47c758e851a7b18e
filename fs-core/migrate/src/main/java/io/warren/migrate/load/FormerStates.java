package io.warren.migrate.load;

import io.warren.migrate.image.ImageDiffs;
import io.warren.migrate.image.ImageDiffs.DirectoryChange;
import io.warren.migrate.image.ImageFile;
import io.warren.model.Inode;
import io.warren.model.InodeForm;
import io.warren.model.InodeKey;
import io.warren.namespace.AttributeRows;
import io.warren.namespace.Partitioning;
import io.warren.store.Scan;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.io.IOException;
import java.util.List;
import java.util.function.BiConsumer;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.SnapshotDiffSection.FileDiff;

/**
 * Writes what the snapshots of an image hold that is no more: first where inodes were, then what
 * they were there. All inodes are written, those that only snapshots hold as deleted ones that are
 * kept. In memory is what changed of one inode at a time.
 */
final class FormerStates {
  private static final int KEPT_PER_TRANSACTION = 500;

  private final ImageFile image;
  private final ImageSurvey survey;
  private final TransactionRunner runner;
  private final FormerPlaceRows places;
  private final FormerStateRows states;

  FormerStates(
      ImageFile image,
      ImageSurvey survey,
      Attributes attributes,
      TransactionRunner runner,
      FreshIds ids,
      ImportReport report) {
    this.image = image;
    this.survey = survey;
    this.runner = runner;
    this.places = new FormerPlaceRows(survey, runner, ids);
    this.states = new FormerStateRows(survey, attributes, runner, ids, report);
  }

  void write() throws IOException {
    if (survey.snapshots().all().isEmpty()) {
      return;
    }
    forEach(places::directory, (id, changes) -> {});
    survey.references().forEachInode(places::order);
    forEach(states::directory, states::file);
    dropAttributes();
  }

  private void forEach(
      BiConsumer<Long, List<DirectoryChange>> directory, BiConsumer<Long, List<FileDiff>> file)
      throws IOException {
    ImageDiffs.forEach(
        image,
        new ImageDiffs.Visitor() {
          @Override
          public void directory(long inodeId, List<DirectoryChange> changes) {
            directory.accept(inodeId, changes);
          }

          @Override
          public void file(long inodeId, List<FileDiff> changes) {
            file.accept(inodeId, changes);
          }
        });
  }

  /** A deleted inode has attributes with its former rows alone, which have copies by now. */
  private void dropAttributes() {
    long area = Partitioning.RETAINED_ID;
    Scan<InodeKey, Inode> scan = Scan.prefix(Tables.INODES, KEPT_PER_TRANSACTION, area, area);
    List<Inode> page;
    do {
      Scan<InodeKey, Inode> next = scan;
      page =
          runner.run(
              TxOptions.write("import_former_states"),
              tx -> {
                List<Inode> kept = tx.scan(next);
                for (Inode row : kept) {
                  if (InodeForm.hasAttributes(row)) {
                    AttributeRows.remove(tx, row);
                    tx.update(Tables.INODES, row.toBuilder().features(0).build());
                  }
                }
                return kept;
              });
      scan = page.isEmpty() ? scan : scan.after(page.get(page.size() - 1).key());
    } while (page.size() == KEPT_PER_TRANSACTION);
  }
}
