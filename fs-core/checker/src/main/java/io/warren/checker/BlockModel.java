package io.warren.checker;

import io.warren.checker.Model.Slot;
import io.warren.checker.Node.BlockState;
import io.warren.checker.Node.Piece;
import io.warren.checker.Step.Kind;
import io.warren.checker.Tree.Charges;
import io.warren.model.NamespaceException.Code;
import io.warren.namespace.file.FileContents;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The model's operations of a writer on the blocks of its open file. */
final class BlockModel {
  static final long ALL_UNITS = -1;

  private final Model model;
  private final FileModel files;

  BlockModel(Model model, FileModel files) {
    this.model = model;
    this.files = files;
  }

  String apply(Step step) {
    Slot slot = model.slots.get(step.slot());
    if (slot == null) {
      return "skipped";
    }
    return switch (step.kind()) {
      case ADD_BLOCK, ADD_BLOCK_UNREPORTED -> addBlock(slot, step);
      case REPORT -> report(slot, step.number());
      case COMPLETE -> complete(slot);
      case COMPLETE_SMALL -> completeSmall(slot, step.number());
      case ABANDON -> abandon(slot);
      case FSYNC -> fsync(slot, step.number());
      case NEW_PIPELINE -> newPipeline(slot);
      default -> throw new IllegalArgumentException("No operation on blocks: " + step);
    };
  }

  private static void requireWriter(Slot slot) {
    if (slot.file.gone) {
      throw new Refused(Code.NOT_FOUND);
    }
    if (!Callers.holder(slot.caller).equals(slot.file.holder)) {
      throw new Refused(Code.LEASE_EXPIRED);
    }
  }

  private String addBlock(Slot slot, Step step) {
    requireWriter(slot);
    Node file = slot.file;
    Piece last = file.last();
    if (!inStep(slot, last)) {
      if (last == null) {
        throw new Refused(Code.CONFLICT);
      }
      boolean appendsAtBoundary =
          slot.last == null
              && last.state == BlockState.COMPLETE
              && last.lengthBytes >= Rules.BLOCK_BYTES;
      if (!appendsAtBoundary) {
        Piece before = file.lastButOne();
        boolean previousIsBefore = before == null ? slot.last == null : slot.knows(before);
        if (!previousIsBefore || last.state != BlockState.OPEN || last.lengthBytes != 0) {
          throw new Refused(Code.CONFLICT);
        }
        write(slot, last, step);
        return "same block";
      }
    }
    Piece before = file.lastButOne();
    if (before != null && before.state != BlockState.COMPLETE) {
      throw new Refused(Code.NOT_REPLICATED_YET);
    }
    boolean commits = last != null && slot.last != null;
    requireFullStripes(file, last, slot);
    long delta = commits ? commitDelta(file, last, slot) : 0;
    Node parent = file.parent;
    if (parent == null) {
      throw new IllegalStateException("A file has a parent");
    }
    new Charges().add(parent, 0, delta + file.spaceBytes(file.fullBytes())).enforce();
    if (commits && last != null) {
      commit(last, slot);
    }
    file.resize();
    Piece added = new Piece();
    file.pieces.add(added);
    write(slot, added, step);
    return "block";
  }

  /** A group that ends in the middle of a stripe is its file's last. */
  private static void requireFullStripes(Node file, @Nullable Piece last, Slot slot) {
    Coding striped = file.striped();
    if (striped == null || last == null) {
      return;
    }
    boolean commits = slot.last != null && last.state == BlockState.OPEN;
    if (!striped.fillsStripes(commits ? slot.lastBytes : last.lengthBytes)) {
      throw new Refused(Code.UNSUPPORTED);
    }
  }

  private static boolean inStep(Slot slot, @Nullable Piece last) {
    return last == null ? slot.last == null : slot.knows(last);
  }

  private static void write(Slot slot, Piece piece, Step step) {
    slot.push(piece, step.number() * slot.file.dataUnits());
    if (step.kind() == Kind.ADD_BLOCK) {
      reported(slot, piece, ALL_UNITS);
    }
  }

  /** What committing the last block changes in the space charged. */
  private static long commitDelta(Node file, @Nullable Piece last, Slot slot) {
    if (last == null || last.state != BlockState.OPEN) {
      return 0;
    }
    return file.spaceBytes(slot.lastBytes) - file.charged(last);
  }

  private static void requireCommittable(Piece piece, Slot slot) {
    if (piece.state == BlockState.RECOVERING) {
      throw new Refused(Code.RECOVERY_IN_PROGRESS);
    }
    if (!slot.knows(piece)) {
      throw new Refused(Code.INVALID_ARGUMENT);
    }
  }

  private static void commit(Piece piece, Slot slot) {
    if (piece.state == BlockState.COMPLETE) {
      return;
    }
    requireCommittable(piece, slot);
    if (piece.state == BlockState.OPEN) {
      piece.lengthBytes = slot.lastBytes;
      piece.state = BlockState.COMMITTED;
    }
    settle(slot.file, piece);
  }

  /**
   * A committed block with a fitting replica is complete, a group with as many units as it needs.
   */
  private static void settle(Node file, Piece piece) {
    piece.reports.values().removeIf(report -> report.generation() != piece.generation);
    if (file.isStored(piece)) {
      piece.state = BlockState.COMPLETE;
    }
  }

  private static void reported(Slot slot, Piece piece, long units) {
    slot.file.report(piece, slot.lastBytes, units);
    if (piece.state == BlockState.COMMITTED) {
      settle(slot.file, piece);
    }
  }

  private static String report(Slot slot, long units) {
    Piece piece = slot.last;
    boolean awaited =
        piece != null
            && !slot.file.gone
            && slot.file.pieces.contains(piece)
            && slot.knows(piece)
            && (piece.state == BlockState.OPEN || piece.state == BlockState.COMMITTED);
    if (piece == null || !awaited) {
      return "ignored";
    }
    reported(slot, piece, units);
    return "reported";
  }

  private String complete(Slot slot) {
    Node file = slot.file;
    if (file.gone) {
      throw new Refused(Code.NOT_FOUND);
    }
    Piece last = file.last();
    boolean wasTakenIn = file.inDatabase && last == null && slot.lastBytes == file.sizeBytes;
    if (file.holder == null && (inStep(slot, last) || wasTakenIn)) {
      return "true";
    }
    requireWriter(slot);
    Piece before = file.lastButOne();
    if (before != null && before.state != BlockState.COMPLETE) {
      return "false";
    }
    requireAllBytes(file, last, slot);
    if (last != null && slot.last != null) {
      commit(last, slot);
    }
    if (!file.allComplete()) {
      file.resize();
      return "false";
    }
    files.close(file);
    return "true";
  }

  /** Blocks that take the place of bytes in the database have them all. */
  private static void requireAllBytes(Node file, @Nullable Piece last, Slot slot) {
    if (!file.inDatabase || last == null) {
      return;
    }
    long bytes = file.lengthBytes();
    if (slot.last != null && last.state != BlockState.COMPLETE) {
      requireCommittable(last, slot);
      bytes += last.state == BlockState.OPEN ? slot.lastBytes - last.lengthBytes : 0;
    }
    if (bytes < file.sizeBytes) {
      throw new Refused(Code.INVALID_ARGUMENT);
    }
  }

  private String completeSmall(Slot slot, long bytes) {
    Node file = slot.file;
    if (file.gone) {
      throw new Refused(Code.NOT_FOUND);
    }
    boolean rows = bytes > 0;
    if (file.holder == null && file.sizeBytes == bytes && file.inDatabase == rows) {
      return "true";
    }
    requireWriter(slot);
    boolean allowed =
        file.inDatabase
            || (file.policy() == FileContents.POLICY && !model.snapshots.readBytes(file));
    if (bytes > FileContents.MAX_BYTES
        || file.striped() != null
        || !allowed
        || file.last() != null) {
      return "false";
    }
    long before = file.inDatabase ? file.sizeBytes : 0;
    if (bytes < before) {
      throw new Refused(Code.INVALID_ARGUMENT);
    }
    long delta = file.spaceBytes(bytes) - file.spaceBytes(before);
    new Charges().add(Objects.requireNonNull(file.parent), 0, delta).enforce();
    file.inDatabase = rows;
    file.holder = null;
    file.sizeBytes = bytes;
    file.mtimeMs = model.nowMs;
    return "true";
  }

  private static String abandon(Slot slot) {
    if (slot.last == null) {
      return "skipped";
    }
    Piece present = slot.file.last();
    if (!slot.file.gone && present == slot.last && present.lengthBytes > 0) {
      return "kept";
    }
    requireWriter(slot);
    Piece last = slot.file.last();
    if (last == null || last != slot.last || last.state == BlockState.COMPLETE) {
      return "false";
    }
    slot.file.pieces.remove(last);
    last.dropped = true;
    slot.file.resize();
    slot.pop();
    return "true";
  }

  /** A writer tells no more than it has written. */
  private static String fsync(Slot slot, long wanted) {
    requireWriter(slot);
    Piece last = slot.file.last();
    long bytes = slot.last == null ? 0 : Math.min(wanted, slot.lastBytes);
    boolean longer =
        bytes > 0 && last != null && last.state == BlockState.OPEN && last.lengthBytes < bytes;
    if (!longer || last == null) {
      return "false";
    }
    last.lengthBytes = bytes;
    slot.file.resize();
    return "true";
  }

  /** A pipeline is of a block, whichever file has the block now. */
  private String newPipeline(Slot slot) {
    Piece piece = slot.last;
    if (piece == null) {
      return "skipped";
    }
    Node file = model.ownerOf(piece);
    if (file == null) {
      throw new Refused(Code.NOT_FOUND);
    }
    if (!Callers.holder(slot.caller).equals(file.holder)) {
      throw new Refused(Code.LEASE_EXPIRED);
    }
    if (file.last() != piece || piece.state != BlockState.OPEN) {
      throw new Refused(Code.CONFLICT);
    }
    if (slot.lastBytes < piece.lengthBytes) {
      throw new Refused(Code.CONFLICT);
    }
    piece.generation++;
    piece.lengthBytes = slot.lastBytes;
    slot.lastGeneration = piece.generation;
    file.resize();
    return "true";
  }
}
