package io.warren.namenode.webhdfs;

import io.warren.namenode.audit.CallOrigin;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.lang.reflect.UndeclaredThrowableException;
import java.nio.charset.StandardCharsets;
import java.security.PrivilegedExceptionAction;
import java.util.Map;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.hdfs.web.JsonUtil;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.security.authorize.AuthorizationException;
import org.apache.hadoop.security.token.SecretManager.InvalidToken;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * WebHDFS as stock namenodes serve it: the same parameters, answers, status codes and error bodies.
 */
public final class WebHdfsServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(WebHdfsServlet.class);

  private static final String PROTO = "webhdfs";
  private static final String JSON = "application/json;charset=utf-8";

  /** The operations of one HTTP method. */
  interface Operations {
    WebHdfsAnswer handle(WebHdfsRequest request) throws IOException;
  }

  private final transient Map<String, Operations> byMethod;
  private final transient WebHdfsCallers callers;

  WebHdfsServlet(Map<String, Operations> byMethod, WebHdfsCallers callers) {
    this.byMethod = Map.copyOf(byMethod);
    this.callers = callers;
  }

  @Override
  protected void service(HttpServletRequest http, HttpServletResponse response) throws IOException {
    try {
      WebHdfsRequest request = new WebHdfsRequest(http);
      Operations operations = byMethod.get(http.getMethod());
      if (operations == null) {
        throw new UnsupportedOperationException(http.getMethod() + " is not supported");
      }
      PrivilegedExceptionAction<Void> action =
          () -> {
            send(response, operations.handle(request));
            return null;
          };
      new CallOrigin(PROTO, http.getRemoteAddr(), false).enter();
      callers.of(http, request).doAs(action);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      fail(response, new IOException("The namenode stops", e));
    } catch (UndeclaredThrowableException e) {
      fail(response, e.getCause() instanceof Exception cause ? cause : e);
    } catch (IOException | RuntimeException e) {
      fail(response, e);
    } finally {
      CallOrigin.leave();
    }
  }

  private static void send(HttpServletResponse response, WebHdfsAnswer answer) throws IOException {
    response.setHeader("Cache-Control", "no-cache");
    if (answer.location() != null) {
      response.setStatus(HttpServletResponse.SC_TEMPORARY_REDIRECT);
      response.setHeader("Location", answer.location().toASCIIString());
      response.setContentType("application/octet-stream");
      response.setContentLength(0);
    } else if (answer.stream() != null) {
      stream(response, answer.stream());
    } else if (answer.json() != null) {
      write(response, HttpServletResponse.SC_OK, answer.json());
    } else {
      byte[] bytes = answer.bytes() == null ? new byte[0] : answer.bytes();
      response.setStatus(HttpServletResponse.SC_OK);
      response.setContentType("application/octet-stream");
      response.setContentLength(bytes.length);
      response.getOutputStream().write(bytes);
    }
  }

  private static void write(HttpServletResponse response, int status, String json)
      throws IOException {
    byte[] body = json.getBytes(StandardCharsets.UTF_8);
    response.setStatus(status);
    response.setContentType(JSON);
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }

  /** An error in the middle can only break the connection: the status is on its way by then. */
  private static void stream(HttpServletResponse response, WebHdfsAnswer.JsonStream body)
      throws IOException {
    response.setStatus(HttpServletResponse.SC_OK);
    response.setContentType(JSON);
    try (Writer out = new OutputStreamWriter(response.getOutputStream(), StandardCharsets.UTF_8)) {
      body.writeTo(out);
    }
  }

  private static void fail(HttpServletResponse response, Exception thrown) throws IOException {
    if (response.isCommitted()) {
      throw new IOException("A WebHDFS answer broke off", thrown);
    }
    Exception e = forClient(thrown);
    int status = status(e);
    if (status == HttpServletResponse.SC_INTERNAL_SERVER_ERROR) {
      LOG.warn("A WebHDFS call failed", e);
    }
    write(response, status, JsonUtil.toJsonString(e));
  }

  /** Tells a client with an unverifiable token to try another namenode, when that may help. */
  private static Exception forClient(Exception thrown) {
    if (thrown instanceof RemoteException remote) {
      return remote.unwrapRemoteException();
    }
    return thrown.getCause() instanceof InvalidToken token
            && token.getCause() instanceof StandbyException elsewhere
        ? elsewhere
        : thrown;
  }

  private static int status(Exception e) {
    if (e instanceof FileNotFoundException) {
      return HttpServletResponse.SC_NOT_FOUND;
    }
    if (e instanceof SecurityException
        || e instanceof AuthorizationException
        || e instanceof IOException) {
      return HttpServletResponse.SC_FORBIDDEN;
    }
    if (e instanceof UnsupportedOperationException || e instanceof IllegalArgumentException) {
      return HttpServletResponse.SC_BAD_REQUEST;
    }
    return HttpServletResponse.SC_INTERNAL_SERVER_ERROR;
  }
}
