package io.warren.namenode.admin;

import java.util.List;

/** POST /process/namenodes/NAME/{stop,start,crash}. */
final class ProcessResource implements AdminServlet.Resource {
  private final ProcessControl process;
  private final NamenodeViews namenodes;

  ProcessResource(ProcessControl process, NamenodeViews namenodes) {
    this.process = process;
    this.namenodes = namenodes;
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
      case "crash" -> process.crash(name);
      case "start" -> process.start(name);
      default -> throw AdminServlet.noSuchCall();
    }
    return namenodes.one(name);
  }
}
