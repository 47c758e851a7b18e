package io.warren.namenode.admin;

import io.warren.namenode.admin.FileChecksums.Answer;
import java.time.Clock;
import java.util.List;
import java.util.stream.Stream;

/** GET /files/checksums: checksums of a few files, asked of the datanodes now. */
final class ChecksumsResource implements AdminServlet.Resource {
  private static final int INODES_MAX = 20;

  record Checksums(List<Answer> checksums, long asOfMs) {}

  private final ChecksumCalls calls;
  private final Clock clock;

  ChecksumsResource(ChecksumCalls calls, Clock clock) {
    this.calls = calls;
    this.clock = clock;
  }

  @Override
  public Object handle(AdminRequest request) throws InterruptedException {
    if (!request.method().equals("GET")
        || request.segments().size() != 2
        || !request.segments().get(1).equals("checksums")) {
      throw AdminServlet.noSuchCall();
    }
    long[] inodeIds = inodeIds(request.required("inode_ids"));
    long asOfMs = clock.millis();
    return new Checksums(calls.answers(inodeIds), asOfMs);
  }

  private static long[] inodeIds(String text) {
    String[] parts = text.split(",", INODES_MAX + 2);
    if (parts.length > INODES_MAX) {
      throw Problem.invalid("Too many inodes", "At most " + INODES_MAX + " in one call");
    }
    try {
      return Stream.of(parts).mapToLong(Long::parseLong).toArray();
    } catch (NumberFormatException e) {
      throw Problem.invalid(
          "A parameter is malformed", "inode_ids holds whole numbers, joined by ,");
    }
  }
}
