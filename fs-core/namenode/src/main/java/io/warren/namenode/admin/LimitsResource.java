package io.warren.namenode.admin;

import io.warren.model.CallLimit;
import io.warren.model.CallLimitKey;
import io.warren.model.CallLimitKind;
import io.warren.namenode.limits.CallLimits;
import io.warren.namenode.limits.LimitedCalls;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** /limits: how many calls of users, addresses and applications are let in. */
final class LimitsResource implements AdminServlet.Resource {
  private static final int CALLS_MAX = 1_000_000;
  private static final int NAME_MAX_BYTES = 255;
  private static final int REASON_MAX_BYTES = 1_000;
  private static final String KINDS = "kind must be user, address or application";

  /**
   * One limit.
   *
   * @param admitted calls since the namenode goes by it
   * @param refused attempts, of which clients make several for a call
   */
  record LimitView(
      String kind,
      String name,
      int callsPerSecond,
      String reason,
      String setBy,
      long setAtMs,
      @Nullable Long expiresAtMs,
      long admitted,
      long refused) {}

  record View(String namenode, List<LimitView> limits, long asOfMs) {}

  private final String namenode;
  private final CallLimits limits;
  private final Clock clock;

  LimitsResource(String namenode, CallLimits limits, Clock clock) {
    this.namenode = namenode;
    this.limits = limits;
    this.clock = clock;
  }

  @Override
  public Object handle(AdminRequest request) throws IOException {
    switch (request.method()) {
      case "PUT" -> limits.set(limit(request));
      case "DELETE" -> lift(request);
      default -> {
        // Only looks.
      }
    }
    return new View(
        namenode, limits.inForce().stream().map(LimitsResource::view).toList(), clock.millis());
  }

  private void lift(AdminRequest request) {
    CallLimitKey key = key(request.required("kind"), request.required("name"));
    if (!limits.lift(key)) {
      throw new Problem.ProblemException(
          Problem.of(404, "not_found", "There is no such limit", "It may be lifted already"));
    }
  }

  private CallLimit limit(AdminRequest request) throws IOException {
    AdminRequest.Body body =
        request.body("kind", "name", "calls_per_second", "reason", "set_by", "expires_at_ms");
    Long expiresAtMs = body.number("expires_at_ms", clock.millis() + 1, Long.MAX_VALUE);
    return new CallLimit(
        key(body.requiredText("kind"), body.requiredText("name")),
        (int) body.requiredNumber("calls_per_second", 1, CALLS_MAX),
        bounded("reason", body.requiredText("reason"), REASON_MAX_BYTES),
        bounded("set_by", body.requiredText("set_by"), NAME_MAX_BYTES),
        clock.millis(),
        expiresAtMs == null ? 0 : expiresAtMs);
  }

  private static CallLimitKey key(String kind, String name) {
    return new CallLimitKey(
        CallLimitKind.of(kind)
            .orElseThrow(() -> Problem.invalid("There is no such kind of limit", KINDS)),
        bounded("name", name, NAME_MAX_BYTES));
  }

  private static String bounded(String member, String text, int maxBytes) {
    if (text.isBlank() || text.getBytes(StandardCharsets.UTF_8).length > maxBytes) {
      throw Problem.invalid(
          "A member is out of range", member + " must be 1 to " + maxBytes + " bytes of text");
    }
    return text;
  }

  private static LimitView view(LimitedCalls calls) {
    CallLimit limit = calls.limit();
    return new LimitView(
        limit.key().kind().text(),
        limit.key().name(),
        limit.callsPerSecond(),
        limit.reason(),
        limit.setBy(),
        limit.setAtMs(),
        limit.expiresAtMs() == 0 ? null : limit.expiresAtMs(),
        calls.admitted(),
        calls.refused());
  }
}
