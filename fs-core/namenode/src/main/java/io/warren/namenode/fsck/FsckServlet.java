package io.warren.namenode.fsck;

import io.warren.namenode.audit.AuditLog;
import io.warren.namenode.audit.CallOrigin;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.reflect.UndeclaredThrowableException;
import java.security.PrivilegedExceptionAction;
import java.time.Instant;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.security.UserGroupInformation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * GET /fsck for {@code hdfs fsck}. The caller is who the parameter ugi says (simple authentication,
 * as the RPC face has it) and sees what it has the right to list.
 */
public final class FsckServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(FsckServlet.class);

  private static final String PROTO = "http";

  private final transient ClientProtocol client;
  private final transient AuditLog audit;

  /**
   * @param client the same implementation that RPC serves, with its gate and errors
   */
  public FsckServlet(ClientProtocol client, AuditLog audit) {
    this.client = client;
    this.audit = audit;
  }

  /** Whether a GET asks for more than a look: fsck -delete does. */
  public static boolean changesByGet(HttpServletRequest request) {
    return request.getParameter("delete") != null;
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.setContentType("text/plain; charset=utf-8");
    String user = request.getParameter("ugi");
    if (UserGroupInformation.isSecurityEnabled() || user == null || user.isEmpty()) {
      response.sendError(
          HttpServletResponse.SC_FORBIDDEN,
          "fsck takes the caller from the parameter ugi, which counts only without Kerberos");
      return;
    }
    FsckOptions options;
    try {
      options = FsckOptions.of(request.getParameterMap());
    } catch (HadoopIllegalArgumentException e) {
      response.sendError(HttpServletResponse.SC_BAD_REQUEST, e.getMessage());
      return;
    }
    PrintWriter out = response.getWriter();
    UserGroupInformation caller = UserGroupInformation.createRemoteUser(user.split(",", 2)[0]);
    out.println(
        "FSCK started by %s (auth:%s) from /%s for path %s at %s"
            .formatted(
                caller.getShortUserName(),
                caller.getAuthenticationMethod(),
                request.getRemoteAddr(),
                options.path(),
                Instant.now()));
    String address = request.getRemoteAddr();
    String cmd = options.delete() ? "fsck (options=[delete])" : "fsck";
    audit.record(true, caller.toString(), address, cmd, options.path(), null, PROTO);
    // Its listings are part of the check. What it deletes is a call like any other's.
    new CallOrigin(PROTO, address, !options.delete()).enter();
    try {
      check(caller, options, out);
    } finally {
      CallOrigin.leave();
    }
    out.flush();
  }

  /** What goes wrong on the way is said in the text: its first lines are sent already. */
  private void check(UserGroupInformation caller, FsckOptions options, PrintWriter out) {
    PrivilegedExceptionAction<Boolean> action =
        () -> {
          new Fsck(client, options, out).run();
          return true;
        };
    try {
      caller.doAs(action);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      failed(options, out, e);
    } catch (IOException | UndeclaredThrowableException e) {
      failed(options, out, e.getCause() instanceof Exception cause ? cause : e);
    } catch (RuntimeException e) {
      failed(options, out, e);
    }
  }

  private static void failed(FsckOptions options, PrintWriter out, Exception e) {
    LOG.warn("fsck of {} failed", options.path(), e);
    out.print("\n\nFsck on path '" + options.path() + "' FAILED: " + e.getMessage());
  }
}
