package io.warren.namenode.admin;

import io.warren.model.NamespaceException;
import io.warren.namenode.service.Callers;
import io.warren.namespace.CallContext;
import io.warren.namespace.FsPath;
import io.warren.namespace.Namespace;
import io.warren.namespace.operation.GetListing;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** /users/NAME/…: who a user is to this namenode, and which directories he may list. */
final class UsersResource implements AdminServlet.Resource {
  private static final int DIRECTORIES_MAX = 200;
  private static final Set<NamespaceException.Code> NOT_LISTABLE =
      EnumSet.of(
          NamespaceException.Code.NOT_FOUND,
          NamespaceException.Code.ACCESS_DENIED,
          NamespaceException.Code.NOT_A_DIRECTORY,
          NamespaceException.Code.PARENT_NOT_DIRECTORY,
          NamespaceException.Code.INVALID_PATH,
          NamespaceException.Code.UNRESOLVED_LINK,
          NamespaceException.Code.SUBTREE_LOCKED);

  record Groups(String user, List<String> groups, boolean superuser) {}

  record Listable(List<Boolean> listable, long asOfMs) {}

  private final Namespace namespace;
  private final Callers callers;

  UsersResource(Namespace namespace, Callers callers) {
    this.namespace = namespace;
    this.callers = callers;
  }

  @Override
  public Object handle(AdminRequest request) throws IOException {
    List<String> path = request.segments();
    String call = path.size() == 3 ? request.method() + " " + path.get(2) : "";
    return switch (call) {
      case "GET groups" -> groups(callers.named(path.get(1)));
      case "POST listable" -> listable(callers.named(path.get(1)), request);
      default -> throw AdminServlet.noSuchCall();
    };
  }

  private static Groups groups(CallContext caller) {
    return new Groups(caller.user(), caller.groups(), caller.superuser());
  }

  private Listable listable(CallContext caller, AdminRequest request) throws IOException {
    List<String> directories = request.body("directories").texts("directories", DIRECTORIES_MAX);
    long asOfMs = namespace.clock().millis();
    return new Listable(
        directories.stream().map(directory -> mayList(caller, directory)).toList(), asOfMs);
  }

  /** What is no directory now, and what cannot be one, nobody may list. */
  private boolean mayList(CallContext caller, String directory) {
    try {
      return namespace
          .run(new GetListing(FsPath.parse(directory), null, 1), caller)
          .map(page -> page.listed().inode().isDirectory())
          .orElse(false);
    } catch (NamespaceException e) {
      if (NOT_LISTABLE.contains(e.code())) {
        return false;
      }
      throw e;
    }
  }
}
