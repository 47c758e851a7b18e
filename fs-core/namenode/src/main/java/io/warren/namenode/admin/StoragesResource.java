package io.warren.namenode.admin;

import io.warren.blocks.Datanodes;
import io.warren.model.Storage;
import io.warren.model.StorageCondition;
import io.warren.store.Scan;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** GET /storages: the storages as the leader last judged them, in the order of their numbers. */
final class StoragesResource implements AdminServlet.Resource {
  private static final int LIMIT_DEFAULT = 100;
  private static final int LIMIT_MAX = 1_000;

  /**
   * @param checking whether its blocks are being looked through
   * @param blocks seen by this pass, or by the last one
   * @param insufficient of them, those that need more replicas before the storage may go
   */
  record StorageView(
      int storageId,
      String storageUuid,
      String datanodeUuid,
      @Nullable String datanodeAddress,
      String type,
      String rack,
      String state,
      long sinceMs,
      boolean checking,
      long blocks,
      long insufficient,
      @Nullable Long checkedAtMs) {}

  record Page(List<StorageView> storages, @Nullable String nextCursor, long asOfMs) {}

  private final TransactionRunner runner;
  private final Datanodes datanodes;
  private final Clock clock;

  StoragesResource(TransactionRunner runner, Datanodes datanodes, Clock clock) {
    this.runner = runner;
    this.datanodes = datanodes;
    this.clock = clock;
  }

  @Override
  public Object handle(AdminRequest request) {
    if (!request.method().equals("GET") || request.segments().size() != 1) {
      throw AdminServlet.noSuchCall();
    }
    int after = (int) request.number("cursor", 0, 1, Integer.MAX_VALUE);
    int limit = (int) request.number("limit", LIMIT_DEFAULT, 1, LIMIT_MAX);
    List<StorageCondition> found =
        runner.run(
            TxOptions.read("list_storage_conditions"),
            tx ->
                tx.scan(
                    Scan.prefix(Tables.STORAGE_CONDITIONS, limit + 1)
                        .after(after == 0 ? null : after)));
    List<StorageView> views = new ArrayList<>();
    found.stream().limit(limit).forEach(condition -> views.add(view(condition)));
    String next = found.size() > limit ? "" + views.get(limit - 1).storageId() : null;
    return new Page(views, next, clock.millis());
  }

  private StorageView view(StorageCondition condition) {
    Storage storage = datanodes.storageIds().find(condition.storageId());
    var datanode = storage == null ? null : datanodes.find(storage.datanodeUuid());
    return new StorageView(
        condition.storageId(),
        storage == null ? "" : storage.uuid(),
        storage == null ? "" : storage.datanodeUuid(),
        datanode == null ? null : datanode.getXferAddr(),
        storage == null ? "" : storage.type(),
        condition.rack(),
        condition.state().name().toLowerCase(Locale.ROOT),
        condition.sinceMs(),
        condition.checking(),
        condition.blocks(),
        condition.insufficient(),
        condition.checkedAtMs() == 0 ? null : condition.checkedAtMs());
  }
}
