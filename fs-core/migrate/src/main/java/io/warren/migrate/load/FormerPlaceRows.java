package io.warren.migrate.load;

import io.warren.migrate.image.ImageDiffs.DirectoryChange;
import io.warren.migrate.image.ImageException;
import io.warren.migrate.image.ImageReferences.Reference;
import io.warren.model.Inode;
import io.warren.model.InodeForm;
import io.warren.model.InodeFormKey;
import io.warren.model.Name;
import io.warren.store.LockMode;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.thirdparty.protobuf.ByteString;

/**
 * Writes former rows for where inodes were: each says what an inode is now, and which snapshots
 * have it there. What it was then comes later, see {@link FormerStateRows}. Deleted inodes have one
 * for their last place already. Used by one thread.
 */
final class FormerPlaceRows {
  private static final TxOptions WRITE = TxOptions.write("import_former_places");
  private static final int CHUNK = 500;

  /**
   * An inode that a directory lost.
   *
   * @param moved whether the inode lived on elsewhere, so that no row says that it was here
   */
  private record Lost(long inodeId, Name name, long until, boolean moved) {}

  /** A lost inode with the newest snapshot that has it not in the directory yet. */
  private record Held(Lost lost, long since) {}

  private final ImageSurvey survey;
  private final TransactionRunner runner;
  private final FreshIds ids;

  FormerPlaceRows(ImageSurvey survey, TransactionRunner runner, FreshIds ids) {
    this.survey = survey;
    this.runner = runner;
    this.ids = ids;
  }

  /** Writes where the children were that a directory has lost. */
  void directory(long imageId, List<DirectoryChange> changes) {
    Map<Name, Lost> open = new HashMap<>();
    List<Held> held = new ArrayList<>();
    for (DirectoryChange change : changes) {
      long number = FormerPlaces.ourNumber(change.diff().getSnapshotId());
      for (ByteString created : change.created()) {
        Lost older = open.remove(Name.of(created.toStringUtf8()));
        if (older != null) {
          held.add(new Held(older, number));
        }
      }
      for (Lost lost : lost(imageId, change, number)) {
        if (open.put(lost.name(), lost) != null) {
          throw new ImageException("A snapshot of the fsimage has two inodes in one place")
              .with("directoryId", imageId)
              .with("name", lost.name());
        }
      }
      if (survey.former().wasEmpty(imageId, change.diff())) {
        open.values().forEach(lost -> held.add(new Held(lost, number)));
        open.clear();
      }
    }
    open.values().forEach(lost -> held.add(new Held(lost, 0)));
    long born = survey.former().bornOf(imageId);
    for (int from = 0; from < held.size(); from += CHUNK) {
      List<Held> some = held.subList(from, Math.min(from + CHUNK, held.size()));
      runner.run(WRITE, tx -> write(tx, InodeRows.ourId(imageId), born, some));
    }
  }

  private List<Lost> lost(long imageId, DirectoryChange change, long number) {
    List<Lost> lost = new ArrayList<>();
    List<Long> deleted = new ArrayList<>(change.diff().getDeletedINodeList());
    for (int place : change.diff().getDeletedINodeRefList()) {
      Reference reference = survey.references().at(place, imageId);
      if (reference.formerName() == null) {
        deleted.add(reference.inodeId());
      } else {
        Name name = Name.of(reference.formerName().toStringUtf8());
        lost.add(new Lost(reference.inodeId(), name, number, true));
      }
    }
    long parentId = InodeRows.ourId(imageId);
    for (int from = 0; from < deleted.size(); from += CHUNK) {
      List<Long> some = deleted.subList(from, Math.min(from + CHUNK, deleted.size()));
      lost.addAll(
          runner.run(
              TxOptions.read("import_former_places"),
              tx -> some.stream().map(id -> deleted(tx, id, parentId, number)).toList()));
    }
    return lost;
  }

  /** The image says the name of a deleted inode with the inode alone. */
  private static Lost deleted(Tx tx, long inodeId, long parentId, long number) {
    for (InodeForm form : FormerRows.of(tx, inodeId)) {
      if (form.row().parentId() == parentId && form.untilSnapshot() == number) {
        return new Lost(inodeId, form.row().name(), number, false);
      }
    }
    throw new ImageException("Snapshots of the fsimage hold an inode that it does not hold")
        .with("inodeId", inodeId)
        .with("directoryId", parentId);
  }

  private int write(Tx tx, long parentId, long born, List<Held> held) {
    for (Held each : held) {
      Lost lost = each.lost();
      long since = Math.max(each.since(), born);
      if (lost.moved() && since >= lost.until()) {
        // The directory got it after that snapshot, and was not noted to have.
        continue;
      }
      if (lost.moved()) {
        Inode row = FormerRows.row(tx, lost.inodeId());
        FormerRows.insertAsNow(tx, ids, row, parentId, lost.name(), since, lost.until());
      } else {
        InodeFormKey key = new InodeFormKey(parentId, lost.name(), lost.until());
        InodeForm form = tx.get(Tables.INODE_FORMS, key, LockMode.EXCLUSIVE);
        if (form != null) {
          FormerRows.beginAfter(tx, form, since);
        }
      }
    }
    return held.size();
  }

  /**
   * Says of an inode that was renamed that it was at one place at a time; all its places are
   * written.
   */
  void order(long inodeId) {
    runner.run(
        WRITE,
        tx -> {
          long until = 0;
          for (InodeForm form : FormerRows.of(tx, inodeId)) {
            FormerRows.beginAfter(tx, form, until);
            until = form.untilSnapshot();
          }
          if (until != 0) {
            FormerRows.hold(tx, FormerRows.row(tx, inodeId), until, until);
          }
          return until;
        });
  }
}
