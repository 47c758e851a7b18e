package io.warren.namenode.admin;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A page of inodes as columns: each list has one value for each inode, in the same order. Names of
 * members are told once for a page instead of once for an inode, and who builds an index takes
 * whole lists.
 */
@JsonPropertyOrder({"inode_id", "logical_time", "parent_id", "name", "kind"})
final class InodeColumns {
  @JsonProperty private final long[] inodeId;
  @JsonProperty private final long[] logicalTime;
  @JsonProperty private final long[] parentId;
  @JsonProperty private final String[] name;
  @JsonProperty private final String[] kind;
  @JsonProperty private final long[] sizeBytes;
  @JsonProperty private final String[] owner;
  @JsonProperty private final String[] group;
  @JsonProperty private final int[] mode;
  @JsonProperty private final long[] mtimeMs;
  @JsonProperty private final long[] atimeMs;
  @JsonProperty private final int[] replication;
  @JsonProperty private final long[] blockSizeBytes;
  @JsonProperty private final int[] storagePolicy;
  @JsonProperty private final int[] erasureCodingPolicy;
  @JsonProperty private final int[] features;
  @JsonProperty private final @Nullable Long nextAfterId;
  @JsonProperty private final long idsBelow;
  @JsonProperty private final long asOfMs;

  private InodeColumns(
      List<InodeView> inodes, @Nullable Long nextAfterId, long idsBelow, long asOfMs) {
    inodeId = longs(inodes, InodeView::inodeId);
    logicalTime = longs(inodes, InodeView::logicalTime);
    parentId = longs(inodes, InodeView::parentId);
    name = texts(inodes, InodeView::name);
    kind = texts(inodes, InodeView::kind);
    sizeBytes = longs(inodes, InodeView::sizeBytes);
    owner = texts(inodes, InodeView::owner);
    group = texts(inodes, InodeView::group);
    mode = ints(inodes, InodeView::mode);
    mtimeMs = longs(inodes, InodeView::mtimeMs);
    atimeMs = longs(inodes, InodeView::atimeMs);
    replication = ints(inodes, InodeView::replication);
    blockSizeBytes = longs(inodes, InodeView::blockSizeBytes);
    storagePolicy = ints(inodes, InodeView::storagePolicy);
    erasureCodingPolicy = ints(inodes, InodeView::erasureCodingPolicy);
    features = ints(inodes, InodeView::features);
    this.nextAfterId = nextAfterId;
    this.idsBelow = idsBelow;
    this.asOfMs = asOfMs;
  }

  static InodeColumns of(
      List<InodeView> inodes, @Nullable Long nextAfterId, long idsBelow, long asOfMs) {
    return new InodeColumns(inodes, nextAfterId, idsBelow, asOfMs);
  }

  private static long[] longs(List<InodeView> inodes, ToLongFunction<InodeView> member) {
    return inodes.stream().mapToLong(member).toArray();
  }

  private static int[] ints(List<InodeView> inodes, ToIntFunction<InodeView> member) {
    return inodes.stream().mapToInt(member).toArray();
  }

  private static String[] texts(List<InodeView> inodes, Function<InodeView, String> member) {
    return inodes.stream().map(member).toArray(String[]::new);
  }
}
