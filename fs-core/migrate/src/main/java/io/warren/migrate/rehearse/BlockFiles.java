package io.warren.migrate.rehearse;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Puts the two files of each copy in one folder together: {@code blk_ID} with the bytes, whose
 * length is the copy's, and {@code blk_ID_STAMP.meta} with the checksums. In memory are the files
 * of one folder that have no partner yet, some 100 bytes each. Not thread-safe.
 */
final class BlockFiles {
  private static final Pattern NAME = Pattern.compile("blk_(-?\\d+)(?:_(\\d+)\\.meta)?");

  private final ReplicaSource.Receiver receiver;
  private final boolean finalized;
  private final Map<Long, Long> lengths = new HashMap<>();
  private final Map<Long, Long> stamps = new HashMap<>();

  BlockFiles(ReplicaSource.Receiver receiver, boolean finalized) {
    this.receiver = receiver;
    this.finalized = finalized;
  }

  /** Takes a file by its name; others than those of blocks are nobody's concern. */
  void add(String fileName, long lengthBytes) throws IOException {
    Matcher matcher = NAME.matcher(fileName);
    if (!matcher.matches()) {
      return;
    }
    long blockId = Long.parseLong(matcher.group(1));
    String stampText = matcher.group(2);
    if (stampText == null) {
      Long stamp = stamps.remove(blockId);
      if (stamp == null) {
        lengths.put(blockId, lengthBytes);
      } else {
        receiver.take(FoundReplica.ofFile(blockId, stamp, lengthBytes, finalized));
      }
    } else {
      long stamp = Long.parseLong(stampText);
      Long length = lengths.remove(blockId);
      if (length == null) {
        stamps.put(blockId, stamp);
      } else {
        receiver.take(FoundReplica.ofFile(blockId, stamp, length, finalized));
      }
    }
  }

  /** Ends the folder: bytes without checksums are a copy without a stamp. */
  void end() throws IOException {
    for (Map.Entry<Long, Long> alone : lengths.entrySet()) {
      receiver.take(FoundReplica.ofFile(alone.getKey(), 0, alone.getValue(), finalized));
    }
    lengths.clear();
    stamps.clear();
  }
}
