package io.warren.blocks;

import io.warren.model.IdRange;
import io.warren.model.Storage;
import io.warren.store.LockMode;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Numbers of storages: replica rows name a storage by a small number instead of its UUID. Rows are
 * never deleted, so both directions are cached for the life of the process. A storage that moves to
 * another datanode (a disk carried over) keeps its number. Thread-safe.
 */
public final class StorageIds {
  /** Row of id_ranges that numbers storages. */
  private static final String ID_KIND = "storage";

  private final TransactionRunner runner;
  private final ConcurrentHashMap<String, Storage> byUuid = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<Integer, Storage> byId = new ConcurrentHashMap<>();

  public StorageIds(TransactionRunner runner) {
    this.runner = runner;
  }

  TransactionRunner runner() {
    return runner;
  }

  /** The number of a storage; a storage that was never seen gets one. */
  public int idOf(String storageUuid, String datanodeUuid, String storageType) {
    Storage known = byUuid.get(storageUuid);
    if (known != null && known.datanodeUuid().equals(datanodeUuid)) {
      return known.id();
    }
    Storage stored =
        runner.run(
            TxOptions.write("register_storage"),
            tx -> register(tx, storageUuid, datanodeUuid, storageType));
    cache(stored);
    return stored.id();
  }

  private static Storage register(Tx tx, String uuid, String datanodeUuid, String type) {
    // The range row serialises registrations, so that no UUID gets two numbers.
    IdRange range = tx.get(Tables.ID_RANGES, ID_KIND, LockMode.EXCLUSIVE);
    Storage stored = tx.getUnique(Tables.STORAGES, Tables.BY_UUID, uuid);
    if (stored != null) {
      if (stored.datanodeUuid().equals(datanodeUuid)) {
        return stored;
      }
      Storage moved = new Storage(stored.id(), uuid, datanodeUuid, type);
      tx.update(Tables.STORAGES, moved);
      return moved;
    }
    long id = range == null ? 1 : range.nextId();
    tx.upsert(Tables.ID_RANGES, new IdRange(ID_KIND, id + 1));
    Storage added = new Storage(Math.toIntExact(id), uuid, datanodeUuid, type);
    tx.insert(Tables.STORAGES, added);
    return added;
  }

  /** The number of a storage that was seen before, or null. */
  public @Nullable Integer idOf(String storageUuid) {
    Storage known = byUuid.get(storageUuid);
    if (known == null) {
      known = read(tx -> tx.getUnique(Tables.STORAGES, Tables.BY_UUID, storageUuid));
    }
    return known == null ? null : known.id();
  }

  /** A storage by its number, or null. */
  public @Nullable Storage find(int storageId) {
    Storage known = byId.get(storageId);
    if (known == null) {
      known = read(tx -> tx.get(Tables.STORAGES, storageId, LockMode.READ_COMMITTED));
    }
    return known;
  }

  private interface Lookup {
    @Nullable Storage in(Tx tx);
  }

  private @Nullable Storage read(Lookup lookup) {
    Optional<Storage> stored =
        runner.run(TxOptions.read("find_storage"), tx -> Optional.ofNullable(lookup.in(tx)));
    stored.ifPresent(this::cache);
    return stored.orElse(null);
  }

  private void cache(Storage storage) {
    byUuid.put(storage.uuid(), storage);
    byId.put(storage.id(), storage);
  }
}
