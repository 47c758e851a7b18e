package io.warren.namenode.admin;

import io.warren.namenode.audit.AuditLog;
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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The door of the admin API: tokens and their scopes, gate, routing, errors. Health needs neither
 * token nor gate.
 */
public final class AdminServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(AdminServlet.class);

  private static final String AUDIT_PROTO = "admin";

  /** A group of calls below one first path segment. */
  interface Resource {
    /** The answer's body, which Jackson can write. */
    Object handle(AdminRequest request) throws IOException, InterruptedException;
  }

  /** What GET /health answers. */
  record Health(String name, String state) {}

  private final transient String namenode;
  private final transient ServiceGate gate;
  private final transient AdminTokens tokens;
  private final transient Map<String, Resource> resources;
  private final transient AuditLog audit;

  AdminServlet(
      String namenode,
      ServiceGate gate,
      AdminTokens tokens,
      AuditLog audit,
      Map<String, Resource> resources) {
    this.namenode = namenode;
    this.gate = gate;
    this.tokens = tokens;
    this.audit = audit;
    this.resources = Map.copyOf(resources);
    if (!resources.keySet().equals(AdminRoutes.groups())) {
      throw new IllegalStateException(
          "Resources and routes differ: " + resources.keySet() + ", " + AdminRoutes.groups());
    }
  }

  @Override
  protected void service(HttpServletRequest http, HttpServletResponse response) throws IOException {
    List<String> segments = segments(http);
    if (segments.equals(List.of("health")) && http.getMethod().equals("GET")) {
      health(response);
      return;
    }
    AdminHolder holder = tokens.holder(http.getHeader("Authorization"));
    if (holder == null) {
      response.setHeader("WWW-Authenticate", "Bearer");
      Json.write(
          response,
          Problem.of(
              401,
              "unauthorized",
              "The admin token is missing or wrong",
              "Send Authorization: Bearer TOKEN; the tokens are in WARREN_HOME/secrets"));
      return;
    }
    try {
      AdminActor actor = AdminActor.of(holder, http);
      AdminRoutes.Route route =
          AdminRoutes.find(http.getMethod(), segments).orElseThrow(AdminServlet::noSuchCall);
      if (!holder.may(route.scope())) {
        LOG.warn(
            "{} through {} may not call {} {}",
            actor.user(),
            holder.wireName(),
            route.method(),
            String.join("/", route.path()));
        log(false, route, actor, new AdminRequest(http, segments), null);
        throw insufficient(holder, route);
      }
      admit(route, actor, new AdminRequest(http, segments), response);
    } catch (Problem.ProblemException e) {
      Json.write(response, e.problem());
    }
  }

  private static Problem.ProblemException insufficient(
      AdminHolder holder, AdminRoutes.Route route) {
    return new Problem.ProblemException(
        Problem.of(
                403,
                "insufficient_scope",
                "This token is not for that call",
                "The call needs a token with the scope " + route.scope().wireName())
            .with(
                Map.of(
                    "scope_needed", route.scope().wireName(),
                    "token_of", holder.wireName(),
                    "token_scopes", holder.scopeNames())));
  }

  private void admit(
      AdminRoutes.Route route, AdminActor actor, AdminRequest request, HttpServletResponse response)
      throws IOException {
    if (request.segments().get(0).equals("process")) {
      // Stopping waits for everyone inside the gate, so its own call stays outside.
      answer(route, actor, request, response);
    } else if (!gate.enter()) {
      Json.write(
          response,
          Problem.of(503, "unavailable", "This namenode does not serve now", "Ask another one"));
    } else {
      try {
        answer(route, actor, request, response);
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

  private void answer(
      AdminRoutes.Route route, AdminActor actor, AdminRequest request, HttpServletResponse response)
      throws IOException {
    Resource resource = resources.get(route.path().get(0));
    try {
      if (resource == null) {
        throw noSuchCall();
      }
      if (route.changesSomething()) {
        LOG.info(
            "{} {} by {} through {}",
            route.method(),
            String.join("/", route.path()),
            actor.user(),
            actor.holder().wireName());
      }
      Object result = resource.handle(request);
      log(true, route, actor, request, result);
      Json.write(response, 200, result);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      Json.write(response, Problem.of(503, "unavailable", "The namenode stops", "Ask another one"));
    } catch (RuntimeException e) {
      Problem problem = Problem.from(e);
      if (problem.status() == 403) {
        log(false, route, actor, request, null);
      }
      if (problem.status() >= 500) {
        LOG.warn("Admin call {} failed", request.segments(), e);
      }
      Json.write(response, problem);
    }
  }

  private void log(
      boolean allowed,
      AdminRoutes.Route route,
      AdminActor actor,
      AdminRequest request,
      @Nullable Object result) {
    if (route.command() == null || !audit.isOn()) {
      return;
    }
    String operation = request.operation();
    String cmd = route.command() + (operation == null ? "" : " (operation=" + operation + ")");
    String dst =
        result instanceof NamespaceResource.TrashResult moved
            ? moved.trashPath()
            : result instanceof NamespaceResource.Restored back ? back.path() : null;
    audit.record(allowed, actor.ugi(), request.address(), cmd, request.subject(), dst, AUDIT_PROTO);
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
