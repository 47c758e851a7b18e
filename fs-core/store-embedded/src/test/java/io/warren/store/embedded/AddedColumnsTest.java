package io.warren.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.Inode;
import io.warren.store.schema.Column;
import io.warren.store.schema.Tables;
import io.warren.store.testkit.Samples;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rows that were written before their table gained columns. */
class AddedColumnsTest {
  private static final Inode ROW =
      Samples.file(7, 7, "a", 100).toBuilder()
          .features(Inode.XATTRS)
          .erasureCodingPolicy(5)
          .build();

  private static byte[] writtenBefore(String firstAddedColumn) {
    List<Column<Inode>> columns = Tables.INODES.values();
    List<String> names = columns.stream().map(Column::name).toList();
    return RowSink.encode(columns.subList(0, names.indexOf(firstAddedColumn)), ROW);
  }

  private static Inode read(byte[] value) {
    return RowCodec.of(Tables.INODES).readRow(ROW.key(), value);
  }

  @Test
  void anInodeFromBeforeItsFeaturesHasNone() {
    assertThat(read(writtenBefore("features")))
        .isEqualTo(ROW.toBuilder().features(0).erasureCodingPolicy(0).build());
  }

  @Test
  void eachMissingColumnReadsAsItsDefault() {
    assertThat(read(writtenBefore("erasure_coding_policy")))
        .isEqualTo(ROW.toBuilder().erasureCodingPolicy(0).build());
    assertThat(read(RowSink.encode(Tables.INODES.values(), ROW))).isEqualTo(ROW);
  }
}
