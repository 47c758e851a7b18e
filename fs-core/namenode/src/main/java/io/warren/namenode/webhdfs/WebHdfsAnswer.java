package io.warren.namenode.webhdfs;

import java.io.IOException;
import java.io.Writer;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * An answer to a WebHDFS call.
 *
 * @param json the body, null for none
 * @param location where the client shall go with the data, null to stay
 * @param stream writes a body of unknown length, null for none
 * @param bytes a file's own, null for none
 */
record WebHdfsAnswer(
    @Nullable String json,
    @Nullable URI location,
    @Nullable JsonStream stream,
    byte @Nullable [] bytes) {
  /** Writes a JSON body piece by piece, so that no answer must fit into memory. */
  @FunctionalInterface
  interface JsonStream {
    void writeTo(Writer out) throws IOException;
  }

  static final WebHdfsAnswer EMPTY = new WebHdfsAnswer(null, null, null, null);

  static WebHdfsAnswer json(String body) {
    return new WebHdfsAnswer(body, null, null, null);
  }

  static WebHdfsAnswer redirect(URI location) {
    return new WebHdfsAnswer(null, location, null, null);
  }

  static WebHdfsAnswer stream(JsonStream body) {
    return new WebHdfsAnswer(null, null, body, null);
  }

  static WebHdfsAnswer bytes(byte[] bytes) {
    return new WebHdfsAnswer(null, null, null, bytes);
  }
}
