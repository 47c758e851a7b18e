package io.warren.namenode.admin;

import io.warren.blocks.Datanodes;
import io.warren.blocks.RedundancyCounts;
import io.warren.model.Block;
import io.warren.model.BlockKey;
import io.warren.model.BlockLookup;
import io.warren.model.CorruptReplica;
import io.warren.model.ExcessReplica;
import io.warren.model.PendingReplication;
import io.warren.model.RedundancyPriority;
import io.warren.model.Replica;
import io.warren.model.ReplicaKey;
import io.warren.model.Storage;
import io.warren.model.StorageCondition;
import io.warren.model.UnderReplicatedBlock;
import io.warren.store.LockMode;
import io.warren.store.Scan;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Blocks that are not stored as they should be, and one block with all its replicas. GET
 * /blocks/health, /blocks/missing, /blocks/under-replicated, /blocks/corrupt, /blocks/by-id/ID.
 */
final class BlocksResource implements AdminServlet.Resource {
  private static final int LIMIT_DEFAULT = 50;
  private static final int LIMIT_MAX = 200;
  private static final int REPLICAS_MAX = 1_000;

  record Health(
      Map<String, Long> underReplicated,
      long missing,
      long corruptReplicas,
      long copiesUnderWay,
      long surplusReplicas,
      long deletionsWaiting,
      long checksWaiting,
      long countedMax,
      long asOfMs) {}

  record ProblemBlock(
      long blockId,
      long inodeId,
      @Nullable String path,
      String priority,
      int liveReplicas,
      int wantedReplicas,
      int corruptReplicas,
      long sinceMs) {}

  record CorruptView(
      long blockId,
      long inodeId,
      @Nullable String path,
      ReplicaOnStorage replica,
      String reason,
      long reportedAtMs) {}

  record ReplicaOnStorage(
      int storageId,
      String storageUuid,
      String datanodeUuid,
      @Nullable String datanodeAddress,
      String storageState) {}

  record ReplicaView(
      ReplicaOnStorage storage,
      String state,
      long generationStamp,
      long lengthBytes,
      @Nullable String reason,
      @Nullable Long sinceMs) {}

  record BlockView(
      long blockId,
      long inodeId,
      @Nullable String path,
      int index,
      long generationStamp,
      long lengthBytes,
      String state,
      List<ReplicaView> replicas,
      long asOfMs) {}

  record Page<T>(List<T> blocks, @Nullable String nextCursor, long asOfMs) {}

  private final TransactionRunner runner;
  private final Datanodes datanodes;
  private final RedundancyCounts counts;
  private final Clock clock;

  BlocksResource(
      TransactionRunner runner, Datanodes datanodes, RedundancyCounts counts, Clock clock) {
    this.runner = runner;
    this.datanodes = datanodes;
    this.counts = counts;
    this.clock = clock;
  }

  @Override
  public Object handle(AdminRequest request) {
    List<String> segments = request.segments();
    if (!request.method().equals("GET") || segments.size() < 2) {
      throw AdminServlet.noSuchCall();
    }
    if (segments.size() == 3 && segments.get(1).equals("by-id")) {
      return block(segments.get(2));
    }
    if (segments.size() != 2) {
      throw AdminServlet.noSuchCall();
    }
    return switch (segments.get(1)) {
      case "health" -> health();
      case "missing" -> problems(request, RedundancyPriority.MISSING);
      case "under-replicated" -> underReplicated(request);
      case "corrupt" -> corrupt(request);
      default -> throw AdminServlet.noSuchCall();
    };
  }

  private Health health() {
    RedundancyCounts.Counts now = counts.get();
    Map<String, Long> byPriority = new TreeMap<>();
    for (RedundancyPriority priority : RedundancyPriority.values()) {
      byPriority.put(text(priority), now.underReplicated().getOrDefault(priority, 0L));
    }
    return new Health(
        byPriority,
        now.missing(),
        now.corruptReplicas(),
        now.copiesUnderWay(),
        now.surplusReplicas(),
        now.deletionsWaiting(),
        now.checksWaiting(),
        RedundancyCounts.COUNTED_MAX,
        clock.millis());
  }

  private static String text(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private static int limit(AdminRequest request) {
    return (int) request.number("limit", LIMIT_DEFAULT, 1, LIMIT_MAX);
  }

  // Lists

  private Page<ProblemBlock> problems(AdminRequest request, RedundancyPriority priority) {
    Long[] cursor = cursor(request, 2);
    int limit = limit(request);
    return runner.run(
        TxOptions.read("list_missing_blocks"),
        tx ->
            page(
                tx,
                tx.scan(
                    Scan.index(
                            Tables.UNDER_REPLICATED_BLOCKS,
                            Tables.BY_PRIORITY,
                            limit + 1,
                            priority.ordinal())
                        .after(cursor == null ? null : new BlockKey(cursor[0], cursor[1]))),
                limit));
  }

  private Page<ProblemBlock> underReplicated(AdminRequest request) {
    Long[] cursor = cursor(request, 2);
    int limit = limit(request);
    return runner.run(
        TxOptions.read("list_under_replicated_blocks"),
        tx ->
            page(
                tx,
                tx.scan(
                    Scan.prefix(Tables.UNDER_REPLICATED_BLOCKS, limit + 1)
                        .after(cursor == null ? null : new BlockKey(cursor[0], cursor[1]))),
                limit));
  }

  private Page<ProblemBlock> page(Tx tx, List<UnderReplicatedBlock> found, int limit) {
    InodePaths paths = new InodePaths(tx);
    List<UnderReplicatedBlock> shown = found.subList(0, Math.min(limit, found.size()));
    List<ProblemBlock> views = new ArrayList<>();
    for (UnderReplicatedBlock block : shown) {
      views.add(
          new ProblemBlock(
              block.blockId(),
              block.inodeId(),
              paths.of(block.inodeId()),
              text(block.priority()),
              block.live(),
              block.wanted(),
              block.corrupt(),
              block.sinceMs()));
    }
    BlockKey last = found.size() > limit ? shown.get(limit - 1).key() : null;
    return new Page<>(
        views, last == null ? null : last.inodeId() + "." + last.blockId(), clock.millis());
  }

  private Page<CorruptView> corrupt(AdminRequest request) {
    Long[] cursor = cursor(request, 3);
    int limit = limit(request);
    ReplicaKey after =
        cursor == null ? null : new ReplicaKey(cursor[0], cursor[1], Math.toIntExact(cursor[2]));
    return runner.run(
        TxOptions.read("list_corrupt_replicas"),
        tx -> {
          List<CorruptReplica> found =
              tx.scan(Scan.prefix(Tables.CORRUPT_REPLICAS, limit + 1).after(after));
          List<CorruptReplica> shown = found.subList(0, Math.min(limit, found.size()));
          InodePaths paths = new InodePaths(tx);
          List<CorruptView> views = new ArrayList<>();
          for (CorruptReplica replica : shown) {
            views.add(
                new CorruptView(
                    replica.blockId(),
                    replica.inodeId(),
                    paths.of(replica.inodeId()),
                    storage(tx, replica.storageId()),
                    replica.reason(),
                    replica.reportedAtMs()));
          }
          ReplicaKey last = found.size() > limit ? shown.get(limit - 1).key() : null;
          String next =
              last == null ? null : last.inodeId() + "." + last.blockId() + "." + last.storageId();
          return new Page<>(views, next, clock.millis());
        });
  }

  private static Long @Nullable [] cursor(AdminRequest request, int parts) {
    String text = request.optional("cursor");
    if (text == null) {
      return null;
    }
    String[] numbers = text.split("\\.", -1);
    Long[] cursor = new Long[parts];
    try {
      if (numbers.length != parts) {
        throw new NumberFormatException(text);
      }
      for (int i = 0; i < parts; i++) {
        cursor[i] = Long.parseLong(numbers[i]);
      }
    } catch (NumberFormatException e) {
      throw Problem.invalid("The cursor is not one of this list", "Begin without a cursor");
    }
    return cursor;
  }

  // One block

  private BlockView block(String text) {
    long blockId;
    try {
      blockId = Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw Problem.invalid("A block is named by its number", "id: " + text);
    }
    BlockView view = runner.run(TxOptions.read("get_block"), tx -> block(tx, blockId)).view();
    if (view == null) {
      throw new Problem.ProblemException(
          Problem.of(404, "not_found", "There is no such block", "id: " + blockId));
    }
    return view;
  }

  private record Found(@Nullable BlockView view) {}

  private Found block(Tx tx, long blockId) {
    BlockLookup lookup = tx.get(Tables.BLOCK_LOOKUP, blockId, LockMode.READ_COMMITTED);
    Block block =
        lookup == null
            ? null
            : tx.get(
                Tables.BLOCKS, new BlockKey(lookup.inodeId(), blockId), LockMode.READ_COMMITTED);
    if (block == null) {
      return new Found(null);
    }
    return new Found(
        new BlockView(
            blockId,
            block.inodeId(),
            new InodePaths(tx).of(block.inodeId()),
            block.index(),
            block.generationStamp(),
            block.lengthBytes(),
            text(block.state()),
            replicas(tx, block),
            clock.millis()));
  }

  private List<ReplicaView> replicas(Tx tx, Block block) {
    Object[] prefix = {block.inodeId(), block.blockId()};
    Map<Integer, CorruptReplica> corrupt = new TreeMap<>();
    tx.scan(Scan.prefix(Tables.CORRUPT_REPLICAS, REPLICAS_MAX, prefix))
        .forEach(r -> corrupt.put(r.storageId(), r));
    Map<Integer, ExcessReplica> excess = new TreeMap<>();
    tx.scan(Scan.prefix(Tables.EXCESS_REPLICAS, REPLICAS_MAX, prefix))
        .forEach(r -> excess.put(r.storageId(), r));
    List<ReplicaView> views = new ArrayList<>();
    for (Replica r : tx.scan(Scan.prefix(Tables.REPLICAS, REPLICAS_MAX, prefix))) {
      CorruptReplica bad = corrupt.get(r.storageId());
      ExcessReplica spare = excess.get(r.storageId());
      String state =
          bad != null
              ? "corrupt"
              : spare != null
                  ? "surplus"
                  : r.generationStamp() == block.generationStamp() ? "finalized" : "outdated";
      Long sinceMs =
          bad != null
              ? Long.valueOf(bad.reportedAtMs())
              : spare != null ? Long.valueOf(spare.chosenAtMs()) : null;
      views.add(
          new ReplicaView(
              storage(tx, r.storageId()),
              state,
              r.generationStamp(),
              r.lengthBytes(),
              bad == null ? null : bad.reason(),
              sinceMs));
    }
    tx.scan(Scan.prefix(Tables.REPLICAS_UNDER_CONSTRUCTION, REPLICAS_MAX, prefix))
        .forEach(
            r ->
                views.add(
                    new ReplicaView(
                        storage(tx, r.storageId()),
                        "being_written",
                        r.generationStamp(),
                        r.lengthBytes(),
                        null,
                        null)));
    for (PendingReplication p :
        tx.scan(Scan.prefix(Tables.PENDING_REPLICATIONS, REPLICAS_MAX, prefix))) {
      views.add(
          new ReplicaView(
              storage(tx, p.storageId()),
              "being_copied",
              p.generationStamp(),
              p.lengthBytes(),
              null,
              p.orderedAtMs()));
    }
    tx.scan(Scan.prefix(Tables.INVALIDATED_BLOCKS, REPLICAS_MAX, prefix)).stream()
        .filter(r -> !excess.containsKey(r.storageId()))
        .forEach(
            r ->
                views.add(
                    new ReplicaView(
                        storage(tx, r.storageId()),
                        "being_deleted",
                        r.generationStamp(),
                        r.lengthBytes(),
                        null,
                        null)));
    return views;
  }

  private ReplicaOnStorage storage(Tx tx, int storageId) {
    Storage storage = datanodes.storageIds().find(storageId);
    StorageCondition condition =
        tx.get(Tables.STORAGE_CONDITIONS, storageId, LockMode.READ_COMMITTED);
    var datanode = storage == null ? null : datanodes.find(storage.datanodeUuid());
    return new ReplicaOnStorage(
        storageId,
        storage == null ? "" : storage.uuid(),
        storage == null ? "" : storage.datanodeUuid(),
        datanode == null ? null : datanode.getXferAddr(),
        condition == null ? "unknown" : text(condition.state()));
  }
}
