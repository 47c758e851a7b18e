package io.warren.checker;

import org.jspecify.annotations.Nullable;

/**
 * What later answers depend on and the tree does not show: which file each writer has open, which
 * blocks it knows, how far all blocks are, and who holds a lease since when. Two models with the
 * same tree and the same of this answer alike.
 */
final class WriterStates {
  private WriterStates() {}

  static String describe(Model model) {
    StringBuilder text = new StringBuilder();
    model.slots.forEach((number, slot) -> writer(text.append(number), slot));
    text.append(model.leases).append(model.lastRecovery);
    blocks(text, model.tree.root);
    return text.toString();
  }

  private static void writer(StringBuilder text, Model.Slot slot) {
    Node file = slot.file;
    text.append(' ').append(slot.caller).append(' ').append(file.gone ? "gone" : file.path());
    known(text, file, slot.last, slot.lastGeneration, slot.lastBytes);
    known(text, file, slot.before, slot.beforeGeneration, slot.beforeBytes);
    text.append('\n');
  }

  private static void known(
      StringBuilder text, Node file, Node.@Nullable Piece piece, int generation, long bytes) {
    if (piece != null) {
      int index = file.pieces.indexOf(piece);
      text.append(" %d/%d/%d/%b".formatted(index, generation, bytes, piece.dropped));
    }
  }

  private static void blocks(StringBuilder text, Node node) {
    for (Node.Piece piece : node.pieces) {
      text.append('\n').append(node.path()).append(' ').append(piece.generation);
      text.append(' ').append(piece.recovery).append(' ').append(piece.truncating);
      text.append(piece.reports);
    }
    node.children.values().forEach(child -> blocks(text, child));
  }
}
