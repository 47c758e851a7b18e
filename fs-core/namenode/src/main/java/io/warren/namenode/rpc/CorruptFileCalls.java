package io.warren.namenode.rpc;

import io.warren.model.BlockKey;
import io.warren.namenode.service.Callers;
import io.warren.namespace.FsPath;
import io.warren.namespace.Namespace;
import io.warren.namespace.operation.ListCorruptFiles;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.hdfs.protocol.CorruptFileBlocks;
import org.jspecify.annotations.Nullable;

/** ClientProtocol's list of files with blocks that can't be read, in pages. */
final class CorruptFileCalls extends NamespaceCalls {
  private static final int BLOCKS_PER_PAGE = 100;
  private static final String END = "end";

  CorruptFileCalls(Namespace namespace, Callers callers) {
    super(namespace, callers);
  }

  /** A page without files is the last one: stock clients stop at it. */
  public CorruptFileBlocks listCorruptFileBlocks(String path, @Nullable String cookie)
      throws IOException {
    if (END.equals(cookie)) {
      return new CorruptFileBlocks(new String[0], END);
    }
    FsPath top = FsPath.parse(path);
    ListCorruptFiles.Page page = new ListCorruptFiles.Page(List.of(), key(cookie));
    do {
      page = run(new ListCorruptFiles(top, page.end(), BLOCKS_PER_PAGE));
    } while (page.files().isEmpty() && page.end() != null);
    String[] files = page.files().stream().map(FsPath::toString).toArray(String[]::new);
    BlockKey end = page.end();
    return new CorruptFileBlocks(files, end == null ? END : end.inodeId() + ":" + end.blockId());
  }

  private static @Nullable BlockKey key(@Nullable String cookie) {
    if (cookie == null || cookie.isEmpty()) {
      return null;
    }
    String[] ids = cookie.split(":", -1);
    try {
      return new BlockKey(Long.parseLong(ids[0]), Long.parseLong(ids[1]));
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      throw new HadoopIllegalArgumentException("Not a cookie of listCorruptFileBlocks: " + cookie);
    }
  }
}
