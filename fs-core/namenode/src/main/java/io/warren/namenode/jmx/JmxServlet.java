package io.warren.namenode.jmx;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashSet;
import java.util.Set;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.servlet.ServletException;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpServletResponseWrapper;
import org.apache.hadoop.jmx.JMXJsonServlet;
import org.jspecify.annotations.Nullable;

/**
 * GET /jmx: Hadoop's servlet over the beans of the process and those of one namenode, which stay
 * apart from those of other namenodes in the same process.
 */
public final class JmxServlet extends JMXJsonServlet {
  private static final long serialVersionUID = 1L;
  private static final String CROSS_ORIGIN = "Access-Control-";

  private final transient MBeanServer own;

  /**
   * @param own beans of the namenode, which hide those of the process with the same name
   */
  public JmxServlet(MBeanServer own) {
    this.own = own;
  }

  @Override
  public void init() throws ServletException {
    super.init();
    MBeanServer process = mBeanServer;
    mBeanServer =
        (MBeanServer)
            Proxy.newProxyInstance(
                MBeanServer.class.getClassLoader(),
                new Class<?>[] {MBeanServer.class},
                (proxy, method, arguments) -> ask(process, method, arguments));
  }

  private @Nullable Object ask(MBeanServer process, Method method, Object[] arguments)
      throws Throwable {
    try {
      if (method.getName().equals("queryNames")) {
        Set<Object> names = new HashSet<>((Set<?>) method.invoke(process, arguments));
        names.addAll((Set<?>) method.invoke(own, arguments));
        return names;
      }
      boolean ours =
          arguments != null
              && arguments.length > 0
              && arguments[0] instanceof ObjectName name
              && own.isRegistered(name);
      return method.invoke(ours ? own : process, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  /** Hadoop's servlet lets the pages of any other site read its answers; this one does not. */
  @Override
  public void doGet(HttpServletRequest request, HttpServletResponse response) {
    super.doGet(
        request,
        new HttpServletResponseWrapper(response) {
          @Override
          public void setHeader(String name, String value) {
            if (!name.startsWith(CROSS_ORIGIN)) {
              super.setHeader(name, value);
            }
          }
        });
  }
}
