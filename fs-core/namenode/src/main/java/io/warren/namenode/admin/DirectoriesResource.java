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
import io.warren.store.Shards;
import io.warren.store.schema.Tables;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** /directories/partitioning: how a directory's children are spread, and changing it in use. */
final class DirectoriesResource implements AdminServlet.Resource {
  private static final List<String> PARTITIONING = List.of("directories", "partitioning");

  record Work(long moved, String user, long startedAtMs) {}

  /**
   * Children in one shard of the store, of those that were counted.
   *
   * @param byParent how many would be here if all were by parent
   * @param hashed how many would be here if all were hashed
   * @param partitionsByParent partitions of the directory that would be here if all were by parent
   * @param partitionsHashed the same if all were hashed
   */
  record Spread(
      int shard,
      int children,
      int byParent,
      int hashed,
      int partitionsByParent,
      int partitionsHashed) {}

  record Result(
      String path,
      long inodeId,
      String children,
      boolean changing,
      long childrenCounted,
      boolean countComplete,
      @Nullable Work work,
      List<Spread> shards) {}

  private final Namespace namespace;
  private final Callers callers;
  private final Shards shards;
  private final ChildMover mover;

  DirectoriesResource(Namespace namespace, Callers callers, Shards shards) {
    this.namespace = namespace;
    this.callers = callers;
    this.shards = shards;
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
        work == null ? null : new Work(work.moved(), work.user(), work.startedAtMs()),
        spread(found));
  }

  private List<Spread> spread(DirectoryPartitioning found) {
    Map<Integer, Integer> children = byShard(found.present());
    Map<Integer, Integer> byParent = byShard(found.byParent());
    Map<Integer, Integer> hashed = byShard(found.hashed());
    Map<Integer, Integer> partitionsByParent = byShard(ones(found.byParent()));
    Map<Integer, Integer> partitionsHashed = byShard(ones(found.hashed()));
    Set<Integer> all = new TreeSet<>(children.keySet());
    all.addAll(byParent.keySet());
    all.addAll(hashed.keySet());
    return all.stream()
        .map(
            shard ->
                new Spread(
                    shard,
                    children.getOrDefault(shard, 0),
                    byParent.getOrDefault(shard, 0),
                    hashed.getOrDefault(shard, 0),
                    partitionsByParent.getOrDefault(shard, 0),
                    partitionsHashed.getOrDefault(shard, 0)))
        .toList();
  }

  private static Map<Long, Integer> ones(Map<Long, Integer> partitions) {
    return partitions.keySet().stream().collect(Collectors.toMap(each -> each, each -> 1));
  }

  private Map<Integer, Integer> byShard(Map<Long, Integer> counts) {
    Map<Integer, Integer> sums = new HashMap<>();
    counts.forEach(
        (partition, count) -> sums.merge(shards.of(Tables.INODES, partition), count, Integer::sum));
    return sums;
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
