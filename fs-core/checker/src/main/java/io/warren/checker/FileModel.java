package io.warren.checker;

import io.warren.checker.Model.Slot;
import io.warren.checker.Node.BlockState;
import io.warren.checker.Node.Piece;
import io.warren.checker.Step.Kind;
import io.warren.checker.Tree.Charges;
import io.warren.checker.Tree.Found;
import io.warren.model.NamespaceException.Code;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The model's operations of writers. */
final class FileModel {
  private static final int MODE = 0644;
  private static final int PARENT_MODE = 0644 | 0300;

  private final Model model;

  FileModel(Model model) {
    this.model = model;
  }

  String apply(Step step) {
    if (step.kind() == Kind.CREATE
        || step.kind() == Kind.CREATE_OVERWRITE
        || step.kind() == Kind.CREATE_ALONE) {
      return create(step);
    }
    if (step.kind() == Kind.APPEND || step.kind() == Kind.APPEND_NEW_BLOCK) {
      return append(step);
    }
    if (step.kind() == Kind.TRUNCATE) {
      return truncate(step);
    }
    if (step.kind() == Kind.CONCAT) {
      return concat(step);
    }
    Slot slot = model.slots.get(step.slot());
    if (slot == null) {
      return "skipped";
    }
    return switch (step.kind()) {
      case ADD_BLOCK, ADD_BLOCK_UNREPORTED -> addBlock(slot, step);
      case REPORT -> report(slot);
      case COMPLETE -> complete(slot);
      case ABANDON -> abandon(slot);
      case FSYNC -> fsync(slot, step.number());
      case NEW_PIPELINE -> newPipeline(slot);
      default -> throw new IllegalArgumentException("No file operation: " + step);
    };
  }

  private String create(Step step) {
    if (step.path().equals("/")) {
      throw new Refused(Code.ALREADY_EXISTS);
    }
    boolean overwrite = step.kind() == Kind.CREATE_OVERWRITE;
    Found found = model.tree.walk(step.path(), step.caller());
    Node existing = found.last();
    Node parent;
    if (existing != null) {
      parent = replace(found, existing, step.caller(), overwrite);
    } else {
      parent = parent(found, step);
    }
    Node file = new Node(false, found.lastName(), MODE, Callers.name(step.caller()), parent.group);
    file.mode = file.attributes.inherit(parent.attributes, false, file.mode);
    file.mtimeMs = model.nowMs;
    file.atimeMs = model.nowMs;
    file.replication = Rules.REPLICATION;
    file.holder = Callers.holder(step.caller());
    file.attach(parent, found.lastName());
    renew(step.caller());
    model.slots.put(step.slot(), new Slot(file, step.caller()));
    return "created";
  }

  private Node replace(Found found, Node existing, int caller, boolean overwrite) {
    if (existing.directory) {
      throw new Refused(Code.ALREADY_EXISTS);
    }
    Node parent = found.requireParent();
    Tree.require(parent, caller, Tree.WRITE);
    if (!overwrite) {
      if (conflict(existing, caller) && !takeOver(existing)) {
        throw new Refused(Code.RECOVERY_IN_PROGRESS);
      }
      throw new Refused(Code.ALREADY_EXISTS);
    }
    Tree.require(existing, caller, Tree.WRITE);
    Tree.requireUnstuck(existing, caller);
    model.remove(existing);
    Tree.touch(parent, model.nowMs);
    return parent;
  }

  private Node parent(Found found, Step step) {
    Node deepest = found.deepest();
    Tree.require(deepest, step.caller(), Tree.WRITE);
    if (step.kind() == Kind.CREATE_ALONE) {
      found.requireParent();
    }
    int missing = found.names().size() - (found.nodes().size() - 1);
    new Charges().add(deepest, missing, 0).enforce();
    Tree.touch(deepest, model.nowMs);
    Node at = deepest;
    for (int i = found.nodes().size() - 1; i < found.names().size() - 1; i++) {
      Node made =
          new Node(true, found.names().get(i), PARENT_MODE, Callers.name(step.caller()), at.group);
      made.mode = made.attributes.inherit(at.attributes, true, made.mode);
      made.mtimeMs = model.nowMs;
      made.attach(at, found.names().get(i));
      at = made;
    }
    return at;
  }

  void renew(int caller) {
    Long last = model.leases.get(Callers.holder(caller));
    if (last == null || model.nowMs - last > Rules.LEASE_FRESH_MS) {
      model.leases.put(Callers.holder(caller), model.nowMs);
    }
  }

  /**
   * Refuses a file that is being written.
   *
   * @return whether its writer was silent for so long that it may be taken over
   */
  private boolean conflict(Node file, int caller) {
    String holder = file.holder;
    if (holder == null) {
      return false;
    }
    if (holder.equals(Rules.RECOVERY_HOLDER)) {
      throw new Refused(Code.RECOVERY_IN_PROGRESS);
    }
    if (holder.equals(Callers.holder(caller))) {
      throw new Refused(Code.ALREADY_BEING_CREATED);
    }
    Long renewed = model.leases.get(holder);
    if (renewed == null || model.nowMs - renewed > Rules.FILES.leaseSoftLimitMs()) {
      return true;
    }
    Piece last = file.last();
    boolean recovering = last != null && last.state == BlockState.RECOVERING;
    throw new Refused(recovering ? Code.RECOVERY_IN_PROGRESS : Code.ALREADY_BEING_CREATED);
  }

  /** Takes a file from a silent writer; whether it is closed now. */
  private boolean takeOver(Node file) {
    return release(file, true) == Release.CLOSED;
  }

  /** What became of a file that was taken from its writer. */
  enum Release {
    CLOSED,
    RECOVERING,
    WAITING
  }

  Release release(Node file, boolean newRecovery) {
    Piece last = file.last();
    if (file.allComplete() || last == null) {
      close(file);
      return Release.CLOSED;
    }
    file.holder = Rules.RECOVERY_HOLDER;
    if (!last.isOpen()) {
      return Release.WAITING;
    }
    if (newRecovery || last.state != BlockState.RECOVERING) {
      last.state = BlockState.RECOVERING;
      last.recovery = ++model.lastRecovery;
    }
    return Release.RECOVERING;
  }

  void close(Node file) {
    file.holder = null;
    file.sizeBytes = file.lengthBytes();
    file.mtimeMs = model.nowMs;
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
    long delta = commits ? commitDelta(file, last, slot) : 0;
    Node parent = file.parent;
    if (parent == null) {
      throw new IllegalStateException("A file has a parent");
    }
    new Charges().add(parent, 0, delta + Rules.BLOCK_BYTES * file.replication).enforce();
    if (commits && last != null) {
      commit(last, slot);
    }
    file.sizeBytes = file.lengthBytes();
    Piece added = new Piece();
    file.pieces.add(added);
    write(slot, added, step);
    return "block";
  }

  private static boolean inStep(Slot slot, @Nullable Piece last) {
    return last == null ? slot.last == null : slot.knows(last);
  }

  private static void write(Slot slot, Piece piece, Step step) {
    slot.push(piece, step.number());
    if (step.kind() == Kind.ADD_BLOCK) {
      reported(slot, piece);
    }
  }

  /** What committing the last block changes in the space charged. */
  private static long commitDelta(Node file, @Nullable Piece last, Slot slot) {
    if (last == null || last.state != BlockState.OPEN) {
      return 0;
    }
    return slot.lastBytes * file.replication - file.charged(last);
  }

  private static void commit(Piece piece, Slot slot) {
    if (piece.state == BlockState.COMPLETE) {
      return;
    }
    if (piece.state == BlockState.RECOVERING) {
      throw new Refused(Code.RECOVERY_IN_PROGRESS);
    }
    if (!slot.knows(piece)) {
      throw new Refused(Code.INVALID_ARGUMENT);
    }
    if (piece.state == BlockState.OPEN) {
      piece.lengthBytes = slot.lastBytes;
      piece.state = BlockState.COMMITTED;
    }
    settle(piece);
  }

  /** A committed block with a fitting replica is complete. */
  private static void settle(Piece piece) {
    if (piece.reported && piece.reportedGeneration != piece.generation) {
      piece.reported = false;
    }
    if (piece.reported && piece.reportedBytes == piece.lengthBytes) {
      piece.state = BlockState.COMPLETE;
    }
  }

  private static void reported(Slot slot, Piece piece) {
    piece.reported = true;
    piece.reportedGeneration = piece.generation;
    piece.reportedBytes = slot.lastBytes;
    if (piece.state == BlockState.COMMITTED) {
      settle(piece);
    }
  }

  private static String report(Slot slot) {
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
    reported(slot, piece);
    return "reported";
  }

  private String complete(Slot slot) {
    Node file = slot.file;
    if (file.gone) {
      throw new Refused(Code.NOT_FOUND);
    }
    Piece last = file.last();
    if (file.holder == null && inStep(slot, last)) {
      return "true";
    }
    requireWriter(slot);
    Piece before = file.lastButOne();
    if (before != null && before.state != BlockState.COMPLETE) {
      return "false";
    }
    if (last != null && slot.last != null) {
      commit(last, slot);
    }
    if (!file.allComplete()) {
      file.sizeBytes = file.lengthBytes();
      return "false";
    }
    close(file);
    return "true";
  }

  private static String abandon(Slot slot) {
    if (slot.last == null) {
      return "skipped";
    }
    requireWriter(slot);
    Piece last = slot.file.last();
    if (last == null || last != slot.last || last.state == BlockState.COMPLETE) {
      return "false";
    }
    slot.file.pieces.remove(last);
    slot.file.sizeBytes = slot.file.lengthBytes();
    slot.pop();
    return "true";
  }

  private static String fsync(Slot slot, long bytes) {
    requireWriter(slot);
    Piece last = slot.file.last();
    boolean longer =
        bytes > 0 && last != null && last.state == BlockState.OPEN && last.lengthBytes < bytes;
    if (!longer || last == null) {
      return "false";
    }
    last.lengthBytes = bytes;
    slot.file.sizeBytes = slot.file.lengthBytes();
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
    file.sizeBytes = file.lengthBytes();
    return "true";
  }

  private String append(Step step) {
    Node file = model.tree.walk(step.path(), step.caller()).requireFile();
    Tree.require(file, step.caller(), Tree.WRITE);
    if (conflict(file, step.caller()) && !takeOver(file)) {
      throw new Refused(Code.RECOVERY_IN_PROGRESS);
    }
    Piece last = file.last();
    if (last != null && last.state != BlockState.COMPLETE) {
      throw new Refused(Code.NOT_REPLICATED_YET);
    }
    boolean newBlock = step.kind() == Kind.APPEND_NEW_BLOCK;
    boolean reopen = last != null && last.lengthBytes < Rules.BLOCK_BYTES && !newBlock;
    Node parent = file.parent;
    if (reopen && last != null && parent != null) {
      long delta = (Rules.BLOCK_BYTES - last.lengthBytes) * file.replication;
      new Charges().add(parent, 0, delta).enforce();
      last.state = BlockState.OPEN;
    }
    file.holder = Callers.holder(step.caller());
    renew(step.caller());
    Slot slot = new Slot(file, step.caller());
    if (last != null && (reopen || newBlock)) {
      slot.push(last, last.lengthBytes);
    }
    model.slots.put(step.slot(), slot);
    return reopen ? "reopened" : "opened";
  }

  private String truncate(Step step) {
    if (step.number() < 0) {
      throw new Refused(Code.INVALID_ARGUMENT);
    }
    Node file = model.tree.walk(step.path(), step.caller()).requireFile();
    Tree.require(file, step.caller(), Tree.WRITE);
    Piece present = file.last();
    if (Rules.RECOVERY_HOLDER.equals(file.holder) && present != null && present.truncating) {
      if (step.number() != file.sizeBytes) {
        throw new Refused(Code.ALREADY_BEING_CREATED);
      }
      return "false";
    }
    if (conflict(file, step.caller()) && !takeOver(file)) {
      throw new Refused(Code.RECOVERY_IN_PROGRESS);
    }
    if (step.number() > file.sizeBytes) {
      throw new Refused(Code.INVALID_ARGUMENT);
    }
    if (step.number() == file.sizeBytes) {
      return "true";
    }
    long endBytes = 0;
    int kept = 0;
    while (endBytes < step.number()) {
      endBytes += file.pieces.get(kept++).lengthBytes;
    }
    boolean cuts = endBytes > step.number();
    List<Piece> surplus = file.pieces.subList(kept, file.pieces.size());
    long delta = -surplus.stream().mapToLong(file::charged).sum();
    if (cuts) {
      delta += Rules.BLOCK_BYTES * file.replication - file.charged(file.pieces.get(kept - 1));
    }
    new Charges().add(Objects.requireNonNull(file.parent), 0, delta).enforce();
    surplus.clear();
    if (cuts) {
      Piece cut = file.pieces.get(kept - 1);
      cut.lengthBytes -= endBytes - step.number();
      cut.state = BlockState.RECOVERING;
      cut.truncating = true;
      cut.recovery = ++model.lastRecovery;
      file.holder = Rules.RECOVERY_HOLDER;
    }
    file.sizeBytes = step.number();
    file.mtimeMs = model.nowMs;
    return Boolean.toString(!cuts);
  }

  private String concat(Step step) {
    if (step.number() == 0) {
      throw new Refused(Code.INVALID_ARGUMENT);
    }
    if (step.path().equals("/") || step.other().equals("/")) {
      throw new Refused(Code.IS_A_DIRECTORY);
    }
    Node file = model.tree.walk(step.path(), step.caller()).requireFile();
    Tree.require(file, step.caller(), Tree.WRITE);
    if (file.holder != null) {
      throw new Refused(Code.INVALID_ARGUMENT);
    }
    Found found = model.tree.walk(step.other(), step.caller());
    Node source = found.requireFile();
    Tree.require(source, step.caller(), Tree.READ);
    Node parent = found.requireParent();
    Tree.require(parent, step.caller(), Tree.WRITE);
    boolean fits = parent == file.parent && source != file && step.number() == 1;
    if (!fits || source.holder != null || source.sizeBytes == 0) {
      throw new Refused(Code.INVALID_ARGUMENT);
    }
    long delta = source.sizeBytes * (file.replication - source.replication);
    new Charges().add(parent, -1, delta).enforce();
    model.remove(source);
    file.pieces.addAll(source.pieces);
    source.pieces.clear();
    file.sizeBytes = file.lengthBytes();
    file.mtimeMs = model.nowMs;
    Tree.touch(parent, model.nowMs);
    return "true";
  }
}
