package io.warren.namenode.admin;

import io.warren.store.WritesUnderWay;

/** /writes/awaited: another namenode waits for the writes that are under way here. */
final class WritesResource implements AdminServlet.Resource {
  private static final long TIMEOUT_MAX_MS = 10_000;

  record Ended(String namenode) {}

  private final String namenode;
  private final WritesUnderWay writes;

  WritesResource(String namenode, WritesUnderWay writes) {
    this.namenode = namenode;
    this.writes = writes;
  }

  @Override
  public Object handle(AdminRequest request) {
    long timeoutMs = request.number("timeout_ms", TIMEOUT_MAX_MS, 1, TIMEOUT_MAX_MS);
    if (!writes.awaitPresent(timeoutMs)) {
      throw new Problem.ProblemException(
          Problem.of(
              503,
              "unavailable",
              "Writes that had begun before have not ended yet",
              "Ask again, or lock the rows that matter"));
    }
    return new Ended(namenode);
  }
}
