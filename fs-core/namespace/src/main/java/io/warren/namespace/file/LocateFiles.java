package io.warren.namespace.file;

import io.warren.model.BlockState;
import io.warren.namespace.EntryStatus;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.file.FileRows.AboutReplicas;
import io.warren.store.ReadBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where the files of a listing's page are: the rows of many files are read together. In the order
 * of the entries; empty for a file that is being written, is long, or has changed since it was
 * listed: that one has to be opened by itself. Asks for no right: who lists may know.
 *
 * @param files entries as they were listed, none of a snapshot, at most {@link #FILES_MAX}
 */
public record LocateFiles(List<EntryStatus> files)
    implements InodeOperation<List<Optional<OpenedFile>>> {
  /** Greatest number of files of one call. */
  public static final int FILES_MAX = 1000;

  private static final int FILES_PER_BATCH = 12;

  public LocateFiles {
    files = List.copyOf(files);
    if (files.size() > FILES_MAX) {
      throw new IllegalArgumentException("Too many files to locate at once: " + files.size());
    }
  }

  /** A file with its blocks, as far as they were read. */
  private record Found(EntryStatus entry, FileRows rows, FileBlocks blocks) {
    static Found of(EntryStatus entry, FileRows read) {
      return new Found(entry, read, new FileBlocks(read.blockPage().get()));
    }

    private boolean inDatabase() {
      return entry.inode().inDatabase();
    }

    boolean hasBlocks() {
      return !inDatabase() && !blocks.all().isEmpty();
    }

    boolean isReadTogether() {
      return inDatabase() || isOfFewBlocks();
    }

    private boolean isOfFewBlocks() {
      return !entry.inode().isUnderConstruction()
          && rows.hasFewBlocks()
          && blocks.all().stream().allMatch(b -> b.state() == BlockState.COMPLETE)
          && blocks.fit(entry.inode());
    }

    Found withReplicas(ReadBatch batch) {
      return new Found(entry, rows.with(AboutReplicas.add(batch, rows.inodeId())), blocks);
    }

    OpenedFile opened(OperationTx tx) {
      if (inDatabase()) {
        return OpenedFile.inDatabase(entry, false, null);
      }
      return OpenedRange.WHOLE.of(tx.store(), entry, PlacedBlock.of(blocks), rows, false);
    }
  }

  @Override
  public String name() {
    return "locate_files";
  }

  @Override
  public boolean mutates() {
    return false;
  }

  @Override
  public List<Optional<OpenedFile>> execute(OperationTx tx) {
    List<Optional<OpenedFile>> located = new ArrayList<>(files.size());
    for (int from = 0; from < files.size(); from += FILES_PER_BATCH) {
      int to = Math.min(from + FILES_PER_BATCH, files.size());
      located.addAll(locate(tx, files.subList(from, to)));
    }
    return located;
  }

  private static List<Optional<OpenedFile>> locate(OperationTx tx, List<EntryStatus> some) {
    ReadBatch batch = tx.store().batch();
    List<FileRows> rows =
        some.stream().map(entry -> FileRows.addBlocks(batch, entry.inode().id())).toList();
    batch.execute();
    List<Found> found = new ArrayList<>(some.size());
    for (int i = 0; i < some.size(); i++) {
      found.add(Found.of(some.get(i), rows.get(i)));
    }
    return replicas(tx, found).stream().map(each -> each.map(file -> file.opened(tx))).toList();
  }

  /** The files that can be read together, with what is known of their replicas. */
  private static List<Optional<Found>> replicas(OperationTx tx, List<Found> found) {
    ReadBatch batch = tx.store().batch();
    List<Optional<Found>> together = new ArrayList<>(found.size());
    boolean anyBlocks = false;
    for (Found each : found) {
      if (!each.isReadTogether()) {
        together.add(Optional.empty());
      } else if (each.hasBlocks()) {
        together.add(Optional.of(each.withReplicas(batch)));
        anyBlocks = true;
      } else {
        together.add(Optional.of(each));
      }
    }
    if (anyBlocks) {
      batch.execute();
    }
    return together;
  }
}
