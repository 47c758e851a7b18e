package io.warren.namenode.admin;

import io.warren.blocks.RedundancyCounts;
import io.warren.model.BlockKey;
import io.warren.model.CorruptReplica;
import io.warren.model.HealingHold;
import io.warren.model.RedundancyPriority;
import io.warren.model.ReplicaKey;
import io.warren.model.UnderReplicatedBlock;
import io.warren.store.Scan;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Blocks that are not stored as they should be, and one block with all its replicas. GET
 * /blocks/health, /blocks/missing, /blocks/under-replicated, /blocks/corrupt, /blocks/by-id/ID,
 * /blocks/fsck.
 */
final class BlocksResource implements AdminServlet.Resource {
  private static final int LIMIT_DEFAULT = 50;
  private static final int LIMIT_MAX = 200;

  record Health(
      Map<String, Long> underReplicated,
      long missing,
      long corruptReplicas,
      long copiesUnderWay,
      long surplusReplicas,
      long deletionsWaiting,
      long checksWaiting,
      long countedMax,
      @Nullable SafeModeView safeMode,
      long asOfMs) {}

  /** Why nothing is healed, and what is waited for. */
  record SafeModeView(
      long sinceMs,
      long endsAtMs,
      long blocks,
      long reachable,
      long needed,
      boolean sampled,
      int storages,
      int missingStorages) {
    static @Nullable SafeModeView of(@Nullable HealingHold hold) {
      return hold == null
          ? null
          : new SafeModeView(
              hold.sinceMs(),
              hold.endsAtMs(),
              hold.blocks(),
              hold.reachable(),
              hold.needed(),
              hold.sampled(),
              hold.storages(),
              hold.missingStorages());
    }
  }

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
      BlockDetails.ReplicaOnStorage replica,
      String reason,
      long reportedAtMs) {}

  record Page<T>(List<T> blocks, @Nullable String nextCursor, long asOfMs) {}

  private final TransactionRunner runner;
  private final BlockDetails details;
  private final FsckCalls fsck;
  private final RedundancyCounts counts;
  private final Clock clock;

  BlocksResource(
      TransactionRunner runner,
      BlockDetails details,
      FsckCalls fsck,
      RedundancyCounts counts,
      Clock clock) {
    this.runner = runner;
    this.details = details;
    this.fsck = fsck;
    this.counts = counts;
    this.clock = clock;
  }

  @Override
  public Object handle(AdminRequest request) throws IOException, InterruptedException {
    List<String> segments = request.segments();
    if (!request.method().equals("GET") || segments.size() < 2) {
      throw AdminServlet.noSuchCall();
    }
    if (segments.size() == 3 && segments.get(1).equals("by-id")) {
      return details.answer(segments.get(2));
    }
    if (segments.equals(List.of("blocks", "fsck"))) {
      return fsck.answer(request);
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
        SafeModeView.of(now.hold()),
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
                    details.storage(tx, replica.storageId()),
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
}
