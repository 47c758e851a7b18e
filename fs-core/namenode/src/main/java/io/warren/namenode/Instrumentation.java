package io.warren.namenode;

import io.warren.namenode.http.StartPage;
import io.warren.namenode.jmx.JmxServlet;
import io.warren.namenode.jmx.NamenodeBeans;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import org.apache.hadoop.conf.ConfServlet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.http.HttpServer2;
import org.apache.hadoop.log.LogLevel;
import org.apache.hadoop.security.authorize.AccessControlList;

/**
 * The pages that tools and habits expect on a namenode's HTTP port, by Hadoop's own servlets and
 * with its rules: {@code hadoop.security.instrumentation.requires.admin}, and {@code
 * dfs.cluster.administrators} where service authorization is on.
 */
final class Instrumentation {
  static final String LOG_LEVEL = "/logLevel";

  /** Jetty's word for the root alone, without what is below. */
  private static final String ROOT = "";

  private static final String JMX = "/jmx";
  private static final String CONF = "/conf";
  private static final String STACKS = "/stacks";

  /** All of them. */
  static final List<String> PAGES = List.of(ROOT, JMX, CONF, STACKS, LOG_LEVEL);

  /** Those that need a ticket where Kerberos is on. Exporters of figures have none. */
  static final List<String> OF_ADMINISTRATORS = List.of(CONF, STACKS, LOG_LEVEL);

  /**
   * What the pages are of.
   *
   * @param role what the namenode is now
   */
  record Parts(String namenode, Supplier<String> role, NamenodeBeans.Parts beans) {}

  private Instrumentation() {}

  static Map<String, HttpServlet> servlets(Parts parts) {
    return Map.of(
        ROOT,
        new StartPage(parts.namenode(), () -> facts(parts)),
        JMX,
        new JmxServlet(NamenodeBeans.server(parts.beans())),
        CONF,
        new ConfServlet(),
        STACKS,
        new HttpServer2.StackServlet(),
        LOG_LEVEL,
        new LogLevel.Servlet());
  }

  /** What Hadoop's servlets look for. */
  static Map<String, Object> attributes(Configuration conf) {
    return Map.of(
        HttpServer2.CONF_CONTEXT_ATTRIBUTE,
        conf,
        HttpServer2.ADMINS_ACL,
        new AccessControlList(conf.get(DFSConfigKeys.DFS_ADMIN, " ")));
  }

  static boolean changesByGet(HttpServletRequest request) {
    return request.getParameter("level") != null;
  }

  private static Map<String, String> facts(Parts parts) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("State", parts.beans().isOpen().get() ? parts.role().get() : "starting");
    facts.put("RPC", parts.beans().rpcAddress().get());
    facts.put("Cluster", parts.beans().clusterId());
    facts.put("Block pool", parts.beans().blockPoolId());
    facts.put("Version", parts.beans().version());
    facts.put("Live datanodes", String.valueOf(parts.beans().datanodes().live().size()));
    return facts;
  }
}
