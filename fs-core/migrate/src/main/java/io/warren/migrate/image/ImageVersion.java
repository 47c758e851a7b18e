package io.warren.migrate.image;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/**
 * What the file VERSION beside an image says: by it datanodes know their file system.
 *
 * @param createdAtMs what it calls cTime
 */
public record ImageVersion(
    int namespaceId, String clusterId, String blockPoolId, long createdAtMs) {
  /** Reads a file VERSION of a NameNode. */
  public static ImageVersion read(Path file) throws IOException {
    Properties properties = new Properties();
    try (InputStream in = Files.newInputStream(file)) {
      properties.load(in);
    }
    try {
      return new ImageVersion(
          Integer.parseInt(require(properties, "namespaceID", file)),
          require(properties, "clusterID", file),
          require(properties, "blockpoolID", file),
          Long.parseLong(require(properties, "cTime", file)));
    } catch (NumberFormatException e) {
      throw new ImageException("A NameNode's file VERSION has a number that is none", e)
          .with("file", file);
    }
  }

  private static String require(Properties properties, String key, Path file) {
    String value = properties.getProperty(key);
    if (value == null || value.isBlank()) {
      throw new ImageException("A NameNode's file VERSION lacks a line")
          .with("file", file)
          .with("key", key);
    }
    return value.strip();
  }
}
