package io.warren.checker;

import io.warren.checker.FileModel.Release;
import io.warren.checker.Node.BlockState;
import io.warren.checker.Node.Piece;
import io.warren.model.NamespaceException.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The model's leases: renewal, expiry, and how a file is closed whose writer is gone. */
final class LeaseModel {
  private final Model model;
  private final FileModel files;

  LeaseModel(Model model, FileModel files) {
    this.model = model;
    this.files = files;
  }

  String apply(Step step) {
    return switch (step.kind()) {
      case RENEW_LEASE -> renew(step);
      case RECOVER_LEASE -> recover(step);
      case LEASE_TICK -> tick();
      case FINISH_RECOVERY -> finish(step);
      default -> throw new IllegalArgumentException("No lease operation: " + step);
    };
  }

  private String renew(Step step) {
    boolean known = model.leases.containsKey(Callers.holder(step.caller()));
    files.renew(step.caller());
    return Boolean.toString(known);
  }

  private String recover(Step step) {
    Node file = model.tree.walk(step.path(), step.caller()).requireFile();
    Tree.require(file, step.caller(), Tree.WRITE);
    boolean closed = file.holder == null || files.release(file, false) == Release.CLOSED;
    return Boolean.toString(closed);
  }

  private List<Node> filesOf(String holder) {
    List<Node> found = new ArrayList<>();
    collect(model.tree.root, holder, found);
    return found;
  }

  private static void collect(Node node, String holder, List<Node> found) {
    if (holder.equals(node.holder)) {
      found.add(node);
    }
    node.children.values().forEach(child -> collect(child, holder, found));
  }

  private String tick() {
    int closed = 0;
    List<String> expired =
        model.leases.entrySet().stream()
            .filter(e -> model.nowMs - e.getValue() > Rules.FILES.leaseHardLimitMs())
            .map(e -> e.getKey())
            .toList();
    for (String holder : expired) {
      for (Node file : filesOf(holder)) {
        closed += files.release(file, true) == Release.CLOSED ? 1 : 0;
      }
      model.leases.remove(holder);
    }
    List<Node> recovering = filesOf(Rules.RECOVERY_HOLDER);
    for (Node file : recovering) {
      Model.Ordered before = model.recoveriesOrdered.get(file);
      Piece present = file.last();
      boolean awaited =
          before != null
              && present != null
              && present.state == BlockState.RECOVERING
              && present.recovery == before.recovery();
      if (before != null && awaited && model.nowMs - before.atMs() < Rules.RECOVERY_TIMEOUT_MS) {
        continue;
      }
      Release release = files.release(file, awaited);
      if (release == Release.CLOSED) {
        closed++;
      } else if (release == Release.RECOVERING) {
        Piece last = Objects.requireNonNull(file.last());
        model.recoveriesAsked.put(file, last.recovery);
        model.recoveriesOrdered.put(file, new Model.Ordered(last.recovery, model.nowMs));
      }
    }
    model.recoveriesOrdered.keySet().removeIf(file -> !recovering.contains(file));
    return closed + " closed";
  }

  private String finish(Step step) {
    Node file = model.tree.find(step.path()).last();
    Integer recovery = file == null ? null : model.recoveriesAsked.remove(file);
    if (file == null || recovery == null) {
      return "skipped";
    }
    Piece last = file.last();
    if (last == null || file.holder == null || last.state == BlockState.COMPLETE) {
      return Boolean.toString(file.holder == null);
    }
    if (last.state != BlockState.RECOVERING || last.recovery != recovery) {
      throw new Refused(Code.CONFLICT);
    }
    long foundBytes = step.number() * file.dataUnits();
    long bytes = last.truncating ? last.lengthBytes : Math.max(foundBytes, last.lengthBytes);
    if (bytes == 0) {
      file.pieces.remove(last);
      last.dropped = true;
    } else {
      last.state = BlockState.COMPLETE;
      last.truncating = false;
      last.generation++;
      last.lengthBytes = bytes;
      last.reports.clear();
      file.report(last, bytes, BlockModel.ALL_UNITS);
    }
    boolean closes = file.allComplete();
    if (closes) {
      files.close(file);
    } else {
      file.resize();
    }
    return Boolean.toString(closes);
  }
}
