package io.warren.migrate.export;

import io.warren.blocks.FileSystemIdentity;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What an export took.
 *
 * @param transactionId of the image
 * @param taken how many of each kind
 */
public record ExportReport(
    FileSystemIdentity identity, long transactionId, int layoutVersion, Map<String, Long> taken) {
  public ExportReport {
    taken = Collections.unmodifiableMap(new TreeMap<>(taken));
  }
}
