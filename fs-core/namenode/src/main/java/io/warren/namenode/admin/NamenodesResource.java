package io.warren.namenode.admin;

import io.warren.model.NamespaceException;
import io.warren.namenode.election.DrainOrders;
import io.warren.namenode.election.Election;
import java.io.IOException;
import java.util.List;

/**
 * PUT /namenodes/NAME/service: has a namenode of any process stop serving, or serve again. It is
 * written for all of them; the one that is meant follows within a second or two.
 */
final class NamenodesResource implements AdminServlet.Resource {
  private static final int BY_MAX_CHARS = 100;
  private static final String IN_SERVICE = "in_service";
  private static final String DRAINED = "drained";

  private final DrainOrders orders;
  private final Election election;
  private final ProcessControl process;
  private final NamenodeViews namenodes;

  NamenodesResource(
      DrainOrders orders, Election election, ProcessControl process, NamenodeViews namenodes) {
    this.orders = orders;
    this.election = election;
    this.process = process;
    this.namenodes = namenodes;
  }

  @Override
  public Object handle(AdminRequest request) throws IOException, InterruptedException {
    List<String> path = request.segments();
    if (!request.method().equals("PUT") || path.size() != 3 || !path.get(2).equals("service")) {
      throw AdminServlet.noSuchCall();
    }
    String name = path.get(1);
    AdminRequest.Body body = request.body("service", "by");
    String by = body.requiredText("by");
    if (by.isBlank() || by.length() > BY_MAX_CHARS) {
      throw Problem.invalid(
          "by is too long or empty", "Give who orders it, in 1 to 100 characters");
    }
    switch (body.requiredText("service")) {
      case DRAINED -> orders.drain(name, by, election::isSilent);
      case IN_SERVICE -> serve(name);
      default ->
          throw Problem.invalid(
              "There is no such service", "service must be in_service or drained");
    }
    return namenodes.one(name);
  }

  private void serve(String name) throws InterruptedException {
    if (process.stopped().stream().anyMatch(stopped -> stopped.spec().name().equals(name))) {
      process.start(name);
      return;
    }
    if (!orders.lift(name) && !namenodes.one(name).state().equals("live")) {
      throw new NamespaceException(
              NamespaceException.Code.CONFLICT,
              "The namenode was not drained, its process has ended: start it on its machine")
          .with("name", name);
    }
  }
}
