package io.warren.namespace.file;

import io.warren.model.Block;
import io.warren.model.BlockState;
import io.warren.model.Inode;
import io.warren.model.InodeForm;
import io.warren.model.InodeKey;
import io.warren.model.Name;
import io.warren.namespace.Partitioning;
import io.warren.namespace.SnapshotScopes;
import io.warren.store.LockMode;
import io.warren.store.Scan;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Blocks that a file lost by truncation and that snapshots go on reading (ADR 69). They are the
 * blocks of rows out of the tree, {@link Part}s, each for the newest snapshot that held the file
 * then. A block keeps its index, so what a snapshot reads is the file's present blocks, overlaid
 * with the parts of that snapshot and of later ones, the newest first, up to the length that the
 * file had.
 *
 * @param parts newest first
 */
public record FormerBlocks(List<Part> parts) {
  /** No more truncations of one file between two sweeps are expected than this, usually none. */
  private static final int PARTS_PER_PAGE = 8;

  private static final char SEPARATOR = '.';

  /**
   * Former blocks of one file.
   *
   * @param row out of the tree; its id is that of the blocks
   * @param snapshotId the newest snapshot that held the file when they were taken from it
   */
  public record Part(Inode row, long snapshotId, FileBlocks blocks) {
    private static Part read(Tx tx, Inode row) {
      return new Part(row, snapshotIdOf(row), FileBlocks.readSettled(tx, row.id()));
    }

    private static long snapshotIdOf(Inode row) {
      String name = row.name().toString();
      return Long.parseLong(name.substring(name.indexOf(SEPARATOR) + 1));
    }
  }

  public FormerBlocks {
    parts = List.copyOf(parts);
  }

  /** Whether a row holds former blocks of another one. */
  public static boolean isPart(Inode row) {
    return row.formerBlocksOf() != null;
  }

  /** The file whose former blocks a row holds. */
  public static long fileIdOf(Inode part) {
    return Objects.requireNonNull(part.formerBlocksOf());
  }

  /**
   * The row of a part that is not written yet.
   *
   * @param snapshotId the newest snapshot that held the file
   * @param id of the row, and of the blocks
   */
  public static Inode row(Inode file, long snapshotId, long id, long bytes) {
    InodeKey key = Partitioning.formerBlocksKey(file.id(), snapshotId);
    return file.toBuilder()
        .partitionId(key.partitionId())
        .parentId(key.parentId())
        .name(key.name())
        .id(id)
        .sizeBytes(bytes)
        .leaseHolder(null)
        .leaseMachine(null)
        .features(0)
        .sinceSnapshot(0)
        .keptSnapshot(0)
        .build();
  }

  /** The scan that finds a file's first parts, and rows behind them. */
  static Scan<InodeKey, Inode> scan(long fileId) {
    long area = Partitioning.RETAINED_ID;
    return Scan.prefix(Tables.INODES, PARTS_PER_PAGE, area, area)
        .after(Partitioning.formerBlocksStart(fileId))
        .locked(LockMode.SETTLED);
  }

  /** All parts of a file. */
  public static FormerBlocks read(Tx tx, long fileId) {
    return read(tx, fileId, tx.scan(scan(fileId)));
  }

  /**
   * All parts of a file.
   *
   * @param first what {@link #scan} has found
   */
  static FormerBlocks read(Tx tx, long fileId, List<Inode> first) {
    String prefix = Partitioning.formerBlocksStart(fileId).name().toString();
    List<Part> parts = new ArrayList<>();
    List<Inode> page = first;
    while (true) {
      for (Inode row : page) {
        Name name = row.name();
        if (!name.toString().startsWith(prefix)) {
          return newestFirst(parts);
        }
        parts.add(Part.read(tx, row));
      }
      if (page.size() < PARTS_PER_PAGE) {
        return newestFirst(parts);
      }
      page = tx.scan(scan(fileId).after(page.get(page.size() - 1).key()));
    }
  }

  private static FormerBlocks newestFirst(List<Part> parts) {
    parts.sort(Comparator.comparingLong(Part::snapshotId).reversed());
    return new FormerBlocks(parts);
  }

  @Nullable Part newest() {
    return parts.isEmpty() ? null : parts.get(0);
  }

  /** The block from whose beginning datanodes make a file's last one; null when it is gone. */
  @Nullable Block sourceOf(Block copied) {
    Part newest = newest();
    return newest == null
        ? null
        : newest.blocks().all().stream()
            .filter(block -> block.index() == copied.index())
            .findFirst()
            .orElse(null);
  }

  /**
   * The blocks that a snapshot reads, each as long as the file reached then. A block that is still
   * being made reads as the beginning of the one that it is made from.
   *
   * @param present the file's present blocks
   * @param sizeBytes the file's length in the snapshot
   */
  List<Block> asOf(FileBlocks present, long snapshotId, long sizeBytes) {
    List<Block> all = new ArrayList<>(withSource(present).all());
    for (Part part : parts) {
      if (part.snapshotId() >= snapshotId && !part.blocks().all().isEmpty()) {
        int firstIndex = part.blocks().all().get(0).index();
        all.removeIf(block -> block.index() >= firstIndex);
        all.addAll(part.blocks().all());
      }
    }
    List<Block> then = new ArrayList<>();
    long offset = 0;
    for (Block block : all) {
      long length = Math.min(block.lengthBytes(), sizeBytes - offset);
      if (length > 0) {
        then.add(block.withLength(length).withState(BlockState.COMPLETE));
      }
      offset += block.lengthBytes();
    }
    return then;
  }

  /** The blocks with the source of the last one in its place while that one is being made. */
  FileBlocks withSource(FileBlocks present) {
    Block last = present.last();
    Block source = last == null || !last.isBeingCopied() ? null : sourceOf(last);
    if (last == null || source == null) {
      return present;
    }
    List<Block> all = new ArrayList<>(present.all());
    all.set(all.size() - 1, source.withLength(last.lengthBytes()));
    return new FileBlocks(all);
  }

  /**
   * The blocks of one part that no snapshot reads any more, nor datanodes to make the file's last
   * block. The caller holds the exclusive lock of the file's row, or of the part's when the file is
   * gone.
   */
  public static List<Block> unread(Tx tx, Inode part) {
    long fileId = fileIdOf(part);
    FileBlocks present = FileBlocks.readSettled(tx, fileId);
    FormerBlocks former = read(tx, fileId);
    List<InodeForm> forms = SnapshotScopes.forms(tx, fileId, LockMode.SETTLED);
    Set<Long> read = new HashSet<>(former.bytesRead(present, forms).keySet());
    former.withSource(present).all().forEach(block -> read.add(block.blockId()));
    return FileBlocks.read(tx, part.id(), LockMode.EXCLUSIVE).all().stream()
        .filter(block -> !read.contains(block.blockId()))
        .toList();
  }

  /** Whether the newest snapshot for which blocks of a file were kept still holds the file. */
  public static boolean isNewestRead(Tx tx, long fileId) {
    Part newest = read(tx, fileId).newest();
    return newest == null
        || SnapshotScopes.forms(tx, fileId, LockMode.READ_COMMITTED).stream()
            .anyMatch(form -> form.untilSnapshot() >= newest.snapshotId());
  }

  /** Deletes blocks of a part, and the part with the last of them. */
  public static void free(Tx tx, Inode part, List<Block> blocks) {
    FileBlocks.discard(tx, part.id(), blocks);
    long bytes = blocks.stream().mapToLong(Block::lengthBytes).sum();
    Inode left = part.toBuilder().sizeBytes(part.sizeBytes() - bytes).build();
    if (left.sizeBytes() == 0) {
      tx.delete(Tables.INODES, part.key());
    } else {
      tx.update(Tables.INODES, left);
    }
  }

  /** How many bytes of each block some form reads, by the blocks' ids. */
  Map<Long, Long> bytesRead(FileBlocks present, List<InodeForm> forms) {
    Map<Long, Long> bytes = new HashMap<>();
    for (InodeForm form : forms) {
      for (Block block : asOf(present, form.untilSnapshot(), form.row().sizeBytes())) {
        bytes.merge(block.blockId(), block.lengthBytes(), Math::max);
      }
    }
    return bytes;
  }
}
