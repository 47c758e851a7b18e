package io.warren.namenode.admin;

import io.warren.namenode.service.ServiceGate;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The door of the admin API: token, gate, routing, errors. Health needs neither token nor gate. */
public final class AdminServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(AdminServlet.class);

  /** A group of calls below one first path segment. */
  interface Resource {
    /** The answer's body, which Jackson can write. */
    Object handle(AdminRequest request) throws IOException, InterruptedException;
  }

  /** What GET /health answers. */
  record Health(String name, String state) {}

  private final transient String namenode;
  private final transient ServiceGate gate;
  private final transient AdminToken token;
  private final transient Map<String, Resource> resources;

  AdminServlet(
      String namenode, ServiceGate gate, AdminToken token, Map<String, Resource> resources) {
    this.namenode = namenode;
    this.gate = gate;
    this.token = token;
    this.resources = Map.copyOf(resources);
  }

  @Override
  protected void service(HttpServletRequest http, HttpServletResponse response) throws IOException {
    List<String> segments = segments(http);
    if (segments.equals(List.of("health")) && http.getMethod().equals("GET")) {
      health(response);
    } else if (!token.accepts(http.getHeader("Authorization"))) {
      response.setHeader("WWW-Authenticate", "Bearer");
      Json.write(
          response,
          Problem.of(
              401,
              "unauthorized",
              "The admin token is missing or wrong",
              "Send Authorization: Bearer TOKEN; the token is in WARREN_HOME/secrets/admin-token"));
    } else if (!segments.isEmpty() && segments.get(0).equals("process")) {
      // Stopping waits for everyone inside the gate, so its own call stays outside.
      answer(new AdminRequest(http, segments), response);
    } else if (!gate.enter()) {
      Json.write(
          response,
          Problem.of(503, "unavailable", "This namenode does not serve now", "Ask another one"));
    } else {
      try {
        answer(new AdminRequest(http, segments), response);
      } finally {
        gate.leave();
      }
    }
  }

  private void health(HttpServletResponse response) throws IOException {
    ServiceGate.State state = gate.state();
    Json.write(
        response,
        state == ServiceGate.State.SERVING ? 200 : 503,
        new Health(namenode, state.name().toLowerCase(Locale.ROOT)));
  }

  private void answer(AdminRequest request, HttpServletResponse response) throws IOException {
    Resource resource =
        request.segments().isEmpty() ? null : resources.get(request.segments().get(0));
    try {
      if (resource == null) {
        throw noSuchCall();
      }
      Json.write(response, 200, resource.handle(request));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      Json.write(response, Problem.of(503, "unavailable", "The namenode stops", "Ask another one"));
    } catch (RuntimeException e) {
      Problem problem = Problem.from(e);
      if (problem.status() >= 500) {
        LOG.warn("Admin call {} failed", request.segments(), e);
      }
      Json.write(response, problem);
    }
  }

  /** The answer to a path or method that the API does not have. */
  static Problem.ProblemException noSuchCall() {
    return new Problem.ProblemException(
        Problem.of(404, "not_found", "The admin API has no such call", "See admin-api.yaml"));
  }

  private static List<String> segments(HttpServletRequest http) {
    String prefix = http.getServletPath();
    String rest = http.getRequestURI().substring(prefix.length());
    return Arrays.stream(rest.split("/"))
        .filter(s -> !s.isEmpty())
        .map(s -> URLDecoder.decode(s, StandardCharsets.UTF_8))
        .toList();
  }
}
