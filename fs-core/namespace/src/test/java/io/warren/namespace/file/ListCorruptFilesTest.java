package io.warren.namespace.file;

import static io.warren.namespace.file.FileFixture.ALICE;
import static io.warren.namespace.file.FileFixture.ROOT;
import static io.warren.namespace.file.FileFixture.path;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.model.Block;
import io.warren.model.BlockKey;
import io.warren.model.NamespaceException;
import io.warren.model.RedundancyPriority;
import io.warren.model.UnderReplicatedBlock;
import io.warren.namespace.FsPath;
import io.warren.namespace.operation.ListCorruptFiles;
import io.warren.namespace.operation.Mkdirs;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The list of files with blocks that can't be read. */
class ListCorruptFilesTest {
  private static List<FsPath> all(FileFixture files, String below, int limit) {
    List<FsPath> found = new ArrayList<>();
    @Nullable BlockKey end = null;
    do {
      ListCorruptFiles.Page page =
          files.second.run(new ListCorruptFiles(path(below), end, limit), ROOT);
      found.addAll(page.files());
      end = page.end();
    } while (end != null);
    return found;
  }

  private static UnderReplicatedBlock problem(Block block) {
    RedundancyPriority priority =
        block.blockId() % 2 == 0 ? RedundancyPriority.MISSING : RedundancyPriority.LOW;
    return new UnderReplicatedBlock(block.inodeId(), block.blockId(), priority, 0, 3, 0, 1);
  }

  @Test
  void blocksWithoutAGoodReplicaAreListedByPathInPages(@TempDir Path folder) {
    try (FileFixture files = new FileFixture(folder)) {
      files.run(new Mkdirs(path("/d"), 0777, false));
      for (String name : List.of("/a", "/d/b", "/d/c", "/d/thin", "/sound")) {
        files.write(name, "client", 5);
      }
      List<Block> blocks = files.rows(Tables.BLOCKS);
      files.plain.run(
          TxOptions.write("test_problems"),
          tx -> {
            for (Block block : blocks) {
              tx.insert(Tables.UNDER_REPLICATED_BLOCKS, problem(block));
            }
            return true;
          });
      List<FsPath> everywhere = all(files, "/", 2);
      assertThat(everywhere).hasSizeBetween(2, 3).doesNotHaveDuplicates();
      assertThat(all(files, "/", 1)).isEqualTo(everywhere);
      assertThat(all(files, "/d", 2))
          .isEqualTo(everywhere.stream().filter(p -> p.startsWith(path("/d"))).toList());
      assertThatThrownBy(() -> files.first.run(new ListCorruptFiles(path("/"), null, 2), ALICE))
          .isInstanceOfSatisfying(
              NamespaceException.class,
              e -> assertThat(e.code()).isEqualTo(NamespaceException.Code.ACCESS_DENIED));
    }
  }
}
