package io.warren.checker;

import java.util.Collection;
import java.util.List;

/** Nodes as text, for comparing and for people. */
final class Descriptions {
  private Descriptions() {}

  /** Attributes as a client sees them. */
  static String attributes(Node node, boolean time) {
    if (node.directory) {
      return directory(node.mode, node.owner, node.group, time ? node.mtimeMs : -1);
    }
    return file(
        node.mode,
        node.owner,
        node.group,
        node.mtimeMs,
        node.sizeBytes,
        node.replication,
        String.valueOf(node.holder));
  }

  static String directory(int mode, String owner, String group, long mtimeMs) {
    String text = "dir %o %s:%s".formatted(mode, owner, group);
    return mtimeMs < 0 ? text : text + " mtime=" + mtimeMs;
  }

  static String file(
      int mode,
      String owner,
      String group,
      long mtimeMs,
      long sizeBytes,
      int replication,
      String holder) {
    return "file %o %s:%s mtime=%d size=%d x%d holder=%s"
        .formatted(mode, owner, group, mtimeMs, sizeBytes, replication, holder);
  }

  /** Which types of storage are limited, and what is used of those that the steps can limit. */
  static String types(Collection<String> limited, long diskBytes, long archiveBytes) {
    return " limits %s disk=%d archive=%d".formatted(limited, diskBytes, archiveBytes);
  }

  /** What a snapshot keeps of a node itself: no lease, no quota, and for directories no time. */
  static String former(Node node) {
    String holder = "-";
    String plain =
        node.directory
            ? directory(node.mode, node.owner, node.group, -1)
            : file(
                node.mode,
                node.owner,
                node.group,
                node.mtimeMs,
                node.sizeBytes,
                node.replication,
                holder);
    return plain + policies(node.attributes.policy, node.attributes.erasureCoding);
  }

  static String former(String plain, String xattrs) {
    return plain + ' ' + xattrs;
  }

  static String policies(int storage, int erasureCoding) {
    return " policy=" + storage + coding(erasureCoding);
  }

  /** An erasure-coding policy; nothing for none. */
  static String coding(int id) {
    return id == 0 ? "" : " ec=" + id;
  }

  /** Which units are stored of each of some block groups. */
  static String units(List<List<Integer>> stored) {
    return " units=" + stored;
  }

  /** How many bytes of a file are in the database; nothing for none. */
  static String rows(long bytes) {
    return bytes == 0 ? "" : " rows=" + bytes;
  }

  static void describe(StringBuilder text, Node node, boolean directoryTimes) {
    text.append(node.path()).append(' ').append(attributes(node, directoryTimes));
    text.append(node.attributes.describe());
    if (node.hasQuota()) {
      text.append(
          " quota %d/%d %d/%d"
              .formatted(node.names(), node.namesLimit, node.chargedBytes(), node.spaceLimitBytes));
    }
    if (!node.typeLimits.isEmpty()) {
      long[] used = node.chargedByType();
      text.append(types(node.typeLimits.keySet(), used[Node.DISK], used[Node.ARCHIVE]));
    }
    text.append(rows(node.inDatabase ? node.sizeBytes : 0));
    for (Node.Piece piece : node.pieces) {
      text.append(' ').append(piece.state).append(':').append(piece.lengthBytes);
      if (node.striped() != null) {
        text.append(piece.reports.keySet());
      }
    }
    text.append('\n');
    node.children.values().forEach(child -> describe(text, child, directoryTimes));
  }
}
