package io.warren.namespace.file;

import static io.warren.namespace.file.FileFixture.ALICE;
import static io.warren.namespace.file.FileFixture.path;
import static org.assertj.core.api.Assertions.assertThat;

import io.warren.namespace.FileSettings;
import io.warren.namespace.operation.Delete;
import io.warren.namespace.operation.Mkdirs;
import io.warren.namespace.policy.SetStoragePolicy;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Opening a file that is another one than when this namenode saw it last. */
class SmallFileHintsTest {
  private static final FileSettings SMALL =
      FileFixture.SETTINGS.withSmallFiles(FileContents.MAX_BYTES);

  private FileFixture files;

  @BeforeEach
  void start(@TempDir Path folder) {
    files = new FileFixture(folder);
    files.run(new Mkdirs(path("/d"), 0777, true));
    files.first.run(
        new SetStoragePolicy(path("/d"), FileContents.POLICY, Set.of()), FileFixture.ROOT);
  }

  @AfterEach
  void stop() {
    files.close();
  }

  private static byte[] bytes(int length, int value) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) value);
    return bytes;
  }

  private void write(byte[] bytes) {
    files.open("/d/f", "w");
    assertThat(files.run(new CompleteInDatabase(path("/d/f"), 0, "w", bytes, SMALL))).isTrue();
  }

  private OpenedFile elsewhere() {
    return files.second.run(
        new GetBlockLocations(path("/d/f"), 0, Long.MAX_VALUE, FileFixture.SETTINGS), ALICE);
  }

  private byte[] contentsElsewhere() {
    return Objects.requireNonNull(elsewhere().contents()).bytes();
  }

  @Test
  void whatItHasGrownByIsRead() {
    write(bytes(9_000, 1));
    assertThat(contentsElsewhere()).isEqualTo(bytes(9_000, 1));
    byte[] longer = Arrays.copyOf(bytes(9_000, 1), 30_000);
    files.run(new AppendInDatabase(path("/d/f"), "w", "", SMALL));
    assertThat(files.run(new CompleteInDatabase(path("/d/f"), 0, "w", longer, SMALL))).isTrue();
    assertThat(contentsElsewhere()).isEqualTo(longer);
    assertThat(contentsElsewhere()).isEqualTo(longer);
  }

  @Test
  void anotherFileOfTheSameNameIsRead() {
    write(bytes(9_000, 1));
    assertThat(contentsElsewhere()).isEqualTo(bytes(9_000, 1));
    assertThat(files.run(new Delete(path("/d/f"), false))).isTrue();
    write(bytes(9_000, 2));
    assertThat(contentsElsewhere()).isEqualTo(bytes(9_000, 2));
  }

  @Test
  void aFileThatIsInBlocksNowIsReadThere() {
    write(bytes(9_000, 1));
    assertThat(contentsElsewhere()).hasSize(9_000);
    assertThat(files.run(new Delete(path("/d/f"), false))).isTrue();
    files.write("/d/f", "w", 100);
    assertThat(elsewhere().contents()).isNull();
    assertThat(elsewhere().blocks()).hasSize(1);
    assertThat(files.run(new Delete(path("/d/f"), false))).isTrue();
    write(bytes(500, 3));
    assertThat(contentsElsewhere()).isEqualTo(bytes(500, 3));
  }
}
