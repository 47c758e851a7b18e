package io.warren.store.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * One relation. K is its primary key as a record, R its row.
 *
 * @param number stable number, never reused: the key prefix of the embedded store
 * @param key the primary-key columns, read from K, in primary-key order
 * @param values the other columns, read from R, in DDL order
 * @param partitionColumns the primary-key columns that choose the partition: a prefix of the key
 * @param keyOf the key of a row
 * @param readKey builds a key from its columns in order
 * @param readRow builds a row from its key and the value columns in order
 * @param contents whether the rows are bytes of files rather than metadata: stores keep them out of
 *     the metadata's way
 */
public record Table<K, R>(
    int number,
    String name,
    List<Column<K>> key,
    List<Column<R>> values,
    List<String> partitionColumns,
    List<Index> indexes,
    Function<R, K> keyOf,
    Function<ValueSource, K> readKey,
    RowReader<K, R> readRow,
    boolean contents) {
  /** A table of metadata. */
  public Table(
      int number,
      String name,
      List<Column<K>> key,
      List<Column<R>> values,
      List<String> partitionColumns,
      List<Index> indexes,
      Function<R, K> keyOf,
      Function<ValueSource, K> readKey,
      RowReader<K, R> readRow) {
    this(number, name, key, values, partitionColumns, indexes, keyOf, readKey, readRow, false);
  }

  /** Builds a row from its key and the value columns in order. */
  @FunctionalInterface
  public interface RowReader<K, R> {
    R read(K key, ValueSource values);
  }

  public Table {
    key = List.copyOf(key);
    values = List.copyOf(values);
    partitionColumns = List.copyOf(partitionColumns);
    indexes = List.copyOf(indexes);
    List<String> names = new ArrayList<>(key.stream().map(Column::name).toList());
    if (!names.subList(0, partitionColumns.size()).equals(partitionColumns)) {
      throw new IllegalArgumentException("Partition columns must be a prefix of the key: " + name);
    }
    names.addAll(values.stream().map(Column::name).toList());
    for (Index index : indexes) {
      if (!names.containsAll(index.columns())) {
        throw new IllegalArgumentException("Unknown column in index " + index.name());
      }
    }
  }

  /** The index of that name. */
  public Index index(String indexName) {
    return indexes.stream()
        .filter(i -> i.name().equals(indexName))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("No index " + indexName + " on " + name));
  }

  /**
   * All columns that a scan of an index is ordered by. A plain index goes on with the primary-key
   * columns that it lacks, in their order; but when it covers the columns behind the partition
   * columns (inodes by parent), the partition columns come last, so that rows come in the order of
   * the rest of the key, whatever their partition.
   */
  public List<String> order(Index index) {
    List<String> order = new ArrayList<>(index.columns());
    if (index.unique()) {
      return order;
    }
    List<String> names = key.stream().map(Column::name).toList();
    int partition = partitionColumns.size();
    List<String> behind = names.subList(partition, names.size());
    boolean partitionLast =
        behind.size() >= order.size() && behind.subList(0, order.size()).equals(order);
    List<String> rest = new ArrayList<>(partitionLast ? behind : names);
    if (partitionLast) {
      rest.addAll(partitionColumns);
    }
    rest.removeAll(order);
    order.addAll(rest);
    return order;
  }

  @Override
  public String toString() {
    return name;
  }
}
