package io.warren.store.ndb;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.model.Name;
import io.warren.store.LockMode;
import io.warren.store.StoreException;
import io.warren.store.StoreException.Code;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Column;
import io.warren.store.schema.Index;
import io.warren.store.schema.Table;
import io.warren.store.schema.Tables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The DDL against the row types, as the SQL node sees it after applying the files. What NDB's own
 * dictionary says is compared whenever a store opens: see {@link Catalog}.
 */
class SchemaTest {
  private static String expected(Column<?> column) {
    String type =
        switch (column.type()) {
          case INT64 -> "bigint";
          case INT32 -> "int";
          case INT8, BOOL -> "tinyint";
          case BYTES, TEXT -> "varbinary(" + column.maxBytes() + ")";
        };
    return type + (column.nullable() ? " null" : "");
  }

  @Test
  void theTablesOfTheSqlNodeAreThoseOfTheRowTypes() {
    Map<String, Map<String, String>> expected = new TreeMap<>();
    for (Table<?, ?> table : FeedTables.all()) {
      Map<String, String> columns = new TreeMap<>();
      table.key().forEach(c -> columns.put(c.name(), expected(c)));
      table.values().forEach(c -> columns.put(c.name(), expected(c)));
      expected.put(table.name(), columns);
    }
    Map<String, Map<String, String>> found = new TreeMap<>();
    for (String[] row :
        query(
            "SELECT table_name, column_name, column_type, is_nullable FROM"
                + " information_schema.columns WHERE table_schema = '"
                + ClusterProcesses.DATABASE
                + "'")) {
      found
          .computeIfAbsent(row[0], name -> new TreeMap<>())
          .put(row[1], row[2] + (row[3].equals("YES") ? " null" : ""));
    }
    assertThat(found).isEqualTo(expected);
  }

  @Test
  void theIndexesOfTheSqlNodeAreThoseOfTheRowTypes() {
    Map<String, String> expected = new TreeMap<>();
    for (Table<?, ?> table : FeedTables.all()) {
      List<String> key = table.key().stream().map(Column::name).toList();
      expected.put(table.name() + ".PRIMARY unique", String.join(",", key));
      for (Index index : table.indexes()) {
        String name = table.name() + "." + index.name() + (index.unique() ? " unique" : "");
        expected.put(name, String.join(",", table.order(index)));
      }
    }
    Map<String, List<String>> found = new TreeMap<>();
    for (String[] row :
        query(
            "SELECT table_name, index_name, non_unique, column_name FROM"
                + " information_schema.statistics WHERE table_schema = '"
                + ClusterProcesses.DATABASE
                + "' ORDER BY table_name, index_name, seq_in_index")) {
      String name = row[0] + "." + row[1] + (row[2].equals("0") ? " unique" : "");
      found.computeIfAbsent(name, n -> new ArrayList<>()).add(row[3]);
    }
    Map<String, String> joined = new TreeMap<>();
    found.forEach((name, columns) -> joined.put(name, String.join(",", columns)));
    assertThat(joined).isEqualTo(expected);
  }

  @Test
  void everyTableIsPartitionedAsItsRowTypeSays() {
    Map<String, String> expected = new TreeMap<>();
    FeedTables.all().forEach(t -> expected.put(t.name(), String.join(",", t.partitionColumns())));
    Map<String, String> found = new TreeMap<>();
    // The operator's own record needs no clause.
    expected.remove("schema_versions");
    for (String[] row :
        query(
            "SELECT DISTINCT table_name, partition_method, partition_expression FROM"
                + " information_schema.partitions WHERE table_schema = '"
                + ClusterProcesses.DATABASE
                + "' AND table_name <> 'schema_versions'")) {
      assertThat(row[1]).isEqualTo("KEY");
      found.put(row[0], row[2].replace("`", ""));
    }
    assertThat(found).isEqualTo(expected);
  }

  @Test
  void theVersionThatIsAskedForIsTheLastFile() throws Exception {
    Set<Integer> numbers = new TreeSet<>();
    try (Stream<Path> files = Files.list(Path.of("schema"))) {
      files.forEach(f -> numbers.add(Integer.parseInt(f.getFileName().toString().substring(1, 5))));
    }
    assertThat(numbers).last().isEqualTo(SchemaCheck.VERSION);
    assertThat(numbers).hasSize(SchemaCheck.VERSION);
  }

  @Test
  void aVersionThatDoesNotFitSaysWhichCommandToRun() {
    assertRefused(List.of(), "ndb init");
    assertRefused(List.of(version(1)), "ndb upgrade");
    assertRefused(List.of(version(1), version(SchemaCheck.VERSION + 1)), "start that version");
    SchemaCheck.check("warren", List.of(version(1), version(SchemaCheck.VERSION)));
  }

  @Test
  void rowsFromBeforeAColumnWasAddedReadAsItsDefault() {
    try (NdbStore store = TestCluster.get().emptyStore()) {
      query(
          "INSERT INTO "
              + ClusterProcesses.DATABASE
              + ".inodes (partition_id, parent_id, name, id, kind, logical_time, owner_id,"
              + " group_id, mode, mtime_ms, atime_ms, size_bytes, replication, block_size_bytes,"
              + " storage_policy, children_partitioning, has_quota, subtree_lock_owner,"
              + " children_version) VALUES (7, 7, 'old', 100, 0, 1, 2, 3, 420, 4, 5, 0, 3, 6, 0, 0,"
              + " 0, 0, 0)");
      try (Tx tx = store.begin(TxOptions.read("test"))) {
        Inode old =
            tx.get(Tables.INODES, new InodeKey(7, 7, Name.of("old")), LockMode.READ_COMMITTED);
        assertThat(old)
            .isNotNull()
            .extracting(Inode::mode, Inode::features, Inode::erasureCodingPolicy)
            .containsExactly(420, 0, 0);
      }
    }
  }

  @Test
  void aDatabaseWithoutTablesIsRefused() {
    NdbOptions options = TestCluster.get().options();
    try {
      NdbStore.open(new NdbOptions(options.connectString(), "nothing_here", 30_000, 4, 1_000))
          .close();
    } catch (StoreException e) {
      assertThat(e.code()).isEqualTo(Code.FOREIGN);
      assertThat(e).hasMessageContaining("ndb init");
      return;
    }
    throw new AssertionError("A database without tables was opened");
  }

  private static SchemaVersion version(int number) {
    return new SchemaVersion(number, "n", "c", 0);
  }

  private static void assertRefused(List<SchemaVersion> applied, String advice) {
    try {
      SchemaCheck.check("warren", applied);
    } catch (StoreException e) {
      assertThat(e.code()).isEqualTo(Code.FOREIGN);
      assertThat(e).hasMessageContaining(advice);
      return;
    }
    throw new AssertionError("The schema was accepted");
  }

  private static List<String[]> query(String statement) {
    String printed = TestCluster.get().processes().sql(statement);
    return printed.lines().map(line -> line.split("\t", -1)).toList();
  }
}
