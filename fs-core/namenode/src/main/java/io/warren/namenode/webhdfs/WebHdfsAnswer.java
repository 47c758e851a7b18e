package io.warren.namenode.webhdfs;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * An answer to a WebHDFS call.
 *
 * @param json the body, null for none
 * @param location where the client shall go with the data, null to stay
 */
record WebHdfsAnswer(@Nullable String json, @Nullable URI location) {
  static final WebHdfsAnswer EMPTY = new WebHdfsAnswer(null, null);

  static WebHdfsAnswer json(String body) {
    return new WebHdfsAnswer(body, null);
  }

  static WebHdfsAnswer redirect(URI location) {
    return new WebHdfsAnswer(null, location);
  }
}
