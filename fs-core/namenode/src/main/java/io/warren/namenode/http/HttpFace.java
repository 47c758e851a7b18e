package io.warren.namenode.http;

import io.warren.namenode.service.NamenodeSpec.HostPort;
import io.warren.namenode.service.StartupException;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import javax.servlet.DispatcherType;
import javax.servlet.http.HttpServlet;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.StatisticsHandler;
import org.eclipse.jetty.servlet.FilterHolder;
import org.eclipse.jetty.servlet.ServletContextHandler;
import org.eclipse.jetty.servlet.ServletHolder;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** The HTTP server of one namenode. The port is bound at once; requests are served from start(). */
public final class HttpFace {
  private static final int IDLE_TIMEOUT_MS = 60_000;
  private static final int HEADER_MAX_BYTES = 64 * 1024;
  private static final int ACCEPT_QUEUE_MAX = 256;

  private final Server server;
  private final ServerConnector connector;

  /**
   * What requests pass first.
   *
   * @param path its path specification
   */
  public record Mounted(String path, FilterHolder filter) {}

  /**
   * @param servlets by path specification, e.g. "/admin/v1/*"
   * @param filters in the order in which requests pass them
   * @param attributes that servlets find in their context
   * @throws StartupException when the port is taken
   */
  public HttpFace(
      String namenode,
      HostPort address,
      int threadsMax,
      int drainTimeoutMs,
      Map<String, HttpServlet> servlets,
      List<Mounted> filters,
      Map<String, Object> attributes)
      throws StartupException {
    QueuedThreadPool threads = new QueuedThreadPool(threadsMax, 4);
    threads.setName("http-" + namenode);
    threads.setDaemon(true);
    server = new Server(threads);
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    // WebHDFS carries whole paths in the request line.
    http.setRequestHeaderSize(HEADER_MAX_BYTES);
    connector = new ServerConnector(server, new HttpConnectionFactory(http));
    connector.setHost(address.host());
    connector.setPort(address.port());
    connector.setIdleTimeout(IDLE_TIMEOUT_MS);
    connector.setAcceptQueueSize(ACCEPT_QUEUE_MAX);
    server.addConnector(connector);

    ServletContextHandler context = new ServletContextHandler();
    context.setContextPath("/");
    attributes.forEach(context::setAttribute);
    servlets.forEach((path, servlet) -> context.addServlet(new ServletHolder(servlet), path));
    filters.forEach(
        f -> context.addFilter(f.filter(), f.path(), EnumSet.of(DispatcherType.REQUEST)));
    StatisticsHandler graceful = new StatisticsHandler();
    graceful.setHandler(context);
    server.setHandler(graceful);
    server.setStopTimeout(drainTimeoutMs);
    try {
      connector.open();
    } catch (IOException e) {
      throw new StartupException(
          "Cannot listen on "
              + address
              + " for HTTP of namenode "
              + namenode
              + ": "
              + e.getMessage()
              + ". Stop what uses the port, or choose another HTTP address in --namenode",
          e);
    }
  }

  public int port() {
    return connector.getLocalPort();
  }

  /** Begins to serve. */
  public void start() throws StartupException {
    try {
      server.start();
    } catch (Exception e) {
      throw new StartupException("The HTTP server did not start: " + e.getMessage(), e);
    }
  }

  /** Waits (bounded) for running requests and lets go of the port. */
  public void stop() {
    try {
      server.stop();
    } catch (Exception e) {
      org.slf4j.LoggerFactory.getLogger(HttpFace.class).warn("HTTP did not stop cleanly", e);
    } finally {
      connector.close();
    }
  }
}
