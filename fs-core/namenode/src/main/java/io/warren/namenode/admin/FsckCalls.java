package io.warren.namenode.admin;

import io.warren.model.NamespaceException;
import io.warren.namenode.fsck.FsckStep;
import io.warren.namespace.FsPath;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.jspecify.annotations.Nullable;

/** GET /blocks/fsck: a part of a check of all that is at and below a path. */
final class FsckCalls {
  private static final int INODES_DEFAULT = 5_000;
  private static final int INODES_MAX = 20_000;
  private static final long TIME_MAX_MS = 2_000;

  record FoundView(
      String path, long blockId, String trouble, int liveReplicas, int expectedReplicas) {}

  record Answer(
      long files,
      long directories,
      long symlinks,
      long openFiles,
      long lengthBytes,
      long blocks,
      long wellReplicated,
      long underReplicated,
      long overReplicated,
      long missing,
      long corrupt,
      long corruptFiles,
      long missingReplicas,
      List<FoundView> found,
      boolean foundMore,
      @Nullable String nextCursor) {}

  private final ClientProtocol client;

  FsckCalls(ClientProtocol client) {
    this.client = client;
  }

  Answer answer(AdminRequest request) throws IOException, InterruptedException {
    String path = FsPath.parse(request.required("path")).toString();
    String after = request.optional("cursor");
    int limit = (int) request.number("limit", INODES_DEFAULT, 1, INODES_MAX);
    if (after != null && !isAtOrBelow(after, path)) {
      throw Problem.invalid("The cursor is not one of this path", "Pass next_cursor unchanged");
    }
    PrivilegedExceptionAction<FsckStep.Result> step =
        () -> FsckStep.run(client, path, after, limit, TIME_MAX_MS);
    String user = request.optional("as_user");
    try {
      return view(
          user == null
              ? FsckStep.run(client, path, after, limit, TIME_MAX_MS)
              : UserGroupInformation.createRemoteUser(user).doAs(step));
    } catch (FileNotFoundException e) {
      throw refused(NamespaceException.Code.NOT_FOUND, "The path does not exist", path);
    } catch (AccessControlException e) {
      throw refused(NamespaceException.Code.ACCESS_DENIED, "Permission denied", path);
    }
  }

  private static NamespaceException refused(
      NamespaceException.Code code, String title, String path) {
    return new NamespaceException(code, title).with("path", path);
  }

  private static boolean isAtOrBelow(String after, String path) {
    String prefix = path.equals("/") ? "/" : path + "/";
    return after.equals(path) || after.startsWith(prefix) && after.length() > prefix.length();
  }

  private static Answer view(FsckStep.Result r) {
    return new Answer(
        r.files(),
        r.directories(),
        r.symlinks(),
        r.openFiles(),
        r.lengthBytes(),
        r.blocks(),
        r.wellReplicated(),
        r.underReplicated(),
        r.overReplicated(),
        r.missing(),
        r.corrupt(),
        r.corruptFiles(),
        r.missingReplicas(),
        r.found().stream()
            .map(
                f ->
                    new FoundView(
                        f.path(),
                        f.blockId(),
                        f.trouble().name().toLowerCase(Locale.ROOT),
                        f.liveReplicas(),
                        f.expectedReplicas()))
            .toList(),
        r.foundMore(),
        r.nextCursor());
  }
}
