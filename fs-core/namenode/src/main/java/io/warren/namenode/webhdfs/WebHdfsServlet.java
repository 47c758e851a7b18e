package io.warren.namenode.webhdfs;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.lang.reflect.UndeclaredThrowableException;
import java.nio.charset.StandardCharsets;
import java.security.PrivilegedExceptionAction;
import java.util.Map;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.hdfs.web.JsonUtil;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authorize.AuthorizationException;
import org.apache.hadoop.security.authorize.ProxyUsers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * WebHDFS as stock namenodes serve it: the same parameters, answers, status codes and error bodies.
 * The caller is who `user.name` says (simple authentication, as the RPC face has it).
 */
public final class WebHdfsServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(WebHdfsServlet.class);

  /** The operations of one HTTP method. */
  interface Operations {
    WebHdfsAnswer handle(WebHdfsRequest request) throws IOException;
  }

  private final transient Map<String, Operations> byMethod;
  private final transient Configuration conf;

  WebHdfsServlet(Map<String, Operations> byMethod, Configuration conf) {
    this.byMethod = Map.copyOf(byMethod);
    this.conf = conf;
  }

  @Override
  protected void service(HttpServletRequest http, HttpServletResponse response) throws IOException {
    try {
      WebHdfsRequest request = new WebHdfsRequest(http);
      Operations operations = byMethod.get(http.getMethod());
      if (operations == null) {
        throw new UnsupportedOperationException(http.getMethod() + " is not supported");
      }
      PrivilegedExceptionAction<WebHdfsAnswer> action = () -> operations.handle(request);
      send(response, caller(request).doAs(action));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      fail(response, new IOException("The namenode stops", e));
    } catch (UndeclaredThrowableException e) {
      fail(response, e.getCause() instanceof Exception cause ? cause : e);
    } catch (IOException | RuntimeException e) {
      fail(response, e);
    }
  }

  private UserGroupInformation caller(WebHdfsRequest request) throws IOException {
    String name = request.text("user.name");
    UserGroupInformation user =
        UserGroupInformation.createRemoteUser(
            name == null || name.isEmpty()
                ? conf.get(
                    CommonConfigurationKeys.HADOOP_HTTP_STATIC_USER,
                    CommonConfigurationKeys.DEFAULT_HADOOP_HTTP_STATIC_USER)
                : name);
    String doAs = request.text("doas");
    if (doAs == null || doAs.isEmpty() || doAs.equals(user.getShortUserName())) {
      return user;
    }
    UserGroupInformation proxy = UserGroupInformation.createProxyUser(doAs, user);
    ProxyUsers.authorize(proxy, request.remoteAddress());
    return proxy;
  }

  private static void send(HttpServletResponse response, WebHdfsAnswer answer) throws IOException {
    response.setHeader("Cache-Control", "no-cache");
    if (answer.location() != null) {
      response.setStatus(HttpServletResponse.SC_TEMPORARY_REDIRECT);
      response.setHeader("Location", answer.location().toASCIIString());
      response.setContentType("application/octet-stream");
      response.setContentLength(0);
    } else if (answer.json() != null) {
      write(response, HttpServletResponse.SC_OK, answer.json());
    } else {
      response.setStatus(HttpServletResponse.SC_OK);
      response.setContentType("application/octet-stream");
      response.setContentLength(0);
    }
  }

  private static void write(HttpServletResponse response, int status, String json)
      throws IOException {
    byte[] body = json.getBytes(StandardCharsets.UTF_8);
    response.setStatus(status);
    response.setContentType("application/json;charset=utf-8");
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }

  private static void fail(HttpServletResponse response, Exception e) throws IOException {
    int status = status(e);
    if (status == HttpServletResponse.SC_INTERNAL_SERVER_ERROR) {
      LOG.warn("A WebHDFS call failed", e);
    }
    write(response, status, JsonUtil.toJsonString(e));
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
