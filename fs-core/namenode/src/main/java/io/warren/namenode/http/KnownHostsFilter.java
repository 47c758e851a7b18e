package io.warren.namenode.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import javax.servlet.Filter;
import javax.servlet.FilterChain;
import javax.servlet.FilterConfig;
import javax.servlet.ServletException;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.eclipse.jetty.servlet.FilterHolder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers only requests for names that this namenode has. A page whose own name was made to lead
 * here ("DNS rebinding") is of one origin with the namenode to its reader's browser, which then
 * lets it read and send what it likes; but the request still asks for the page's name.
 */
public final class KnownHostsFilter implements Filter {
  /** Further names, separated by commas; {@code *} stands for any. */
  public static final String HOSTS = "warren.namenode.http.hosts";

  private static final Logger LOG = LoggerFactory.getLogger(KnownHostsFilter.class);
  private static final String ANY = "*";
  private static final Pattern IPV4 = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}");
  private static final Pattern ADDRESS_SETTING =
      Pattern.compile("dfs\\.namenode\\.(https?|rpc|servicerpc)-address(\\..+)?");

  private final Set<String> names;

  KnownHostsFilter(Collection<String> names) {
    this.names = new HashSet<>();
    names.stream().map(KnownHostsFilter::normal).forEach(this.names::add);
  }

  /**
   * The filter; null where it has no use: with Kerberos, as browsers have no ticket for a page's
   * name, and where any name may be asked for.
   *
   * @param hosts names or addresses that the namenode listens on
   */
  public static @Nullable FilterHolder holder(Configuration conf, Collection<String> hosts) {
    Collection<String> further = conf.getTrimmedStringCollection(HOSTS);
    if (UserGroupInformation.isSecurityEnabled() || further.contains(ANY)) {
      return null;
    }
    Set<String> names = new HashSet<>(hosts);
    names.addAll(further);
    names.add("localhost");
    addressed(conf, names);
    try {
      InetAddress machine = InetAddress.getLocalHost();
      names.add(machine.getHostName());
      names.add(machine.getCanonicalHostName());
    } catch (UnknownHostException e) {
      LOG.info("This machine's name has no address, so HTTP does not answer to it");
    }
    return new FilterHolder(new KnownHostsFilter(names));
  }

  /** What clients with this configuration call the namenodes. */
  private static void addressed(Configuration conf, Set<String> names) {
    for (Map.Entry<String, String> setting :
        conf.getValByRegex("^dfs\\.namenode\\..*address.*").entrySet()) {
      String value = setting.getValue();
      int colon = value == null ? -1 : value.lastIndexOf(':');
      if (colon > 0 && ADDRESS_SETTING.matcher(setting.getKey()).matches()) {
        names.add(value.substring(0, colon));
      }
    }
  }

  private static String normal(String host) {
    String lower = host.toLowerCase(Locale.ROOT);
    return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
  }

  /** An address in the place of a name can't be made to lead elsewhere. */
  boolean knows(String host) {
    return host.isEmpty()
        || host.indexOf(':') >= 0
        || IPV4.matcher(host).matches()
        || names.contains(normal(host));
  }

  @Override
  public void init(FilterConfig config) {}

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (request instanceof HttpServletRequest http
        && http.getHeader("Host") != null
        && !knows(http.getServerName())) {
      refuse((HttpServletResponse) response);
      return;
    }
    chain.doFilter(request, response);
  }

  private static void refuse(HttpServletResponse response) throws IOException {
    byte[] text =
        ("This namenode does not answer to the name in the Host header. "
                + "Names that lead to it are listed in "
                + HOSTS
                + "\n")
            .getBytes(StandardCharsets.UTF_8);
    response.setStatus(HttpServletResponse.SC_FORBIDDEN);
    response.setContentType("text/plain; charset=utf-8");
    response.setContentLength(text.length);
    response.getOutputStream().write(text);
  }

  @Override
  public void destroy() {}
}
