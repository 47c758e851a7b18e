package io.warren.namenode.http;

import io.warren.model.NamenodeMember;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * GET /members for clients that look for namenodes: a line "NAME RPC_ADDRESS HTTP_ADDRESS" for each
 * member, as this namenode last saw them. It tells nothing that a client's configuration does not
 * tell, so it asks for no token.
 */
public final class MembersServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;
  private static final String CONTENT_TYPE = "text/plain; charset=utf-8";
  private static final int MEMBERS_MAX = 64;

  private final transient Supplier<List<NamenodeMember>> members;

  public MembersServlet(Supplier<List<NamenodeMember>> members) {
    this.members = members;
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.setContentType(CONTENT_TYPE);
    StringBuilder lines = new StringBuilder();
    members.get().stream()
        .limit(MEMBERS_MAX)
        .forEach(
            m ->
                lines
                    .append(m.name())
                    .append(' ')
                    .append(m.rpcAddress())
                    .append(' ')
                    .append(m.httpAddress())
                    .append('\n'));
    response.getWriter().write(lines.toString());
  }
}
