package io.warren.checker;

import io.warren.checker.Model.Slot;
import io.warren.checker.Node.BlockState;
import io.warren.checker.Node.Piece;
import io.warren.checker.Step.Kind;
import io.warren.checker.Tree.Charges;
import io.warren.checker.Tree.Found;
import io.warren.model.NamespaceException.Code;
import io.warren.namespace.file.FileContents;
import java.util.List;
import java.util.Objects;

/** The model's operations that open files, and what becomes of files that are open. */
final class FileModel {
  private static final int MODE = 0644;
  private static final int PARENT_MODE = 0644 | 0300;

  private final Model model;
  private final BlockModel blocks;

  FileModel(Model model) {
    this.model = model;
    this.blocks = new BlockModel(model, this);
  }

  String apply(Step step) {
    return switch (step.kind()) {
      case CREATE, CREATE_OVERWRITE, CREATE_ALONE -> create(step);
      case APPEND, APPEND_NEW_BLOCK -> append(step);
      case APPEND_SMALL -> appendSmall(step);
      case TAKE_IN -> {
        Node file = model.tree.find(step.path()).last();
        yield Boolean.toString(file != null && takeIn(file));
      }
      case TRUNCATE -> truncate(step);
      case CONCAT -> concat(step);
      default -> blocks.apply(step);
    };
  }

  private String create(Step step) {
    if (step.path().equals("/")) {
      throw new Refused(Code.ALREADY_EXISTS);
    }
    Found found = model.tree.walk(step.path(), step.caller());
    Node existing = found.last();
    Node parent;
    if (existing != null) {
      parent = replace(found, existing, step);
    } else {
      parent = parent(found, step);
    }
    Node file = new Node(false, found.lastName(), MODE, Callers.name(step.caller()), parent.group);
    file.mode = file.attributes.inherit(parent.attributes, false, file.mode);
    file.mtimeMs = model.nowMs;
    file.atimeMs = model.nowMs;
    int named = (int) step.number();
    file.attributes.erasureCoding = Math.max(0, named == 0 ? parent.coding() : named);
    file.replication = file.striped() == null ? Rules.REPLICATION : 1;
    file.holder = Callers.holder(step.caller());
    file.attach(parent, found.lastName());
    renew(step.caller());
    model.slots.put(step.slot(), new Slot(file, step.caller()));
    return "created";
  }

  private Node replace(Found found, Node existing, Step step) {
    int caller = step.caller();
    if (existing.directory) {
      throw new Refused(Code.ALREADY_EXISTS);
    }
    Node parent = found.requireParent();
    Tree.require(parent, caller, Tree.WRITE);
    if (step.kind() != Kind.CREATE_OVERWRITE) {
      if (conflict(existing, caller) && !takeOver(existing)) {
        throw new Refused(Code.RECOVERY_IN_PROGRESS);
      }
      throw new Refused(Code.ALREADY_EXISTS);
    }
    Tree.require(existing, caller, Tree.WRITE);
    Tree.requireUnstuck(existing, caller);
    Coding.requireEnabled((int) step.number());
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
    Coding.requireEnabled((int) step.number());
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
    file.mtimeMs = model.nowMs;
    if (file.inDatabase && file.lengthBytes() < file.sizeBytes) {
      // Whoever moved the bytes into blocks did not come to the end.
      file.pieces.forEach(piece -> piece.dropped = true);
      file.pieces.clear();
      return;
    }
    if (file.inDatabase) {
      model.snapshots.movedIntoBlocks(file);
      file.inDatabase = false;
    }
    file.resize();
  }

  /** What only files with blocks can do. */
  private static void refuseSmall(Node file) {
    if (file.inDatabase) {
      throw new Refused(Code.UNSUPPORTED);
    }
  }

  private static void requireSmall(Node file) {
    if (!file.inDatabase) {
      throw new Refused(Code.UNSUPPORTED);
    }
  }

  private String appendSmall(Step step) {
    Node file = model.tree.walk(step.path(), step.caller()).requireFile();
    Tree.require(file, step.caller(), Tree.WRITE);
    requireSmall(file);
    if (conflict(file, step.caller()) && !takeOver(file)) {
      throw new Refused(Code.RECOVERY_IN_PROGRESS);
    }
    // Closing it for its silent writer may have left it to its blocks.
    requireSmall(file);
    file.holder = Callers.holder(step.caller());
    renew(step.caller());
    model.slots.put(step.slot(), new Slot(file, step.caller()));
    return "opened " + file.sizeBytes;
  }

  /** Whether it was for the file, which then has rows of the bytes that its block had. */
  private boolean takeIn(Node file) {
    boolean isForIt =
        !file.directory
            && !file.inDatabase
            && file.holder == null
            && file.striped() == null
            && file.sizeBytes > 0
            && file.sizeBytes <= FileContents.MAX_BYTES
            && file.policy() == FileContents.POLICY
            && file.pieces.size() == 1
            && file.allComplete()
            && !model.snapshots.hold(file);
    if (isForIt) {
      file.pieces.forEach(piece -> piece.dropped = true);
      file.pieces.clear();
      file.inDatabase = true;
    }
    return isForIt;
  }

  /** Neither end nor beginning of an erasure-coded file can be moved to another place. */
  private static void refuseStriped(Node file) {
    if (file.striped() != null) {
      throw new Refused(Code.UNSUPPORTED);
    }
  }

  private String append(Step step) {
    Node file = model.tree.walk(step.path(), step.caller()).requireFile();
    Tree.require(file, step.caller(), Tree.WRITE);
    refuseStriped(file);
    if (conflict(file, step.caller()) && !takeOver(file)) {
      throw new Refused(Code.RECOVERY_IN_PROGRESS);
    }
    refuseSmall(file);
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
    refuseStriped(file);
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
    if (file.inDatabase) {
      return cutRows(file, step.number());
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
      Piece whole = file.pieces.get(kept - 1);
      long cutBytes = whole.lengthBytes - (endBytes - step.number());
      boolean copies = model.snapshots.bytesRead(file, whole) > cutBytes;
      Piece cut = copies ? whole.copy() : whole;
      file.pieces.set(kept - 1, cut);
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

  private String cutRows(Node file, long bytes) {
    if (model.snapshots.hold(file)) {
      throw new Refused(Code.UNSUPPORTED);
    }
    file.sizeBytes = bytes;
    file.inDatabase = bytes > 0;
    file.mtimeMs = model.nowMs;
    return "true";
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
    if (parent != file.parent || source == file) {
      throw new Refused(Code.INVALID_ARGUMENT);
    }
    refuseStriped(file);
    refuseStriped(source);
    if (source.holder != null || source.sizeBytes == 0) {
      throw new Refused(Code.INVALID_ARGUMENT);
    }
    if (model.snapshots.hold(source)) {
      throw new Refused(Code.SNAPSHOT);
    }
    if (step.number() != 1) {
      throw new Refused(Code.INVALID_ARGUMENT);
    }
    refuseSmall(file);
    refuseSmall(source);
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
