package io.warren.namenode.admin;

import io.warren.blocks.Datanodes;
import io.warren.model.Block;
import io.warren.model.BlockKey;
import io.warren.model.CorruptReplica;
import io.warren.model.ExcessReplica;
import io.warren.model.InodeAcl;
import io.warren.model.QuotaDirectory;
import io.warren.model.QuotaType;
import io.warren.model.Replica;
import io.warren.model.ReplicaKey;
import io.warren.model.Storage;
import io.warren.model.XattrKey;
import io.warren.model.XattrPart;
import io.warren.namenode.admin.RowPages.Asked;
import io.warren.namenode.admin.RowPages.Found;
import io.warren.namespace.xattr.XattrName;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * GET /rows/blocks, /rows/replicas, /rows/xattrs, /rows/quotas, /rows/acls: what the change feed
 * does not carry, page by page in the order of the inodes, all of it or that of some inodes.
 */
final class RowsResource implements AdminServlet.Resource {
  /** Of a value no more is told. */
  private static final int VALUE_SHOWN_BYTES = 1_000;

  record BlockRow(
      long inodeId,
      long blockId,
      int index,
      long generationStamp,
      long lengthBytes,
      String state) {}

  record ReplicaRow(
      long inodeId,
      long blockId,
      int storageId,
      String storageUuid,
      String storageType,
      @Nullable String datanode,
      long generationStamp,
      long lengthBytes,
      String state) {}

  /** A part of an attribute; only the first one of a namespace that users see has a value. */
  record XattrRow(
      long inodeId,
      int number,
      int part,
      String namespace,
      String name,
      int lengthBytes,
      @Nullable String value) {}

  /** What is used of a type of storage is told where it has a limit. */
  record QuotaRow(
      long inodeId,
      @Nullable Long namespaceQuota,
      @Nullable Long spaceQuotaBytes,
      long namespaceUsed,
      long spaceUsedBytes,
      @Nullable Long ssdQuotaBytes,
      @Nullable Long ssdUsedBytes,
      @Nullable Long diskQuotaBytes,
      @Nullable Long diskUsedBytes,
      @Nullable Long archiveQuotaBytes,
      @Nullable Long archiveUsedBytes,
      @Nullable Long providedQuotaBytes,
      @Nullable Long providedUsedBytes,
      @Nullable Long nvdimmQuotaBytes,
      @Nullable Long nvdimmUsedBytes) {}

  /** Entries as {@code setfacl} writes them, the owner's left out of {@code access}. */
  record AclRow(long inodeId, @Nullable String access, @Nullable String defaults) {}

  record Page<T>(List<T> rows, @Nullable String nextCursor, long asOfMs) {}

  private static final RowPages<BlockKey, Block> BLOCKS =
      new RowPages<>(
          Tables.BLOCKS,
          2,
          key -> new BlockKey(key[0], key[1]),
          row -> new long[] {row.inodeId(), row.blockId()});

  private static final RowPages<ReplicaKey, Replica> REPLICAS =
      new RowPages<>(
          Tables.REPLICAS,
          3,
          RowsResource::replicaKey,
          row -> new long[] {row.inodeId(), row.blockId(), row.storageId()});

  private static final RowPages<ReplicaKey, CorruptReplica> CORRUPT =
      new RowPages<>(
          Tables.CORRUPT_REPLICAS,
          3,
          RowsResource::replicaKey,
          row -> new long[] {row.inodeId(), row.blockId(), row.storageId()});

  private static final RowPages<ReplicaKey, ExcessReplica> SURPLUS =
      new RowPages<>(
          Tables.EXCESS_REPLICAS,
          3,
          RowsResource::replicaKey,
          row -> new long[] {row.inodeId(), row.blockId(), row.storageId()});

  private static final RowPages<XattrKey, XattrPart> XATTRS =
      new RowPages<>(
          Tables.XATTRS,
          3,
          key -> new XattrKey(key[0], small(key[1]), small(key[2])),
          row -> new long[] {row.inodeId(), row.number(), row.part()});

  private static final RowPages<Long, QuotaDirectory> QUOTAS =
      new RowPages<>(Tables.QUOTA_DIRECTORIES, 1, key -> key[0], row -> new long[] {row.inodeId()});

  private static final RowPages<Long, InodeAcl> ACLS =
      new RowPages<>(Tables.ACLS, 1, key -> key[0], row -> new long[] {row.inodeId()});

  private final TransactionRunner runner;
  private final Datanodes datanodes;
  private final Clock clock;

  RowsResource(TransactionRunner runner, Datanodes datanodes, Clock clock) {
    this.runner = runner;
    this.datanodes = datanodes;
    this.clock = clock;
  }

  @Override
  public Object handle(AdminRequest request) {
    if (!request.method().equals("GET") || request.segments().size() != 2) {
      throw AdminServlet.noSuchCall();
    }
    return switch (request.segments().get(1)) {
      case "blocks" -> page(request, BLOCKS, (tx, asked) -> rows(BLOCKS, tx, asked, this::view));
      case "replicas" -> page(request, REPLICAS, this::replicas);
      case "xattrs" -> page(request, XATTRS, (tx, asked) -> rows(XATTRS, tx, asked, this::view));
      case "quotas" -> page(request, QUOTAS, (tx, asked) -> rows(QUOTAS, tx, asked, this::view));
      case "acls" -> page(request, ACLS, (tx, asked) -> rows(ACLS, tx, asked, this::view));
      default -> throw AdminServlet.noSuchCall();
    };
  }

  private <T> Page<T> page(
      AdminRequest request, RowPages<?, ?> pages, BiFunction<Tx, Asked, Found<T>> read) {
    Asked asked = pages.asked(request);
    long asOfMs = clock.millis();
    Found<T> found = runner.run(TxOptions.read("read_rows"), tx -> read.apply(tx, asked));
    return new Page<>(found.rows(), found.nextCursor(), asOfMs);
  }

  private static <R, T> Found<T> rows(
      RowPages<?, R> pages, Tx tx, Asked asked, Function<R, T> view) {
    Found<R> found = pages.read(tx, asked);
    return new Found<>(found.rows().stream().map(view).toList(), found.nextCursor());
  }

  private BlockRow view(Block block) {
    return new BlockRow(
        block.inodeId(),
        block.blockId(),
        block.index(),
        block.generationStamp(),
        block.lengthBytes(),
        lower(block.state()));
  }

  private Found<ReplicaRow> replicas(Tx tx, Asked asked) {
    Found<Replica> found = REPLICAS.read(tx, asked);
    // Far fewer than replicas; those of the page's inodes are within as many rows.
    long[] inodes = found.rows().stream().mapToLong(Replica::inodeId).distinct().toArray();
    Set<ReplicaKey> corrupt = marked(CORRUPT, CorruptReplica::key, tx, asked, inodes);
    Set<ReplicaKey> surplus = marked(SURPLUS, ExcessReplica::key, tx, asked, inodes);
    List<ReplicaRow> rows =
        found.rows().stream()
            .map(
                row ->
                    view(
                        row,
                        corrupt.contains(row.key())
                            ? "corrupt"
                            : surplus.contains(row.key()) ? "surplus" : "finalized"))
            .toList();
    return new Found<>(rows, found.nextCursor());
  }

  /** Keys of the replicas that another table lists, in the range of the page. */
  private static <R> Set<ReplicaKey> marked(
      RowPages<ReplicaKey, R> pages,
      Function<R, ReplicaKey> keyOf,
      Tx tx,
      Asked asked,
      long[] inodes) {
    if (inodes.length == 0) {
      return Set.of();
    }
    Asked range = new Asked(asked.after(), asked.limit(), asked.inodes() == null ? null : inodes);
    return pages.read(tx, range).rows().stream()
        .map(keyOf)
        .collect(Collectors.toCollection(HashSet::new));
  }

  private ReplicaRow view(Replica replica, String state) {
    Storage storage = datanodes.storageIds().find(replica.storageId());
    var datanode = storage == null ? null : datanodes.find(storage.datanodeUuid());
    return new ReplicaRow(
        replica.inodeId(),
        replica.blockId(),
        replica.storageId(),
        storage == null ? "" : storage.uuid(),
        storage == null ? "" : storage.type(),
        datanode == null ? null : datanode.getXferAddr(),
        replica.generationStamp(),
        replica.lengthBytes(),
        state);
  }

  private XattrRow view(XattrPart part) {
    XattrName.Namespace namespace = XattrName.Namespace.fromStored(part.namespace());
    boolean shown =
        part.part() == 0
            && (namespace == XattrName.Namespace.USER || namespace == XattrName.Namespace.TRUSTED);
    return new XattrRow(
        part.inodeId(),
        part.number(),
        part.part(),
        lower(namespace),
        part.name(),
        part.value().length,
        shown ? text(part.value()) : null);
  }

  /** The beginning of a value, up to a whole character; null when it is not UTF-8. */
  private static @Nullable String text(byte[] value) {
    CharsetDecoder decoder =
        StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPORT);
    boolean whole = value.length <= VALUE_SHOWN_BYTES;
    ByteBuffer bytes = ByteBuffer.wrap(value, 0, Math.min(value.length, VALUE_SHOWN_BYTES));
    CharBuffer characters = CharBuffer.allocate(VALUE_SHOWN_BYTES);
    return decoder.decode(bytes, characters, whole).isError() ? null : characters.flip().toString();
  }

  private QuotaRow view(QuotaDirectory quota) {
    return new QuotaRow(
        quota.inodeId(),
        quota.namespaceQuota() < 0 ? null : quota.namespaceQuota(),
        quota.spaceQuotaBytes() < 0 ? null : quota.spaceQuotaBytes(),
        quota.namespaceUsed(),
        quota.spaceUsedBytes(),
        limit(quota, QuotaType.SSD),
        used(quota, QuotaType.SSD),
        limit(quota, QuotaType.DISK),
        used(quota, QuotaType.DISK),
        limit(quota, QuotaType.ARCHIVE),
        used(quota, QuotaType.ARCHIVE),
        limit(quota, QuotaType.PROVIDED),
        used(quota, QuotaType.PROVIDED),
        limit(quota, QuotaType.NVDIMM),
        used(quota, QuotaType.NVDIMM));
  }

  private static @Nullable Long limit(QuotaDirectory quota, QuotaType type) {
    long limitBytes = quota.typeQuotas().get(type);
    return limitBytes == 0 ? null : limitBytes;
  }

  private static @Nullable Long used(QuotaDirectory quota, QuotaType type) {
    return limit(quota, type) == null ? null : Long.valueOf(quota.typeUsed().get(type));
  }

  private AclRow view(InodeAcl acl) {
    return new AclRow(acl.inodeId(), acl.access(), acl.defaults());
  }

  private static ReplicaKey replicaKey(long[] key) {
    return new ReplicaKey(key[0], key[1], small(key[2]));
  }

  private static int small(long number) {
    if (number != (int) number) {
      throw Problem.invalid("The cursor is not one of this table", "Begin without a cursor");
    }
    return (int) number;
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
