package io.warren.namespace.file;

import static io.warren.namespace.file.FileFixture.BLOCK_BYTES;
import static io.warren.namespace.file.FileFixture.ROOT;
import static io.warren.namespace.file.FileFixture.SETTINGS;
import static io.warren.namespace.file.FileFixture.path;
import static io.warren.namespace.file.FileFixture.written;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.model.Block;
import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.namespace.operation.Delete;
import io.warren.namespace.operation.Mkdirs;
import io.warren.namespace.policy.SetErasureCoding;
import io.warren.namespace.quota.GetQuotaUsage;
import io.warren.namespace.quota.QuotaLimit;
import io.warren.namespace.quota.SetQuota;
import io.warren.namespace.upkeep.Housekeeping;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The groups of an erasure-coded file one after the other, with six data and three parity units.
 */
class BlockGroupsTest {
  private static final String WRITER = "client-a";
  private static final String FILE = "/coded/f";
  private static final int DATA_UNITS = 6;
  private static final int UNITS = 9;
  private static final long GROUP_BYTES = DATA_UNITS * BLOCK_BYTES;
  private static final List<Integer> STORAGES = IntStream.rangeClosed(1, UNITS).boxed().toList();

  private FileFixture files;

  @BeforeEach
  void open(@TempDir Path folder) {
    files = new FileFixture(folder);
    files.run(new Mkdirs(path("/coded"), 0777, true));
    files.first.run(new SetErasureCoding(path("/coded"), "RS-6-3-1024k"), files.call(ROOT));
    files.first.run(new SetQuota(path("/coded"), QuotaLimit.KEEP, QuotaLimit.of(1L << 40)), ROOT);
    files.open(FILE, WRITER);
  }

  @AfterEach
  void close() {
    files.close();
  }

  private FileBlock add(@Nullable BlockRef previous) {
    return files.run(new AddBlock(path(FILE), 0, WRITER, previous, STORAGES, SETTINGS));
  }

  private void storeUnits(Block group, int units, long unitBytes) {
    for (int unit = 0; unit < units; unit++) {
      Block internal =
          new Block(
              group.inodeId(),
              group.blockId() + unit,
              group.index(),
              group.generationStamp(),
              0,
              group.state(),
              0);
      files.received(internal, 1 + unit, unitBytes);
    }
  }

  private long spaceUsedBytes() {
    new Housekeeping(files.first).run(tx -> {});
    return files.first.run(new GetQuotaUsage(path("/coded")), ROOT).spaceUsedBytes();
  }

  @Test
  void nothingFollowsAGroupThatEndsWithinAStripe() {
    FileBlock first = add(null);
    storeUnits(first.block(), 1, 7);
    assertThatThrownBy(() -> add(written(first, 7)))
        .isInstanceOfSatisfying(
            NamespaceException.class, e -> assertThat(e.code()).isEqualTo(Code.UNSUPPORTED));
    assertThat(files.complete(FILE, WRITER, written(first, 7))).isTrue();
    assertThat(spaceUsedBytes()).isEqualTo(4 * 7);
  }

  @Test
  void afterFullStripesTheSpaceIsThatOfTheGroupsTogether() {
    FileBlock first = add(null);
    storeUnits(first.block(), UNITS, BLOCK_BYTES);
    FileBlock second = add(written(first, GROUP_BYTES));
    storeUnits(second.block(), 1, 7);
    assertThat(files.complete(FILE, WRITER, written(second, 7))).isTrue();
    assertThat(spaceUsedBytes()).isEqualTo(UNITS * BLOCK_BYTES + 4 * 7);
    assertThat(files.run(new Delete(path(FILE), false))).isTrue();
    assertThat(spaceUsedBytes()).isZero();
  }
}
