package io.warren.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.migrate.image.ImageException;
import io.warren.migrate.image.ImageFile;
import io.warren.migrate.image.ImageHeader;
import io.warren.migrate.image.ImageInodes;
import io.warren.migrate.image.ImageReferences;
import io.warren.migrate.image.ImageTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is no whole image is refused by name, and what only snapshots hold is told apart. */
class RefusedImagesTest {
  @TempDir private static Path folder = Path.of("");
  private static Path image = Path.of("");
  private static long movedId;

  @BeforeAll
  static void aStockFileSystemWithSnapshots() throws Exception {
    try (StockFileSystem stock = new StockFileSystem(folder.resolve("stock"), false)) {
      DistributedFileSystem files = stock.files();
      var kept = new org.apache.hadoop.fs.Path("/kept");
      files.mkdirs(new org.apache.hadoop.fs.Path(kept, "gone/below"));
      files.mkdirs(new org.apache.hadoop.fs.Path(kept, "moved"));
      files.mkdirs(new org.apache.hadoop.fs.Path("/elsewhere"));
      movedId = files.getClient().getFileInfo("/kept/moved").getFileId();
      files.allowSnapshot(kept);
      files.createSnapshot(kept, "s1");
      files.delete(new org.apache.hadoop.fs.Path(kept, "gone"), true);
      files.rename(
          new org.apache.hadoop.fs.Path(kept, "moved"),
          new org.apache.hadoop.fs.Path("/elsewhere/moved"));
      image = stock.saveImage();
    }
  }

  @Test
  void whatWasMovedOutOfASnapshotIsWhereItIsNow() throws Exception {
    ImageFile file = ImageFile.open(image);
    assertThat(ImageHeader.read(file).snapshots()).isEqualTo(1);
    ImageTree tree = ImageTree.read(file, ImageReferences.read(file));
    Set<String> present = new HashSet<>();
    Set<String> away = new HashSet<>();
    ImageInodes.forEach(
        file,
        inode -> {
          boolean inTree = tree.depth(inode.getId(), ImageInodes.ROOT_ID) >= 0;
          (inTree ? present : away).add(inode.getName().toStringUtf8());
        });
    assertThat(present).contains("kept", "elsewhere", "moved");
    assertThat(away).containsExactlyInAnyOrder("gone", "below");
    assertThat(tree.depth(movedId, ImageInodes.ROOT_ID)).isEqualTo(2);
  }

  @Test
  void anImageThatDiffersFromItsSumIsRefused() throws Exception {
    Path copy = copyOf("flipped");
    byte[] bytes = Files.readAllBytes(copy);
    bytes[bytes.length / 2] ^= 1;
    Files.write(copy, bytes);
    Files.copy(Path.of(image + ".md5"), Path.of(copy + ".md5"));
    // The sum's file names the image that it is of.
    String sum = Files.readString(Path.of(copy + ".md5"));
    Files.writeString(
        Path.of(copy + ".md5"),
        sum.replace(image.getFileName().toString(), copy.getFileName().toString()));
    assertThatThrownBy(() -> ImageFile.open(copy))
        .isInstanceOf(ImageException.class)
        .hasMessageContaining("it is damaged");
  }

  @Test
  void anImageThatIsCutShortIsRefusedWhereverItIsCut() throws Exception {
    byte[] bytes = Files.readAllBytes(image);
    for (int lengthBytes : new int[] {0, 3, 8, bytes.length / 2, bytes.length - 1}) {
      Path copy = copyOf("cut-" + lengthBytes);
      Files.write(copy, Arrays.copyOf(bytes, lengthBytes));
      assertThatThrownBy(() -> ImageFile.open(copy)).isInstanceOf(ImageException.class);
    }
  }

  @Test
  void anotherFileIsRefused() throws Exception {
    Path other = folder.resolve("other");
    Files.writeString(other, "no image at all, but long enough for its last four bytes");
    assertThatThrownBy(() -> ImageFile.open(other))
        .isInstanceOf(ImageException.class)
        .hasMessageContaining("no fsimage");
    assertThatThrownBy(() -> ImageFile.open(folder.resolve("missing")))
        .isInstanceOf(ImageException.class)
        .hasMessageContaining("no such fsimage");
  }

  private static Path copyOf(String name) throws IOException {
    return Files.copy(image, folder.resolve(name));
  }
}
