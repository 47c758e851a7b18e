package io.warren.bench.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Paths from a file with one on each line, compressed by gzip or not. Of Debian's Contents indices,
 * whose lines end with the packages that hold the path, the paths alone are taken.
 */
final class ListedPaths implements PathSource {
  private static final Pattern PACKAGES = Pattern.compile("\\s+[a-z0-9.+-]+/\\S+$");
  private static final int NAME_MAX_BYTES = 255;

  private final BufferedReader reader;

  ListedPaths(Path file) throws IOException {
    InputStream bytes = Files.newInputStream(file);
    if (file.toString().endsWith(".gz")) {
      bytes = new GZIPInputStream(bytes, 1 << 16);
    }
    this.reader =
        new BufferedReader(
            new InputStreamReader(
                bytes,
                StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPLACE)));
  }

  @Override
  public @Nullable String next() throws IOException {
    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
      String path = path(line);
      if (path != null) {
        return path;
      }
    }
    return null;
  }

  /** The path of a line; null when it names none that a file system could hold. */
  static @Nullable String path(String line) {
    StringBuilder path = new StringBuilder();
    for (String name : PACKAGES.matcher(line).replaceFirst("").strip().split("/+", -1)) {
      if (name.isEmpty()) {
        continue;
      }
      if (name.equals(".")
          || name.equals("..")
          || name.indexOf('\0') >= 0
          || name.getBytes(StandardCharsets.UTF_8).length > NAME_MAX_BYTES) {
        return null;
      }
      path.append('/').append(name);
    }
    return path.length() == 0 ? null : path.toString();
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
