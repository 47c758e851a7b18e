package io.warren.namenode.admin;

import io.warren.model.ChildrenPartitioning;
import io.warren.model.DirectoryRepartition;
import io.warren.namenode.service.Callers;
import io.warren.namespace.FsPath;
import io.warren.namespace.Namespace;
import io.warren.namespace.repartition.ChildMover;
import io.warren.namespace.repartition.DirectoryPartitioning;
import io.warren.namespace.repartition.GetPartitioning;
import io.warren.namespace.repartition.Repartition;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** /directories/partitioning: how a directory's children are spread, and changing it in use. */
final class DirectoriesResource implements AdminServlet.Resource {
  private static final List<String> PARTITIONING = List.of("directories", "partitioning");

  record Work(long moved, String user, long startedAtMs) {}

  record Result(
      String path,
      long inodeId,
      String children,
      boolean changing,
      long childrenCounted,
      boolean countComplete,
      @Nullable Work work) {}

  private final Namespace namespace;
  private final Callers callers;
  private final ChildMover mover;

  DirectoriesResource(Namespace namespace, Callers callers) {
    this.namespace = namespace;
    this.callers = callers;
    this.mover = new ChildMover(namespace);
  }

  @Override
  public Object handle(AdminRequest request) throws IOException {
    if (!request.segments().equals(PARTITIONING)) {
      throw AdminServlet.noSuchCall();
    }
    return switch (request.method()) {
      case "GET" -> show(FsPath.parse(request.required("path")));
      case "PUT" -> change(request);
      default -> throw AdminServlet.noSuchCall();
    };
  }

  private Result show(FsPath path) {
    DirectoryPartitioning found = namespace.run(new GetPartitioning(path), callers.system());
    DirectoryRepartition work = found.work();
    return new Result(
        path.toString(),
        found.inodeId(),
        wire(found.state().target()),
        found.state().isChanging(),
        found.childrenCounted(),
        found.countComplete(),
        work == null ? null : new Work(work.moved(), work.user(), work.startedAtMs()));
  }

  private Result change(AdminRequest request) throws IOException {
    AdminRequest.Body body = request.body("path", "children");
    FsPath path = FsPath.parse(body.requiredText("path"));
    ChildrenPartitioning target = partitioning(body.requiredText("children"));
    mover.start(namespace.run(new Repartition(path, target), callers.system()));
    return show(path);
  }

  private static ChildrenPartitioning partitioning(String text) {
    return switch (text) {
      case "by_parent" -> ChildrenPartitioning.BY_PARENT;
      case "hashed" -> ChildrenPartitioning.HASHED;
      default ->
          throw Problem.invalid(
              "There is no such partitioning", "children must be by_parent or hashed");
    };
  }

  private static String wire(ChildrenPartitioning settled) {
    return settled == ChildrenPartitioning.HASHED ? "hashed" : "by_parent";
  }
}
