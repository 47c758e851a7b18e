package io.warren.migrate.rehearse;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A list of a datanode's files that was made at its own machine, for a datanode whose folders are
 * not mounted here: lines of {@code PATH BYTES} as {@code find DATA/current -name 'blk_*' -printf
 * '%p %s\n'} prints them, and the line {@code end} behind the last one, without which it may have
 * been cut.
 */
public final class FileListing implements ReplicaSource {
  private static final String END = "end";
  private static final Pattern LINE =
      Pattern.compile("(.*/(BP-[^/]+)/current/(finalized|rbw|tmp)(?:/.*)?)/(blk_[^/ ]+) (\\d+)");

  private final Path file;
  private final String blockPoolId;

  public FileListing(Path file, String blockPoolId) {
    this.file = file;
    this.blockPoolId = blockPoolId;
  }

  @Override
  public String name() {
    return file.toString();
  }

  @Override
  public void read(Receiver receiver) throws IOException {
    String folder = "";
    BlockFiles files = new BlockFiles(receiver, true);
    boolean ended = false;
    long number = 0;
    try (BufferedReader in = Files.newBufferedReader(file)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        number++;
        if (ended) {
          throw bad("There are lines behind the list's end", number);
        }
        if (line.equals(END)) {
          ended = true;
          continue;
        }
        Matcher matcher = LINE.matcher(line);
        if (!matcher.matches()) {
          throw bad("A line is not a block's file in its data folder with its length", number);
        }
        if (!matcher.group(2).equals(blockPoolId)) {
          throw bad("The list has files of another block pool", number)
              .with("expected", blockPoolId)
              .with("found", matcher.group(2));
        }
        if (matcher.group(3).equals("tmp")) {
          continue;
        }
        if (!matcher.group(1).equals(folder)) {
          files.end();
          folder = matcher.group(1);
          files = new BlockFiles(receiver, matcher.group(3).equals("finalized"));
        }
        files.add(matcher.group(4), Long.parseLong(matcher.group(5)));
      }
    }
    if (!ended) {
      throw bad("The list is cut: its last line is not \"end\". Make it again", number);
    }
    files.end();
  }

  private RehearsalException bad(String message, long line) {
    return new RehearsalException(message).with("list", file).with("line", line);
  }
}
