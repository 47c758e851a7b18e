package io.warren.namenode.rpc;

import io.warren.model.Inode;
import io.warren.namenode.service.Callers;
import io.warren.namespace.FsPath;
import io.warren.namespace.Namespace;
import io.warren.namespace.operation.FindPath;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.Set;
import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.fs.InvalidPathException;
import org.jspecify.annotations.Nullable;

/**
 * The paths below {@code /.reserved} of stock HDFS: {@code .inodes/ID/…} names an inode wherever it
 * is, {@code raw/…} a path as it is. Every call may use them, so they are replaced by the plain
 * path before a delegate sees them. The call itself checks rights along that path; when the inode
 * moves just then, it misses it.
 */
final class ReservedPaths implements Dispatcher.Arguments {
  private static final String RESERVED = "/.reserved/";
  private static final String INODES = RESERVED + ".inodes/";
  private static final String RAW = RESERVED + "raw";

  /** Stock HDFS refuses these paths to them. */
  private static final Set<String> PLAIN_PATHS_ONLY = Set.of("concat", "createSymlink");

  /** They ask themselves whether the path is a raw one. */
  private static final Set<String> ATTRIBUTES_AS_STORED =
      Set.of("setXAttr", "getXAttrs", "listXAttrs", "removeXAttr");

  /** They would change the directory itself, or what it is called. */
  private static final Set<String> NOT_FOR_THE_DIRECTORY =
      Set.of(
          "create",
          "append",
          "truncate",
          "rename",
          "rename2",
          "delete",
          "setPermission",
          "setOwner",
          "setTimes",
          "setReplication");

  private final Namespace namespace;
  private final Callers callers;

  ReservedPaths(Namespace namespace, Callers callers) {
    this.namespace = namespace;
    this.callers = callers;
  }

  @Override
  public @Nullable Object @Nullable [] prepare(Method method, @Nullable Object @Nullable [] given)
      throws IOException {
    if (given == null) {
      return null;
    }
    boolean plainOnly = PLAIN_PATHS_ONLY.contains(method.getName());
    for (int i = 0; i < given.length; i++) {
      if (given[i] instanceof String text) {
        given[i] = plain(text, plainOnly, method);
      } else if (given[i] instanceof String[] texts) {
        for (int j = 0; j < texts.length; j++) {
          texts[j] = plain(texts[j], plainOnly, method);
        }
      }
    }
    return given;
  }

  private String plain(String text, boolean plainOnly, Method method) throws IOException {
    if (text == null || !text.startsWith(RESERVED)) {
      requireOther(text, method);
      return text;
    }
    if (plainOnly) {
      throw new IOException(
          method.getName() + " operation doesn't support /.reserved relative path : " + text);
    }
    if (text.startsWith(INODES)) {
      return inodePath(text);
    }
    return isRaw(text) && !ATTRIBUTES_AS_STORED.contains(method.getName()) ? plainOf(text) : text;
  }

  /** Whether a path is one below /.reserved/raw, where inodes are seen as they are stored. */
  static boolean isRaw(String text) {
    return text.equals(RAW) || text.startsWith(RAW + "/");
  }

  /** The plain path of one that may be below /.reserved/raw. */
  static FsPath withoutRaw(String text) {
    return FsPath.parse(isRaw(text) ? plainOf(text) : text);
  }

  private static String plainOf(String raw) {
    return raw.length() <= RAW.length() + 1 ? "/" : raw.substring(RAW.length());
  }

  private static void requireOther(@Nullable String text, Method method) {
    if (text == null || !ReservedDirectory.isNamedBy(text)) {
      return;
    }
    if (method.getName().equals("mkdirs")) {
      throw new HadoopIllegalArgumentException(
          "File name \".reserved\" is reserved and cannot be created");
    }
    if (NOT_FOR_THE_DIRECTORY.contains(method.getName())) {
      throw new InvalidPathException(text);
    }
  }

  private String inodePath(String text) throws IOException {
    int end = text.indexOf('/', INODES.length());
    String id = text.substring(INODES.length(), end < 0 ? text.length() : end);
    String rest = end < 0 ? "" : text.substring(end);
    long inodeId;
    try {
      inodeId = Long.parseLong(id);
    } catch (NumberFormatException e) {
      throw new FileNotFoundException("Invalid inode path: " + text);
    }
    FsPath path = inodeId == Inode.ROOT_ID ? FsPath.ROOT : find(inodeId, text);
    if (rest.equals("/..")) {
      return path.isRoot() ? "/" : path.parent().toString();
    }
    return path.isRoot() && !rest.isEmpty() ? rest : path + rest;
  }

  private FsPath find(long inodeId, String text) throws IOException {
    return namespace
        .run(new FindPath(inodeId), callers.system())
        .orElseThrow(
            () -> new FileNotFoundException("File for given inode path does not exist: " + text));
  }
}
