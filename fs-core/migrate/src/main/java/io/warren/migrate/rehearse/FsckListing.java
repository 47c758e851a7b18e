package io.warren.migrate.rehearse;

import io.warren.model.BlockIds;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code hdfs fsck / -files -blocks -locations} has printed: the old NameNode's own view of
 * all datanodes together.
 */
public final class FsckListing implements ReplicaSource {
  private static final Pattern BLOCK =
      Pattern.compile(
          "\\s*\\d+\\. (BP-[^:]+):blk_(-?\\d+)_(\\d+) len=(\\d+)(?: Live_repl=(\\d+))?(.*)");
  private static final String END = "The filesystem under path '/' is ";
  private static final String END_OF_PART = "The filesystem under path ";
  private static final String OPEN_BLOCK = "Under Construction Block:";

  private final Path file;
  private final String blockPoolId;

  public FsckListing(Path file, String blockPoolId) {
    this.file = file;
    this.blockPoolId = blockPoolId;
  }

  @Override
  public String name() {
    return file.toString();
  }

  @Override
  public void read(Receiver receiver) throws IOException {
    boolean ended = false;
    boolean open = false;
    long number = 0;
    try (BufferedReader in = Files.newBufferedReader(file)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        number++;
        Matcher matcher = BLOCK.matcher(line);
        if (matcher.matches()) {
          receiver.take(replica(matcher, open, number));
          open = false;
        } else if (line.trim().equals(OPEN_BLOCK)) {
          open = true;
        } else if (line.startsWith(END)) {
          ended = true;
        } else if (line.startsWith(END_OF_PART)) {
          throw bad("The list is of a part of the file system: ask `hdfs fsck /`", number);
        }
      }
    }
    if (!ended) {
      throw bad("The list is cut: fsck's verdict on / is not at its end. Make it again", number);
    }
  }

  private FoundReplica replica(Matcher matcher, boolean open, long line) {
    if (!matcher.group(1).equals(blockPoolId)) {
      throw bad("The list has blocks of another block pool", line)
          .with("expected", blockPoolId)
          .with("found", matcher.group(1));
    }
    String live = matcher.group(5);
    long blockId = Long.parseLong(matcher.group(2));
    return new FoundReplica(
        blockId,
        Long.parseLong(matcher.group(3)),
        Long.parseLong(matcher.group(4)),
        !open,
        live == null ? 0 : Integer.parseInt(live),
        BlockIds.isStriped(blockId));
  }

  private RehearsalException bad(String message, long line) {
    return new RehearsalException(message).with("list", file).with("line", line);
  }
}
