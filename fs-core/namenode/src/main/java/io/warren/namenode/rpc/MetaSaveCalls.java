package io.warren.namenode.rpc;

import io.warren.blocks.Datanodes;
import io.warren.namenode.service.Callers;
import io.warren.namespace.CallContext;
import io.warren.namespace.Namespace;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.security.AccessControlException;
import org.jspecify.annotations.Nullable;

/**
 * ClientProtocol's metaSave: a text file about blocks that need work, in this namenode's log
 * folder, which the system property {@code hadoop.log.dir} names as for stock namenodes.
 */
final class MetaSaveCalls {
  private static final String LOG_FOLDER_PROPERTY = "hadoop.log.dir";

  private final Namespace namespace;
  private final Callers callers;
  private final Datanodes datanodes;

  MetaSaveCalls(Namespace namespace, Callers callers, Datanodes datanodes) {
    this.namespace = namespace;
    this.callers = callers;
    this.datanodes = datanodes;
  }

  public void metaSave(String filename) throws IOException {
    CallContext caller = callers.current();
    if (!caller.superuser()) {
      throw new AccessControlException(
          "Access denied for user " + caller.user() + ". Superuser privilege is required");
    }
    Path file = file(filename);
    try (PrintWriter out =
        new PrintWriter(Files.newBufferedWriter(file, StandardCharsets.UTF_8), false)) {
      new MetaSaveReport(namespace, callers.system(), datanodes).write(out);
      if (out.checkError()) {
        throw new IOException("The file could not be written: " + file);
      }
    }
  }

  private static Path file(String name) throws IOException {
    String folder = logFolder();
    if (folder == null) {
      throw new IOException(
          "This namenode has no log folder: start it with -D" + LOG_FOLDER_PROPERTY + "=FOLDER");
    }
    Path file = Path.of(folder).resolve(name).normalize();
    if (name.isBlank() || !Path.of(folder).normalize().equals(file.getParent())) {
      throw new IOException("Give the name of a file, without a folder: " + name);
    }
    return file;
  }

  private static @Nullable String logFolder() {
    return System.getProperty(LOG_FOLDER_PROPERTY);
  }
}
