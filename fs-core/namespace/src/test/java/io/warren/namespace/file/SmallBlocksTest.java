package io.warren.namespace.file;

import static io.warren.namespace.file.FileFixture.ROOT;
import static io.warren.namespace.file.FileFixture.path;
import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.Inode;
import io.warren.namespace.FileSettings;
import io.warren.namespace.operation.Mkdirs;
import io.warren.namespace.policy.SetStoragePolicy;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files whose blocks are shorter than what may be in the database. */
class SmallBlocksTest {
  private static final int BLOCK_BYTES = 8 << 10;
  private static final FileSettings SETTINGS =
      new FileSettings(512, 1, 512, 1, 0, 10_000, 60_000, 20 * 60_000, 0, FileContents.MAX_BYTES);

  private FileFixture files;

  @BeforeEach
  void start(@TempDir Path folder) {
    files = new FileFixture(folder);
    files.run(new Mkdirs(path("/d"), 0777, true));
    files.first.run(new SetStoragePolicy(path("/d"), FileContents.POLICY, Set.of()), ROOT);
    files.run(
        new Create(path("/d/f"), 0644, "w", "127.0.0.1", false, true, 3, BLOCK_BYTES, 0, SETTINGS));
  }

  @AfterEach
  void stop() {
    files.close();
  }

  private boolean complete(int lengthBytes) {
    byte[] bytes = new byte[lengthBytes];
    return files.run(new CompleteInDatabase(path("/d/f"), 0, "w", bytes, SETTINGS));
  }

  private Inode inode() {
    return files.read("/d/f").status().inode();
  }

  @Test
  void aWholeBlockIsRows() {
    assertThat(complete(BLOCK_BYTES)).isTrue();
    assertThat(inode().inDatabase()).isTrue();
  }

  @Test
  void moreThanABlockGoesToDatanodes() {
    assertThat(complete(BLOCK_BYTES + 1)).isFalse();
    assertThat(inode().isUnderConstruction()).isTrue();
    assertThat(inode().inDatabase()).isFalse();
  }

  @Test
  void soDoesAFileThatGrowsBeyondOne() {
    assertThat(complete(BLOCK_BYTES)).isTrue();
    byte[] had = files.run(new AppendInDatabase(path("/d/f"), "w", "", SETTINGS)).bytes();
    assertThat(had).hasSize(BLOCK_BYTES);
    assertThat(complete(BLOCK_BYTES + 1)).isFalse();
    assertThat(inode().isUnderConstruction()).isTrue();
    assertThat(files.read("/d/f").contents()).isNotNull();
  }
}
