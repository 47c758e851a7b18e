package io.warren.namenode.admin;

import io.warren.model.NamespaceException;
import io.warren.namenode.election.Election;
import java.util.List;

/** POST /process/namenodes/NAME/{stop,start}. */
final class ProcessResource implements AdminServlet.Resource {
  private final ProcessControl process;
  private final ClusterResource cluster;
  private final Election election;

  ProcessResource(ProcessControl process, ClusterResource cluster, Election election) {
    this.process = process;
    this.cluster = cluster;
    this.election = election;
  }

  @Override
  public Object handle(AdminRequest request) throws InterruptedException {
    List<String> path = request.segments();
    if (!request.method().equals("POST") || path.size() != 4 || !path.get(1).equals("namenodes")) {
      throw AdminServlet.noSuchCall();
    }
    String name = path.get(2);
    switch (path.get(3)) {
      case "stop" -> process.stop(name);
      case "start" -> process.start(name);
      default -> throw AdminServlet.noSuchCall();
    }
    return cluster.namenodes(election.refresh()).stream()
        .filter(n -> n.name().equals(name) && !n.state().equals("dead"))
        .findFirst()
        .orElseThrow(
            () ->
                new NamespaceException(
                        NamespaceException.Code.CONFLICT, "The namenode changed meanwhile")
                    .with("name", name));
  }
}
