package io.warren.namenode.http;

import java.io.IOException;
import java.util.Map;
import java.util.function.Predicate;
import javax.servlet.FilterChain;
import javax.servlet.ServletException;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.http.RestCsrfPreventionFilter;
import org.eclipse.jetty.servlet.FilterHolder;
import org.jspecify.annotations.Nullable;

/**
 * Hadoop's filter against web pages that send calls through their reader's browser, with its
 * settings (dfs.webhdfs.rest-csrf.*): a browser's call that changes something must carry a header
 * that no page can send to another site. Beyond Hadoop's own it knows a browser by the headers that
 * browsers alone send, whatever the user agent says, and GETs that change something.
 */
public final class CrossSiteFilter extends RestCsrfPreventionFilter {
  /** Whether the calls of pages are refused; true unless a site file says otherwise. */
  public static final String ENABLED = "dfs.webhdfs.rest-csrf.enabled";

  private static final String SETTINGS = "dfs.webhdfs.rest-csrf.";
  private static final String HADOOPS_DEFAULTS = "hdfs-default.xml";

  /** In place of a user agent that does not tell of the browser which it comes from. */
  private static final String A_BROWSER = "browser, by its headers";

  private static final String CHANGING_METHOD = "POST";

  private final Predicate<HttpServletRequest> changesByGet;

  private CrossSiteFilter(Predicate<HttpServletRequest> changesByGet) {
    this.changesByGet = changesByGet;
  }

  /**
   * The filter; null when it is switched off.
   *
   * @param changesByGet which GETs change something; others pass
   */
  public static @Nullable FilterHolder holder(
      Configuration conf, Predicate<HttpServletRequest> changesByGet) {
    if (!enabled(conf)) {
      return null;
    }
    Map<String, String> parameters = getFilterParams(conf, SETTINGS);
    FilterHolder filter = new FilterHolder(new CrossSiteFilter(changesByGet));
    filter.setInitParameters(parameters);
    return filter;
  }

  /** Hadoop's defaults say false, and are no operator's decision. */
  static boolean enabled(Configuration conf) {
    String[] sources = conf.getPropertySources(ENABLED);
    boolean decided =
        sources != null
            && sources.length > 0
            && !sources[sources.length - 1].endsWith(HADOOPS_DEFAULTS);
    return !decided || conf.getBoolean(ENABLED, true);
  }

  @Override
  protected boolean isBrowser(@Nullable String userAgent) {
    return A_BROWSER.equals(userAgent) || super.isBrowser(userAgent);
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    handleHttpInteraction(
        new Interaction((HttpServletRequest) request, (HttpServletResponse) response, chain));
  }

  private final class Interaction implements HttpInteraction {
    private final HttpServletRequest request;
    private final HttpServletResponse response;
    private final FilterChain chain;

    Interaction(HttpServletRequest request, HttpServletResponse response, FilterChain chain) {
      this.request = request;
      this.response = response;
      this.chain = chain;
    }

    @Override
    public @Nullable String getHeader(String name) {
      boolean page =
          request.getHeader("Origin") != null || request.getHeader("Sec-Fetch-Site") != null;
      return page && name.equals(HEADER_USER_AGENT) ? A_BROWSER : request.getHeader(name);
    }

    @Override
    public String getMethod() {
      String method = request.getMethod();
      return method.equals("GET") && changesByGet.test(request) ? CHANGING_METHOD : method;
    }

    @Override
    public void proceed() throws IOException, ServletException {
      chain.doFilter(request, response);
    }

    @Override
    public void sendError(int code, String message) throws IOException {
      response.sendError(code, message);
    }
  }
}
