package io.warren.namenode.admin;

import io.warren.namenode.safemode.ReadOnlySwitch;
import io.warren.store.WritesUnderWay;

/**
 * /writes/awaited: another namenode waits for the writes that are under way here;
 * /writes/read-only: after this one has looked whether files are read-only.
 */
final class WritesResource implements AdminServlet.Resource {
  private static final long TIMEOUT_MAX_MS = 10_000;

  record Ended(String namenode) {}

  private final String namenode;
  private final WritesUnderWay writes;
  private final ReadOnlySwitch readOnly;

  WritesResource(String namenode, WritesUnderWay writes, ReadOnlySwitch readOnly) {
    this.namenode = namenode;
    this.writes = writes;
    this.readOnly = readOnly;
  }

  @Override
  public Object handle(AdminRequest request) {
    long timeoutMs = request.number("timeout_ms", TIMEOUT_MAX_MS, 1, TIMEOUT_MAX_MS);
    if (request.segments().get(1).equals("read-only")) {
      // First: who begins a write from now on knows, and who began before is waited for.
      readOnly.look();
    }
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
