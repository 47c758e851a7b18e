package io.warren.store.ndb;

import com.mysql.ndbjtie.ndbapi.NdbOperationConst;
import io.warren.store.LockMode;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A row that is asked for by its key: first defined, then sent, then looked at. */
final class RowRead<K, R> {
  final NdbTable<K, R> table;
  final K key;
  final LockMode mode;
  @Nullable R row;
  @Nullable ByteBuffer buffer;
  @Nullable NdbOperationConst operation;

  RowRead(NdbTable<K, R> table, K key, LockMode mode) {
    this.table = table;
    this.key = key;
    this.mode = mode;
  }

  void decode(ByteBuffer filled) {
    row = table.readRow(filled);
  }
}
