package io.warren.namenode.admin;

import static io.warren.namenode.admin.AdminScope.ADMINISTER;
import static io.warren.namenode.admin.AdminScope.BACKUP;
import static io.warren.namenode.admin.AdminScope.FEED;
import static io.warren.namenode.admin.AdminScope.PEER;
import static io.warren.namenode.admin.AdminScope.READ;
import static io.warren.namenode.admin.AdminScope.STEPS;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Every call of the admin API with what its caller's token must be for. A call that is not here
 * does not exist, so none can be forgotten.
 */
final class AdminRoutes {
  /**
   * A call.
   *
   * @param path below /admin/v1; a part in braces stands for any
   * @param command what the audit log calls it; null for what it does not have: reads of the
   *     cluster, and of the namespace as a whole
   */
  record Route(String method, List<String> path, AdminScope scope, @Nullable String command) {
    boolean changesSomething() {
      return scope == STEPS || scope == BACKUP || scope == ADMINISTER;
    }

    private boolean matches(String calledMethod, List<String> segments) {
      if (!method.equals(calledMethod) || path.size() != segments.size()) {
        return false;
      }
      for (int i = 0; i < path.size(); i++) {
        if (!path.get(i).startsWith("{") && !path.get(i).equals(segments.get(i))) {
          return false;
        }
      }
      return true;
    }
  }

  static final List<Route> ALL =
      List.of(
          look("cluster"),
          look("cluster/events"),
          look("subtree-operations"),
          look("heat"),
          look("heat/shards"),
          look("limits"),
          look("datanodes"),
          look("datanodes/{uuid}"),
          look("block-reports"),
          look("block-reports/{storage_id}"),
          look("storages"),
          look("blocks/health"),
          look("blocks/missing"),
          look("blocks/under-replicated"),
          look("blocks/corrupt"),
          look("blocks/by-id/{block_id}"),
          route("GET", "blocks/fsck", READ, "fsck"),
          follow("feed"),
          follow("inodes"),
          follow("inodes/columns"),
          follow("rows/blocks"),
          follow("rows/replicas"),
          follow("rows/xattrs"),
          follow("rows/quotas"),
          follow("rows/acls"),
          follow("rows/heat"),
          follow("files/checksums"),
          route("GET", "namespace/stat", READ, "getfileinfo"),
          route("GET", "namespace/details", READ, "getfileinfo"),
          route("GET", "namespace/preview", READ, "open"),
          route("GET", "namespace/children", READ, "listStatus"),
          route("GET", "namespace/changes", READ, "getfileinfo"),
          route("GET", "namespace/summary", READ, "contentSummary"),
          look("namespace/quotas"),
          look("directories/partitioning"),
          look("smallfiles"),
          look("totals"),
          look("follow"),
          look("users/{name}/groups"),
          // Its question is longer than a query may be.
          route("POST", "users/{name}/listable", READ, null),
          route("PUT", "namespace/quota", STEPS, "setQuota"),
          route("POST", "namespace/trash", STEPS, "rename"),
          route("POST", "namespace/restored", STEPS, "rename"),
          route("POST", "namespace/moves", STEPS, "rename"),
          route("POST", "subtree/steps", STEPS, "subtreeStep"),
          route("POST", "subtree/restores", STEPS, "restoreStep"),
          route("POST", "subtree/chosen", STEPS, "chosenStep"),
          // Their lists of ids are longer than a query may be.
          route("POST", "subtree/looks", READ, null),
          route("POST", "subtree/concerns", READ, null),
          route("POST", "subtree/epochs", STEPS, "takeJob"),
          route("PUT", "limits", STEPS, "setCallLimit"),
          route("DELETE", "limits", STEPS, "liftCallLimit"),
          route("PUT", "datanodes/{uuid}/service", STEPS, "orderDatanode"),
          route("PUT", "namenodes/{name}/service", STEPS, "orderNamenode"),
          route("POST", "store/checkpoints", BACKUP, "takeCheckpoint"),
          route("POST", "store/logs", BACKUP, "copyLog"),
          route("DELETE", "store/checkpoints/{name}", BACKUP, "dropCheckpoint"),
          route("DELETE", "store/logs/{name}", BACKUP, "dropLog"),
          route("PUT", "follow", STEPS, "pauseFollowing"),
          route("PUT", "directories/partitioning", STEPS, "repartitionDirectory"),
          route("POST", "smallfiles/take-in", STEPS, "takeInSmallFiles"),
          route("POST", "smallfiles/move-out", ADMINISTER, "moveOutSmallFiles"),
          route("POST", "totals/checks", ADMINISTER, "checkTotals"),
          route("POST", "totals/recounts", ADMINISTER, "recountTotals"),
          route("GET", "writes/awaited", PEER, null),
          route("GET", "writes/read-only", PEER, null),
          route("POST", "process/namenodes/{name}/stop", ADMINISTER, "stopNamenode"),
          route("POST", "process/namenodes/{name}/crash", ADMINISTER, "crashNamenode"),
          route("POST", "process/namenodes/{name}/start", ADMINISTER, "startNamenode"));

  private AdminRoutes() {}

  private static Route look(String path) {
    return route("GET", path, READ, null);
  }

  private static Route follow(String path) {
    return route("GET", path, FEED, null);
  }

  private static Route route(
      String method, String path, AdminScope scope, @Nullable String command) {
    return new Route(method, List.of(path.split("/")), scope, command);
  }

  static Optional<Route> find(String method, List<String> segments) {
    return ALL.stream().filter(r -> r.matches(method, segments)).findFirst();
  }

  /** The first parts of all paths: what resources are mounted under. */
  static Set<String> groups() {
    return ALL.stream().map(r -> r.path().get(0)).collect(Collectors.toSet());
  }
}
