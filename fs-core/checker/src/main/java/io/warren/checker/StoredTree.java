package io.warren.checker;

import io.warren.model.Block;
import io.warren.model.BlockIds;
import io.warren.model.Inode;
import io.warren.model.Principal;
import io.warren.model.QuotaDirectory;
import io.warren.model.QuotaType;
import io.warren.model.TypeSpace;
import io.warren.store.schema.Tables;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The tree as the store's rows have it, in the words of {@link Model#describe}. */
final class StoredTree {
  private final Rows rows;
  private final Map<Integer, String> users;
  private final Map<Integer, String> groups;
  private final boolean directoryTimes;
  private final StoredAttributes attributes;

  private StoredTree(Rows rows, boolean directoryTimes) {
    this.rows = rows;
    this.users =
        rows.all(Tables.USERS).stream().collect(Collectors.toMap(Principal::id, Principal::name));
    this.groups =
        rows.all(Tables.GROUPS).stream().collect(Collectors.toMap(Principal::id, Principal::name));
    this.directoryTimes = directoryTimes;
    this.attributes = new StoredAttributes(rows);
  }

  static String describe(Rows rows, boolean directoryTimes) {
    StringBuilder text = new StringBuilder();
    Inode root = rows.byId.get(Inode.ROOT_ID);
    if (root == null) {
      return "no root";
    }
    new StoredTree(rows, directoryTimes).describe(text, "/", root);
    return text.toString();
  }

  private void describe(StringBuilder text, String path, Inode inode) {
    String owner = users.getOrDefault(inode.ownerId(), "?");
    String group = groups.getOrDefault(inode.groupId(), "?");
    text.append(path).append(' ');
    text.append(
        inode.isDirectory()
            ? Descriptions.directory(
                inode.mode(), owner, group, directoryTimes ? inode.mtimeMs() : -1)
            : Descriptions.file(
                inode.mode(),
                owner,
                group,
                inode.mtimeMs(),
                inode.sizeBytes(),
                inode.replication(),
                String.valueOf(inode.leaseHolder())));
    text.append(attributes.describe(inode));
    QuotaDirectory quota = rows.quotas.get(inode.id());
    if (quota != null) {
      long[] used = rows.used(inode.id());
      text.append(
          " quota %d/%d %d/%d"
              .formatted(used[0], quota.namespaceQuota(), used[1], quota.spaceQuotaBytes()));
    }
    if (quota != null && !quota.typeQuotas().isNothing()) {
      TypeSpace used = rows.typesUsed(inode.id());
      text.append(Descriptions.types(limited(quota), used.diskBytes(), used.archiveBytes()));
    }
    text.append(Descriptions.rows(rows.contentBytes(inode.id())));
    for (Block block : rows.blocks.getOrDefault(inode.id(), List.of())) {
      text.append(' ').append(state(block)).append(':').append(block.lengthBytes());
      if (BlockIds.isStriped(block.blockId())) {
        text.append(rows.units.getOrDefault(block.blockId(), new TreeSet<>()));
      }
    }
    text.append('\n');
    for (Inode child : rows.children.getOrDefault(inode.id(), new TreeMap<>()).values()) {
      describe(text, Tree.child(path, child.name().toString()), child);
    }
  }

  private static List<String> limited(QuotaDirectory quota) {
    return Arrays.stream(QuotaType.values())
        .filter(type -> quota.typeQuotas().get(type) != 0)
        .map(Enum::name)
        .sorted()
        .toList();
  }

  private static Node.BlockState state(Block block) {
    return switch (block.state()) {
      case UNDER_CONSTRUCTION -> Node.BlockState.OPEN;
      case COMMITTED -> Node.BlockState.COMMITTED;
      case COMPLETE -> Node.BlockState.COMPLETE;
      case UNDER_RECOVERY, UNDER_TRUNCATION -> Node.BlockState.RECOVERING;
    };
  }
}
