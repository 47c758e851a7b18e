package io.warren.namenode.http;

import io.warren.namenode.metrics.NamenodeMetrics;
import java.io.IOException;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** GET /metrics for Prometheus. */
public final class MetricsServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;
  private static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private final transient NamenodeMetrics metrics;

  public MetricsServlet(NamenodeMetrics metrics) {
    this.metrics = metrics;
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.setContentType(CONTENT_TYPE);
    response.getWriter().write(metrics.scrape());
  }
}
