package io.warren.store.embedded;

import io.warren.store.StoreException;
import io.warren.store.schema.Tables;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.IndexType;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.NativeLibraryLoader;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksObject;
import org.rocksdb.WALRecoveryMode;
import org.rocksdb.WriteOptions;

/**
 * The open RocksDB database with every native object it needs. Three column families under one
 * write-ahead log: rows (with index rows), changes (the outbox), and contents, the bytes of files,
 * which lie in blob files so that compactions of their keys don't move them.
 */
final class Rocks implements AutoCloseable {
  private static final String CHANGES = "changes";
  private static final String CONTENTS = "contents";
  private static final byte[] INCARNATION_KEY = "\0incarnation".getBytes(StandardCharsets.US_ASCII);
  private static final boolean[] IS_CONTENTS = new boolean[RowCodec.TABLES_MAX];
  private static final List<String> CONTENTS_SIZES =
      List.of(
          "rocksdb.total-sst-files-size",
          "rocksdb.total-blob-file-size",
          "rocksdb.size-all-mem-tables");
  private static final int BLOOM_BITS_PER_KEY = 10;
  private static final double MEMTABLE_BLOOM = 0.05;

  /** Shorter ones cost less beside their keys than a look into a blob file. */
  private static final long BLOB_MIN_BYTES = 512;

  /** So often a batch of reads is begun again when a row appears in its middle. */
  private static final int MOMENTS_MAX = 20;

  private static final int BLOCK_BYTES = 8 * 1024;
  private static final int MEMTABLES_MAX = 4;
  private static final int BACKGROUND_JOBS = 2;
  private static final int LOG_FILES_KEPT = 3;
  private static final long LOG_FILE_BYTES = 4 << 20;

  static {
    Tables.ALL.forEach(table -> IS_CONTENTS[table.number()] = table.contents());
  }

  private final List<RocksObject> natives = new ArrayList<>();
  private final RocksDB db;
  private final ColumnFamilyHandle rows;
  private final ColumnFamilyHandle changes;
  private final ColumnFamilyHandle contents;
  private final ReadPoint newest;
  private final WriteOptions write;
  private final int changesId;
  private final int contentsId;

  /** Opens or makes the database; on any error nothing stays open. */
  Rocks(Path path, Path nativeLibrary, EmbeddedOptions options) throws RocksDBException {
    loadLibrary(nativeLibrary);
    newest = new ReadPoint(null);
    try {
      LRUCache cache = own(new LRUCache(options.blockCacheBytes()));
      List<ColumnFamilyDescriptor> families =
          List.of(
              new ColumnFamilyDescriptor(
                  RocksDB.DEFAULT_COLUMN_FAMILY, family(options, cache, true)),
              new ColumnFamilyDescriptor(
                  CHANGES.getBytes(StandardCharsets.UTF_8), family(options, cache, false)),
              new ColumnFamilyDescriptor(
                  CONTENTS.getBytes(StandardCharsets.UTF_8),
                  family(options, cache, true)
                      .setEnableBlobFiles(true)
                      .setMinBlobSize(BLOB_MIN_BYTES)
                      .setBlobCompressionType(CompressionType.LZ4_COMPRESSION)
                      .setEnableBlobGarbageCollection(true)));
      List<ColumnFamilyHandle> handles = new ArrayList<>();
      db = RocksDB.open(database(options), path.toString(), families, handles);
      handles.forEach(this::own);
      rows = handles.get(0);
      changes = handles.get(1);
      changesId = changes.getID();
      contents = handles.get(2);
      contentsId = contents.getID();
      write = own(new WriteOptions().setSync(false));
    } catch (RocksDBException | RuntimeException e) {
      closeNatives();
      throw e;
    }
  }

  RocksDB db() {
    return db;
  }

  ColumnFamilyHandle rows() {
    return rows;
  }

  ColumnFamilyHandle changes() {
    return changes;
  }

  /** All of them. */
  List<ColumnFamilyHandle> families() {
    return List.of(rows, changes, contents);
  }

  /** The column family of a stored key of a row or of an index row. */
  ColumnFamilyHandle family(byte[] storedKey) {
    return IS_CONTENTS[storedKey[0]] ? contents : rows;
  }

  /** That family's number in the log; 0 for the default one. */
  int familyId(byte[] storedKey) {
    return IS_CONTENTS[storedKey[0]] ? contentsId : 0;
  }

  /** The value of a key of a row, null for an absent one. */
  byte @Nullable [] get(ReadPoint at, byte[] storedKey) throws RocksDBException {
    if (!IS_CONTENTS[storedKey[0]]) {
      return db.get(rows, at.options(), storedKey);
    }
    byte[] value = db.get(contents, at.summed(), storedKey);
    return value == null || ContentSum.endsWithSum(value)
        ? value
        : db.get(contents, at.options(), storedKey);
  }

  /**
   * The values of several keys of rows as of one moment, null for absent ones. RocksDB's own call
   * has null for damaged ones, too: each null is asked for again by the call that tells.
   */
  List<byte @Nullable []> multiGet(ReadPoint at, List<byte[]> storedKeys) throws RocksDBException {
    for (int attempt = 0; attempt < MOMENTS_MAX; attempt++) {
      List<byte @Nullable []> values = multiGetUnlessDamaged(at, storedKeys);
      int known = 0;
      while (known < values.size()
          && (values.get(known) != null || get(at, storedKeys.get(known)) == null)) {
        known++;
      }
      if (known == values.size()) {
        return values;
      }
      // A commit came in between, and what was absent is there.
    }
    throw new StoreException(
            StoreException.Code.UNAVAILABLE, "Rows were made again and again while they were read")
        .with("attempts", MOMENTS_MAX);
  }

  private List<byte @Nullable []> multiGetUnlessDamaged(ReadPoint at, List<byte[]> storedKeys)
      throws RocksDBException {
    int ofContents = 0;
    for (int i = 0; i < storedKeys.size(); i++) {
      ofContents += IS_CONTENTS[storedKeys.get(i)[0]] ? 1 : 0;
    }
    if (ofContents == 0) {
      return db.multiGetAsList(at.options(), storedKeys);
    }
    List<ColumnFamilyHandle> families = storedKeys.stream().map(this::family).toList();
    if (ofContents == storedKeys.size()) {
      List<byte @Nullable []> values = db.multiGetAsList(at.summed(), families, storedKeys);
      if (values.stream().allMatch(each -> each == null || ContentSum.endsWithSum(each))) {
        return values;
      }
    }
    return db.multiGetAsList(at.options(), families, storedKeys);
  }

  /** What the bytes of files take on the disk and in memory, with what is not yet freed. */
  long contentsBytes() throws RocksDBException {
    long bytes = 0;
    for (String property : CONTENTS_SIZES) {
      bytes += db.getLongProperty(contents, property);
    }
    return bytes;
  }

  /** Of the store; 0 when it was never restored from a copy. */
  int incarnation() throws RocksDBException {
    byte[] stored = db.get(INCARNATION_KEY);
    return stored == null ? 0 : BigEndian.getInt(stored, 0);
  }

  /** The store was restored from a copy; durable when this returns. */
  void beginIncarnation() throws RocksDBException {
    byte[] id = new byte[Integer.BYTES];
    BigEndian.putInt(id, 0, ThreadLocalRandom.current().nextInt(1, Integer.MAX_VALUE));
    db.put(write, INCARNATION_KEY, id);
    db.flushWal(true);
  }

  /** Each read sees the newest version. */
  ReadPoint newest() {
    return newest;
  }

  /** Writes to the log without waiting for the disk. */
  WriteOptions write() {
    return write;
  }

  /** The number of the changes' column family in the log. */
  int changesId() {
    return changesId;
  }

  /** Nothing may use the database any more. */
  @Override
  public void close() {
    try {
      db.flushWal(true);
    } catch (RocksDBException e) {
      throw Classify.error("close", e);
    } finally {
      rows.close();
      changes.close();
      contents.close();
      db.close();
      closeNatives();
    }
  }

  private void closeNatives() {
    newest.close();
    for (int i = natives.size() - 1; i >= 0; i--) {
      natives.get(i).close();
    }
    natives.clear();
  }

  private <T extends RocksObject> T own(T object) {
    natives.add(object);
    return object;
  }

  private DBOptions database(EmbeddedOptions options) {
    Properties untyped = new Properties();
    untyped.setProperty("track_and_verify_wals_in_manifest", "true");
    return own(DBOptions.getDBOptionsFromProps(untyped))
        .setCreateIfMissing(true)
        .setCreateMissingColumnFamilies(true)
        .setDbWriteBufferSize(options.memtableBytes())
        .setMaxTotalWalSize(2 * options.memtableBytes())
        .setMaxOpenFiles(options.openFilesMax())
        .setMaxBackgroundJobs(BACKGROUND_JOBS)
        // LogSync writes the log out, once for many commits, before any of them is acknowledged.
        .setManualWalFlush(true)
        .setWalTtlSeconds(options.logKeptS())
        .setWalSizeLimitMB(options.logKeptMb())
        .setWalRecoveryMode(WALRecoveryMode.TolerateCorruptedTailRecords)
        .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
        .setKeepLogFileNum(LOG_FILES_KEPT)
        .setMaxLogFileSize(LOG_FILE_BYTES)
        .setStatsDumpPeriodSec(0);
  }

  private ColumnFamilyOptions family(EmbeddedOptions options, LRUCache cache, boolean lookedUp) {
    ColumnFamilyOptions family = own(new ColumnFamilyOptions());
    BlockBasedTableConfig blocks =
        new BlockBasedTableConfig()
            .setBlockCache(cache)
            .setBlockSize(BLOCK_BYTES)
            .setFormatVersion(5)
            .setCacheIndexAndFilterBlocks(true)
            // Whole ones of large files do not fit in the cache, and were read again by each look.
            .setIndexType(IndexType.kTwoLevelIndexSearch)
            .setPartitionFilters(true)
            .setMetadataBlockSize(BLOCK_BYTES)
            .setPinTopLevelIndexAndFilter(true)
            .setPinL0FilterAndIndexBlocksInCache(true);
    if (lookedUp) {
      blocks.setFilterPolicy(own(new BloomFilter(BLOOM_BITS_PER_KEY)));
      // Keys that are not in a memtable are the rule: new names, and all rows in files.
      family.setMemtableWholeKeyFiltering(true).setMemtablePrefixBloomSizeRatio(MEMTABLE_BLOOM);
    }
    return family
        .setWriteBufferSize(options.memtableBytes() / MEMTABLES_MAX)
        .setMaxWriteBufferNumber(MEMTABLES_MAX)
        .setCompressionType(CompressionType.LZ4_COMPRESSION)
        .setLevelCompactionDynamicLevelBytes(true)
        .setTableFormatConfig(blocks);
  }

  private static void loadLibrary(Path nativeLibrary) {
    try {
      NativeLibraryLoader.getInstance().loadLibrary(nativeLibrary.toString());
      RocksDB.loadLibrary();
    } catch (IOException e) {
      throw new StoreException(
              StoreException.Code.FULL,
              "RocksDB's native library can't be unpacked: check the space and permissions of the"
                  + " store folder",
              e)
          .with("folder", nativeLibrary)
          .with("cause", e.toString());
    }
  }
}
