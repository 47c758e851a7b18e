package io.warren.store.ndb;

import com.mysql.ndbjtie.ndbapi.NdbDictionary;
import com.mysql.ndbjtie.ndbapi.NdbDictionary.ColumnConst;
import com.mysql.ndbjtie.ndbapi.NdbDictionary.Dictionary;
import com.mysql.ndbjtie.ndbapi.NdbDictionary.IndexConst;
import com.mysql.ndbjtie.ndbapi.NdbDictionary.TableConst;
import com.mysql.ndbjtie.ndbapi.NdbRecordConst;
import io.warren.store.StoreException;
import io.warren.store.StoreException.Code;
import io.warren.store.schema.Column;
import io.warren.store.schema.Index;
import io.warren.store.schema.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tables as the cluster's dictionary has them. Reading it checks every column and index against
 * {@link Table}: native code writes to addresses that are computed from these numbers.
 */
final class Catalog {
  private static final String PRIMARY = "PRIMARY";
  private static final String HASH_SUFFIX = "$unique";

  private final Map<Integer, NdbTable<?, ?>> tables = new HashMap<>();

  private Catalog() {}

  /**
   * Reads the dictionary.
   *
   * @throws StoreException with code FOREIGN when a table is missing or differs
   */
  static Catalog read(Dictionary dictionary, List<Table<?, ?>> expected) {
    Catalog catalog = new Catalog();
    for (Table<?, ?> table : expected) {
      catalog.tables.put(table.number(), read(dictionary, table));
    }
    return catalog;
  }

  /** The table, as the cluster has it. */
  @SuppressWarnings("unchecked")
  <K, R> NdbTable<K, R> of(Table<K, R> table) {
    NdbTable<?, ?> found = tables.get(table.number());
    if (found == null) {
      throw new IllegalArgumentException("Not a table of the store: " + table.name());
    }
    return (NdbTable<K, R>) found;
  }

  private static <K, R> NdbTable<K, R> read(Dictionary dictionary, Table<K, R> table) {
    TableConst ndb = dictionary.getTable(table.name());
    if (ndb == null) {
      throw differs(table, "table").with("ndbError", dictionary.getNdbError().code());
    }
    int columns = table.key().size() + table.values().size();
    if (ndb.getNoOfColumns() != columns || ndb.getNoOfPrimaryKeys() != table.key().size()) {
      throw differs(table, "columns").with("expected", columns).with("found", ndb.getNoOfColumns());
    }
    NdbRecordConst record = ndb.getDefaultRecord();
    List<Slot> key = new ArrayList<>();
    for (int i = 0; i < table.key().size(); i++) {
      Column<K> column = table.key().get(i);
      if (!column.name().equals(ndb.getPrimaryKey(i))) {
        throw differs(table, "primary key");
      }
      ColumnConst found = checked(ndb, table, column);
      if (found.getPartitionKey() != table.partitionColumns().contains(column.name())) {
        throw differs(table, "partition columns").with("column", column.name());
      }
      key.add(slot(record, column, found));
    }
    List<Slot> values = new ArrayList<>();
    for (Column<R> column : table.values()) {
      values.add(slot(record, column, checked(ndb, table, column)));
    }
    Map<String, NdbIndex> ordered = new HashMap<>();
    Map<String, NdbIndex> unique = new HashMap<>();
    List<String> keyNames = table.key().stream().map(Column::name).toList();
    ordered.put(PRIMARY, index(dictionary, ndb, table, PRIMARY, keyNames));
    for (Index index : table.indexes()) {
      ordered.put(index.name(), index(dictionary, ndb, table, index.name(), table.order(index)));
      if (index.unique()) {
        String hash = index.name() + HASH_SUFFIX;
        unique.put(index.name(), index(dictionary, ndb, table, hash, index.columns()));
      }
    }
    int rowBytes = NdbDictionary.getRecordRowLength(record);
    return new NdbTable<>(table, ndb, record, key, values, rowBytes, ordered, unique);
  }

  private static NdbIndex index(
      Dictionary dictionary,
      TableConst ndb,
      Table<?, ?> table,
      String name,
      List<String> expected) {
    IndexConst found = dictionary.getIndex(name, table.name());
    if (found == null) {
      throw differs(table, "index").with("index", name);
    }
    List<String> columns = new ArrayList<>();
    for (int i = 0; i < found.getNoOfColumns(); i++) {
      columns.add(found.getColumn(i).getName());
    }
    if (!columns.equals(expected)) {
      throw differs(table, "index columns")
          .with("index", name)
          .with("expected", expected)
          .with("found", columns);
    }
    NdbRecordConst record = found.getDefaultRecord();
    List<Slot> slots = new ArrayList<>();
    for (String column : columns) {
      slots.add(slot(record, column(table, column), ndb.getColumn(column)));
    }
    return new NdbIndex(record, List.copyOf(slots), NdbDictionary.getRecordRowLength(record));
  }

  private static Column<?> column(Table<?, ?> table, String name) {
    for (Column<?> column : table.key()) {
      if (column.name().equals(name)) {
        return column;
      }
    }
    for (Column<?> column : table.values()) {
      if (column.name().equals(name)) {
        return column;
      }
    }
    throw new IllegalArgumentException("No column " + name + " in " + table.name());
  }

  private static ColumnConst checked(TableConst ndb, Table<?, ?> table, Column<?> column) {
    @Nullable ColumnConst found = ndb.getColumn(column.name());
    if (found == null) {
      throw differs(table, "column").with("column", column.name());
    }
    int type =
        switch (column.type()) {
          case INT64 -> ColumnConst.Type.Bigint;
          case INT32 -> ColumnConst.Type.Int;
          case INT8, BOOL -> ColumnConst.Type.Tinyint;
          case BYTES, TEXT ->
              column.maxBytes() <= 255
                  ? ColumnConst.Type.Varbinary
                  : ColumnConst.Type.Longvarbinary;
        };
    if (found.getType() != type || found.getNullable() != column.nullable()) {
      throw differs(table, "type of a column").with("column", column.name());
    }
    if (column.maxBytes() > 0 && found.getLength() != column.maxBytes()) {
      throw differs(table, "length of a column")
          .with("column", column.name())
          .with("expected", column.maxBytes())
          .with("found", found.getLength());
    }
    return found;
  }

  private static Slot slot(NdbRecordConst record, Column<?> column, ColumnConst ndb) {
    int number = ndb.getColumnNo();
    int[] offset = new int[1];
    if (!NdbDictionary.getOffset(record, number, offset)) {
      throw new IllegalStateException("A record lacks the column " + column.name());
    }
    int[] nullByte = {-1};
    int[] nullBit = {0};
    if (column.nullable() && !NdbDictionary.getNullBitOffset(record, number, nullByte, nullBit)) {
      throw new IllegalStateException("A record lacks the null bit of " + column.name());
    }
    int lengthBytes = column.maxBytes() == 0 ? 0 : column.maxBytes() <= 255 ? 1 : 2;
    return new Slot(
        column.name(),
        column.type(),
        column.maxBytes(),
        number,
        offset[0],
        lengthBytes,
        column.nullable() ? nullByte[0] : -1,
        1 << nullBit[0]);
  }

  private static StoreException differs(Table<?, ?> table, String what) {
    return new StoreException(
            Code.FOREIGN,
            "The tables in the NDB cluster don't fit this version: run `bin/warren ndb status`")
        .with("table", table.name())
        .with("differs", what);
  }
}
