package io.warren.namespace.file;

import io.warren.model.Block;
import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.model.Striping;
import io.warren.namespace.FsPath;
import org.jspecify.annotations.Nullable;

/** What erasure-coded files cannot do. */
final class StripedFiles {
  private StripedFiles() {}

  static void refuse(Inode file, FsPath path, String why) {
    if (file.striping() != null) {
      throw new NamespaceException(Code.UNSUPPORTED, why).with("path", path);
    }
  }

  /** What is appended would begin in the middle of a stripe. */
  static void refuseAppend(Inode file, FsPath path, boolean newBlock) {
    refuse(
        file,
        path,
        newBlock
            ? "Append to an erasure-coded file is not supported: write another file"
            : "Append on EC file without new block is not supported. Use NEW_BLOCK create flag"
                + " while appending file.");
  }

  /**
   * Refuses to go on after a group that ends in the middle of a stripe: the space of a file is
   * counted from its length alone.
   */
  static void refuseAfter(Inode file, FsPath path, @Nullable Block last) {
    Striping striping = file.striping();
    if (striping == null || last == null) {
      return;
    }
    long stripeBytes = striping.stripeBytes();
    if (last.lengthBytes() % stripeBytes != 0) {
      throw new NamespaceException(
              Code.UNSUPPORTED,
              "No block group can follow one that ends in the middle of a stripe: fill it first, or"
                  + " close the file and write another one")
          .with("path", path)
          .with("blockId", last.blockId())
          .with("lengthBytes", last.lengthBytes())
          .with("stripeBytes", stripeBytes);
    }
  }

  /** Refuses block sizes that stripes do not fit into. */
  static void checkBlockSize(Striping striping, FsPath path, long blockSizeBytes) {
    if (blockSizeBytes < striping.cellBytes()) {
      throw refusedSize(
          "Specified block size is less than the cell size of the erasure coding policy",
          striping,
          path,
          blockSizeBytes);
    }
    if (blockSizeBytes % striping.cellBytes() != 0) {
      throw refusedSize(
          "The block size must be a multiple of the cell size of the erasure coding policy",
          striping,
          path,
          blockSizeBytes);
    }
  }

  private static NamespaceException refusedSize(
      String why, Striping striping, FsPath path, long blockSizeBytes) {
    return new NamespaceException(Code.CONFLICT, why)
        .with("path", path)
        .with("blockSizeBytes", blockSizeBytes)
        .with("cellBytes", striping.cellBytes());
  }
}
