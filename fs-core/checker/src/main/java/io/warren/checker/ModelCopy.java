package io.warren.checker;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Copies a model's objects, each once. */
final class ModelCopy {
  private final Map<Node, Node> nodes;
  private final Map<Node.Piece, Node.Piece> pieces;

  ModelCopy(Map<Node, Node> nodes, Map<Node.Piece, Node.Piece> pieces) {
    this.nodes = nodes;
    this.pieces = pieces;
  }

  Node tree(Node root) {
    Node same = node(root);
    for (Node child : root.children.values()) {
      tree(child).attach(same, child.name);
    }
    return same;
  }

  /** A node without its place in the tree. */
  Node node(Node node) {
    Node known = nodes.get(node);
    if (known != null) {
      return known;
    }
    Node same = new Node(node.directory, node.name, node.mode, node.owner, node.group);
    nodes.put(node, same);
    same.mtimeMs = node.mtimeMs;
    same.atimeMs = node.atimeMs;
    same.replication = node.replication;
    same.sizeBytes = node.sizeBytes;
    same.inDatabase = node.inDatabase;
    same.holder = node.holder;
    same.namesLimit = node.namesLimit;
    same.spaceLimitBytes = node.spaceLimitBytes;
    same.typeLimits.putAll(node.typeLimits);
    same.attributes = node.attributes.copy();
    same.gone = node.gone;
    node.pieces.forEach(piece -> same.pieces.add(piece(piece)));
    return same;
  }

  Node.Piece piece(Node.Piece piece) {
    return pieces.computeIfAbsent(piece, Node.Piece::copy);
  }

  private Node.@Nullable Piece pieceOrNull(Node.@Nullable Piece piece) {
    return piece == null ? null : piece(piece);
  }

  Model.Slot slot(Model.Slot slot) {
    Model.Slot same = new Model.Slot(node(slot.file), slot.caller);
    same.last = pieceOrNull(slot.last);
    same.lastGeneration = slot.lastGeneration;
    same.lastBytes = slot.lastBytes;
    same.before = pieceOrNull(slot.before);
    same.beforeGeneration = slot.beforeGeneration;
    same.beforeBytes = slot.beforeBytes;
    return same;
  }
}
