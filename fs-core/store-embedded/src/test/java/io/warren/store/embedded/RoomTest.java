package io.warren.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.model.ContentPart;
import io.warren.store.StoreException;
import io.warren.store.StoreRoom;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The room that the bytes of small files take and have. */
class RoomTest {
  private static final int PARTS = 200;
  private static final int PART_BYTES = 8 << 10;

  @Test
  void itGrowsWithTheBytesInMemoryAndInFiles(@TempDir Path dir) {
    Random random = new Random(1);
    long writtenBytes = (long) PARTS * PART_BYTES;
    EmbeddedStore store = EmbeddedStore.open(dir, EmbeddedOptions.withoutSync());
    StoreRoom empty = store.room();
    assertThat(empty.usedBytes()).isLessThan(1 << 20);
    assertThat(empty.sizeBytes()).isGreaterThan(empty.usedBytes());
    try (Tx tx = store.begin(TxOptions.write("test"))) {
      for (int part = 0; part < PARTS; part++) {
        byte[] bytes = new byte[PART_BYTES];
        random.nextBytes(bytes);
        tx.insert(Tables.FILE_CONTENTS_8K, new ContentPart(100, part, 1, bytes));
      }
      tx.commit();
    }
    // Memory is taken in blocks that are larger than the rows.
    assertThat(store.room().usedBytes()).isBetween(writtenBytes, 4 * writtenBytes);
    store.close();
    try (EmbeddedStore again = EmbeddedStore.open(dir, EmbeddedOptions.withoutSync())) {
      // What was in the log is in a blob file now.
      assertThat(again.room().usedBytes()).isBetween(writtenBytes, 2 * writtenBytes);
    }
    assertThatThrownBy(store::room)
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.code()).isEqualTo(StoreException.Code.CLOSED));
  }
}
