package io.warren.namenode.admin;

import io.warren.namespace.CallContext;
import io.warren.namespace.FileSettings;
import io.warren.namespace.FsPath;
import io.warren.namespace.Namespace;
import io.warren.namespace.file.FileContents;
import io.warren.namespace.file.GetBlockLocations;
import io.warren.namespace.file.OpenedFile;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** The first bytes of a file that is in the database, with the rights that a reader needs. */
final class ContentPreview {
  /** More is a download, and that is the file system's to give. */
  static final int LENGTH_MAX_BYTES = 4 << 10;

  /**
   * @param bytesBase64 the first bytes; null where they are in blocks, which datanodes have
   */
  record View(
      long inodeId,
      String path,
      long sizeBytes,
      boolean inDatabase,
      @Nullable String bytesBase64,
      long asOfMs) {}

  private final Namespace namespace;

  ContentPreview(Namespace namespace) {
    this.namespace = namespace;
  }

  View of(FsPath path, CallContext caller, int lengthBytes) {
    long asOfMs = namespace.clock().millis();
    OpenedFile opened =
        namespace.run(new GetBlockLocations(path, 0, lengthBytes, FileSettings.defaults()), caller);
    FileContents contents = opened.contents();
    return new View(
        opened.status().inode().id(),
        path.toString(),
        opened.settledLengthBytes(),
        contents != null,
        contents == null ? null : base64(contents.bytes(), lengthBytes),
        asOfMs);
  }

  private static String base64(byte[] bytes, int lengthBytes) {
    byte[] first = Arrays.copyOf(bytes, Math.min(bytes.length, lengthBytes));
    return Base64.getEncoder().encodeToString(first);
  }
}
